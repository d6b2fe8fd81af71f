import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#features/account/passkeys/passkeys.contract.ts';
import {
  type ProviderId,
  startProviderLink,
  startProviderReauthentication,
  unlinkProvider,
} from '#features/account/providers/providers.contract.ts';
import {
  type AppCodeForm,
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactorSetup,
  disableSecondFactor,
} from '#features/account/second-factor/second-factor.contract.ts';
import { getSecurity } from '#features/account/security/security.contract.ts';
import { type ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { meQuery } from '../../web/account.queries.ts';
import { openDocument } from '#web/ui/close-on-back.ts';

/** The re-authentication that is sent with a change. It is empty if a recent session is enough. */
export type Reauthentication = { password?: string };

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(getSecurity, { signal }),
});

/**
 * Returns a mutation that refetches the sign-in methods. The refetch also follows a refusal, because another device may
 * have changed the sign-in methods.
 */
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
    ...(keepsSecret && { gcTime: 0 }),
    mutationFn: run,
    ...says,
    // The refetch is not awaited, because it could unmount the caller before the caller's own `onSuccess` runs.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
      if (alsoMe) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

export const useSetUpSecondFactor = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (body: Reauthentication) => call(startSecondFactorSetup, { body }),
  });

export const useConfirmSecondFactor = () =>
  useChange((body: AppCodeForm) => call(confirmSecondFactor, { body }), { keepsSecret: true });

export const useRenewRecoveryCodes = () =>
  useChange((body: Reauthentication) => call(renewRecoveryCodes, { body }), { keepsSecret: true });

export const useDisableSecondFactor = () =>
  useChange((body: Reauthentication) => call(disableSecondFactor, { body }));

export const useStartPasskey = () =>
  useMutation({ mutationFn: (body: Reauthentication) => call(startPasskey, { body }) });

export const useAddPasskey = () =>
  useChange((response: { id: string }) => call(addPasskey, { body: { response: { ...response } } }), {
    onSuccess: () => showToast(m.security_passkey_added()),
    onError: (problem) => showToast(messageOf(problem), { kind: 'alert' }),
  });

export const useRenamePasskey = (passkeyId: string) =>
  useChange((body: { name: string }) => call(renamePasskey, { params: { passkeyId }, body }), {
    onSuccess: () => showToast(m.security_passkey_renamed()),
  });

export const useRemovePasskey = (passkeyId: string) =>
  useChange((body: Reauthentication) => call(removePasskey, { params: { passkeyId }, body }));

export const useLinkProvider = (provider: ProviderId) =>
  useMutation({
    mutationFn: (body: Reauthentication) => call(startProviderLink, { params: { provider }, body }),
    onSuccess: ({ url }) => openDocument(url),
  });

/** Unlinks a provider. The member is refetched, because the sign-in method in the menu may change. */
export const useUnlinkProvider = (provider: ProviderId) =>
  useChange((body: Reauthentication) => call(unlinkProvider, { params: { provider }, body }), {
    alsoMe: true,
  });

/** Starts a re-authentication by a provider. The provider redirects back to the current page. */
export const useReauthenticateByProvider = () =>
  useMutation({
    mutationFn: ({ provider, page }: { provider: ProviderId; page: 'settings' | 'deletion' }) =>
      call(startProviderReauthentication, { params: { provider }, body: { page } }),
    onSuccess: ({ url }) => openDocument(url),
  });
