import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  listApiTokens,
  createApiToken,
  type NewApiToken,
  revokeApiToken,
} from '#features/account/api-tokens/api-tokens.contract.ts';
import { changePassword, type ChangePasswordForm } from '#features/account/account.contract.ts';
import { requestEmailVerification } from '#features/account/mail-links/mail-links.contract.ts';
import {
  changeNickname,
  listDevices,
  type NicknameForm,
  signOutDevice,
  signOutOtherDevices,
} from '#features/account/settings/settings.contract.ts';
import { type ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { meQuery } from '../../web/account.queries.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await call(listDevices, { signal })).devices,
});

export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => call(listApiTokens, { signal }),
});

const showProblem = (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' });

export function useChangeNickname() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NicknameForm) => call(changeNickname, { body }),
    onSuccess: ({ me }) => {
      showToast(m.settings_nickname_saved());
      queryClient.setQueryData(meQuery.queryKey, me);
    },
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordForm) => call(changePassword, { body }),
    onSuccess: () => {
      showToast(m.settings_password_saved());
      return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
    },
  });
}

export const useRequestVerification = () =>
  useMutation({
    mutationFn: () => call(requestEmailVerification, {}),
    onSuccess: () => showToast(m.settings_email_sent()),
    onError: showProblem,
  });

/**
 * Signs a device out. The devices are refetched even after a refusal, because the device may have been signed out
 * elsewhere.
 */
export function useSignOutDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ deviceId }: { deviceId: string; name: string }) =>
      call(signOutDevice, { params: { deviceId } }),
    onSuccess: (_, { name }) => showToast(m.settings_device_signed_out({ device: name })),
    onError: showProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

export function useSignOutOtherDevices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(signOutOtherDevices, {}),
    onSuccess: () => showToast(m.settings_devices_signed_out()),
    onError: showProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

export function useCreateApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    // The secret is not kept in memory after its dialog closes.
    gcTime: 0,
    mutationFn: (body: NewApiToken) => call(createApiToken, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
}

export function useRevokeApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) => call(revokeApiToken, { params: { tokenId } }),
    onSuccess: () => showToast(m.settings_token_revoked()),
    onError: showProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
}
