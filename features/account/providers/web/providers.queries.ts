import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/account/providers/providers.contract.ts';
import type { ProviderId } from '#features/account/providers/providers.contract.ts';
import { call } from '#web/api.ts';
import { openDocument } from '#web/ui/close-on-back.ts';

const getSignInOptions: Call<typeof contract.getSignInOptions> = {
  method: 'GET',
  url: '/api/account/sign-in-options',
};
const startProviderSignIn: Call<typeof contract.startProviderSignIn> = {
  method: 'POST',
  url: '/api/account/providers/:provider/sign-in',
};

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call(getSignInOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useProviderSignIn = () =>
  useMutation({
    mutationFn: ({
      provider,
      ...body
    }: {
      provider: ProviderId;
      intent: 'sign_in' | 'sign_up';
      from?: string;
    }) => call(startProviderSignIn, { params: { provider }, body }),
    onSuccess: ({ url }) => openDocument(url),
  });
