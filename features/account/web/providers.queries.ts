import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  getSignInOptions,
  type ProviderId,
  startProviderSignIn,
} from '#features/account/providers.contract.ts';
import { call } from '#web/api.ts';

/** Which ways of signing in this installation offers. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call(getSignInOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Leaves for the identity provider; success is the page going away. */
export const useProviderSignIn = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: ({
      provider,
      ...body
    }: {
      provider: ProviderId;
      intent: 'sign_in' | 'sign_up';
      from?: string;
    }) => call(startProviderSignIn, { params: { provider }, body }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
