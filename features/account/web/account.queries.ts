import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getMe,
  type Me,
  type SignInForm,
  type SignUpForm,
  signIn,
  signOut,
  signUp,
} from '#features/account/account.contract.ts';
import { call } from '#web/api.ts';
import { browserStorage, UNTIL_SIGN_OUT } from '#web/browser-storage.ts';
import { forgetDevice } from '#web/documents/forget-device.ts';
import { clearSessionEnd } from '#web/session-end.ts';
import { notifyOtherTabs } from '../sessions/web/other-tabs.ts';

/** null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call(getMe, { signal })).me,
  staleTime: 5 * 60_000,
});

/* `networkMode: 'always'`: without a connection these requests fail at once with a message.
   Other writes wait. A waiting request could sign a person in or out long after they have left. */

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: SignInForm) => call(signIn, { body }),
    // If the second factor is required, nothing has changed yet.
    onSuccess: ({ me }) => me && setCurrentUser(queryClient, me),
  });
}

export function useSignUp() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: SignUpForm) => call(signUp, { body }),
    onSuccess: ({ me }) => setCurrentUser(queryClient, me),
  });
}

/** Signs out in all tabs and clears all personal data. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call(signOut, {}),
    onSuccess: async () => {
      browserStorage.removeAll(UNTIL_SIGN_OUT);
      // Awaited, because leaving the page would interrupt the deletion.
      await forgetDevice();
      setCurrentUser(queryClient, null);
    },
  });
}

/** Also notifies other tabs. */
export function setCurrentUser(queryClient: QueryClient, me: Me | null): void {
  resetClientState(queryClient, me);
  notifyOtherTabs({ uid: me?.uid ?? null });
}

export function resetClientState(queryClient: QueryClient, me: Me | null): void {
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me);
  clearSessionEnd();
}
