import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/account/account.contract.ts';
import type { Me, SignInForm, SignUpForm } from '#features/account/account.contract.ts';
import { call } from '#web/api.ts';
import { browserStorage, UNTIL_SIGN_OUT } from '#web/storage/browser-storage.ts';
import { forgetDevice } from '#web/documents/forget-device.ts';
import { clearSessionEnd } from '#web/requests/session-end.ts';
import { ME_KEY } from '#web/documents/kept-queries.ts';
import { notifyOtherTabs } from '../sessions/web/other-tabs.ts';

const getMe: Call<typeof contract.getMe> = { method: 'GET', url: '/api/me' };
const signIn: Call<typeof contract.signIn> = { method: 'POST', url: '/api/account/sign-in' };
const signOut: Call<typeof contract.signOut> = { method: 'POST', url: '/api/account/sign-out' };
const signUp: Call<typeof contract.signUp> = { method: 'POST', url: '/api/account/sign-up' };

/** Query for the signed-in member. The result is null for a visitor. */
export const meQuery = queryOptions({
  queryKey: ME_KEY,
  queryFn: async ({ signal }) => (await call(getMe, { signal })).me,
  staleTime: 5 * 60_000,
});

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SignInForm) => call(signIn, { body }),
    // If the second factor is required, nothing has changed yet.
    onSuccess: ({ me }) => me && setCurrentUser(queryClient, me),
  });
}

export function useSignUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SignUpForm) => call(signUp, { body }),
    onSuccess: ({ me }) => setCurrentUser(queryClient, me),
  });
}

/** Signs out in all tabs and clears all personal data. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(signOut, {}),
    onSuccess: async () => {
      browserStorage.removeAll(UNTIL_SIGN_OUT);
      // The deletion is awaited, because leaving the page would interrupt it.
      await forgetDevice();
      setCurrentUser(queryClient, null);
    },
  });
}

/** Sets the signed-in member in this tab, and notifies the other tabs. */
export function setCurrentUser(queryClient: QueryClient, me: Me | null): void {
  resetClientState(queryClient, me);
  notifyOtherTabs({ uid: me?.uid ?? null });
}

export function resetClientState(queryClient: QueryClient, me: Me | null): void {
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me);
  clearSessionEnd();
}
