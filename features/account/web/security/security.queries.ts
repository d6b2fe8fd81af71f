import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#features/account/passkeys.contract.ts';
import {
  type ProviderId,
  startProviderLink,
  startProviderProof,
  unlinkProvider,
} from '#features/account/providers.contract.ts';
import {
  type AppCodeForm,
  confirmSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from '#features/account/second-factor.contract.ts';
import { getSecurity } from '#features/account/security.contract.ts';
import { type ApiProblem, call } from '#web/api.ts';
import { sentenceOf } from '#web/sentences.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { meQuery } from '../account.queries.ts';
import { openDocument } from '#web/ui/close-on-back.ts';

/** Re-authentication; empty if a recent session suffices. */
export type Proof = { password?: string };

/** The sign-in methods of this account. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(getSecurity, { signal }),
});

/** `networkMode: 'always'`: these must not run long after the button was pressed. */
const AT_ONCE = { networkMode: 'always' } as const;

/** Also refetches after a refusal, because sign-in methods may have changed elsewhere. */
function useChange<Given, Answer>(
  run: (given: Given) => Promise<Answer>,
  {
    alsoMe = false,
    keepsSecret = false,
    ...says
  }: {
    alsoMe?: boolean;
    keepsSecret?: boolean;
    onSuccess?: () => void;
    onError?: (problem: ApiProblem) => void;
  } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    // A secret is not kept in memory after its dialog closes.
    ...(keepsSecret && { gcTime: 0 }),
    mutationFn: run,
    ...says,
    // Not awaited, so that the caller is still mounted when its answer arrives.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
      if (alsoMe) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

export const useSetUpSecondFactor = () =>
  useMutation({ ...AT_ONCE, gcTime: 0, mutationFn: (body: Proof) => call(setUpSecondFactor, { body }) });

export const useConfirmSecondFactor = () =>
  useChange((body: AppCodeForm) => call(confirmSecondFactor, { body }), { keepsSecret: true });

export const useRenewRecoveryCodes = () =>
  useChange((body: Proof) => call(renewRecoveryCodes, { body }), { keepsSecret: true });

export const useTurnOffSecondFactor = () => useChange((body: Proof) => call(turnOffSecondFactor, { body }));

export const useStartPasskey = () =>
  useMutation({ ...AT_ONCE, mutationFn: (body: Proof) => call(startPasskey, { body }) });

export const useAddPasskey = () =>
  useChange((response: { id: string }) => call(addPasskey, { body: { response: { ...response } } }), {
    onSuccess: () => showToast(m.security_passkey_added()),
    onError: (problem) => showToast(sentenceOf(problem), { kind: 'alert' }),
  });

export const useRenamePasskey = (passkeyId: string) =>
  useChange((body: { name: string }) => call(renamePasskey, { params: { passkeyId }, body }), {
    onSuccess: () => showToast(m.security_passkey_renamed()),
  });

export const useRemovePasskey = (passkeyId: string) =>
  useChange((body: Proof) => call(removePasskey, { params: { passkeyId }, body }));

/** Navigates to the provider's page. */
export const useLinkProvider = (provider: ProviderId) =>
  useMutation({
    ...AT_ONCE,
    mutationFn: (body: Proof) => call(startProviderLink, { params: { provider }, body }),
    onSuccess: ({ url }) => openDocument(url),
  });

/** The sign-in method shown in the menu may change. */
export const useUnlinkProvider = (provider: ProviderId) =>
  useChange((body: Proof) => call(unlinkProvider, { params: { provider }, body }), { alsoMe: true });

/** Navigates to the provider's page, which redirects back to the previous page. */
export const useProveByProvider = () =>
  useMutation({
    ...AT_ONCE,
    mutationFn: ({ provider, page }: { provider: ProviderId; page: 'settings' | 'leaving' }) =>
      call(startProviderProof, { params: { provider }, body: { page } }),
    onSuccess: ({ url }) => openDocument(url),
  });
