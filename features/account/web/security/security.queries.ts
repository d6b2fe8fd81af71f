import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { call } from '#web/api.ts';
import { meQuery } from '../account.queries.ts';

/** What the person proves themselves by; nothing where a session that has just begun is enough. */
export type Proof = { password?: string };

/** The ways into this account. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(getSecurity, { signal }),
});

/** `networkMode: 'always'`: none of these must happen long after somebody pressed the button. */
const AT_ONCE = { networkMode: 'always' } as const;

/** Also after a refusal the ways in are asked anew: they were changed somewhere else. */
function useChange<Given, Answer>(
  run: (given: Given) => Promise<Answer>,
  { alsoMe = false, keepsSecret = false }: { alsoMe?: boolean; keepsSecret?: boolean } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    // A secret is not kept in memory once its dialog is gone.
    ...(keepsSecret && { gcTime: 0 }),
    mutationFn: run,
    // Not waited for: what asked is still on screen when its own answer comes.
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
  useChange((response: { id: string }) => call(addPasskey, { body: { response: { ...response } } }));

export const useRenamePasskey = (passkeyId: string) =>
  useChange((body: { name: string }) => call(renamePasskey, { params: { passkeyId }, body }));

export const useRemovePasskey = (passkeyId: string) =>
  useChange((body: Proof) => call(removePasskey, { params: { passkeyId }, body }));

/** Leaves for the provider's page; success is the page going away. */
export const useLinkProvider = (provider: ProviderId) =>
  useMutation({
    ...AT_ONCE,
    mutationFn: (body: Proof) => call(startProviderLink, { params: { provider }, body }),
    onSuccess: ({ url }) => window.location.assign(url),
  });

/** The menu's line about the sign-in may change. */
export const useUnlinkProvider = (provider: ProviderId) =>
  useChange((body: Proof) => call(unlinkProvider, { params: { provider }, body }), { alsoMe: true });

/** Leaves for the provider's page, which leads back to the page one came from. */
export const useProveByProvider = () =>
  useMutation({
    ...AT_ONCE,
    mutationFn: ({ provider, page }: { provider: ProviderId; page: 'settings' | 'leaving' }) =>
      call(startProviderProof, { params: { provider }, body: { page } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
