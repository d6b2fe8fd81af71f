import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  getSignInOptions,
  type ProviderId,
  startProviderSignIn,
} from '#features/account/providers/providers.contract.ts';
import { call } from '#web/api.ts';
import { openDocument } from '#web/ui/close-on-back.ts';

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
