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
import { forgetSessionEnd } from '#web/session-end.ts';
import { tellOtherTabs } from './other-tabs.ts';

/** Who is signed in; null for a visitor. Signing in and out sets it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call(getMe, { signal })).me,
  staleTime: 5 * 60_000,
});

/*
 * `networkMode: 'always'`: without a connection these fail at once and say so. Waiting for one, as other writes do,
 * would sign somebody in or out long after they walked away.
 */

/** Signs in. Whatever was known of the person before is forgotten. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: SignInForm) => call(signIn, { body }),
    // Half way in nothing has changed yet.
    onSuccess: ({ me }) => me && enterAs(queryClient, me),
  });
}

/** Makes an account and signs in. */
export function useSignUp() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: SignUpForm) => call(signUp, { body }),
    onSuccess: ({ me }) => enterAs(queryClient, me),
  });
}

/** Signs out here; other tabs of this browser follow. Everything known of the person is forgotten. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call(signOut, {}),
    onSuccess: () => enterAs(queryClient, null),
  });
}

/** Somebody, or nobody, is signed in from now on; other tabs follow. */
export function enterAs(queryClient: QueryClient, me: Me | null): void {
  startAnew(queryClient, me);
  tellOtherTabs({ uid: me?.uid ?? null });
}

/** Nothing of one person's data is left for the next. */
export function startAnew(queryClient: QueryClient, me: Me | null): void {
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me);
  forgetSessionEnd();
}
