import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listApiTokens,
  makeApiToken,
  type NewApiToken,
  revokeApiToken,
} from '#features/account/api-tokens.contract.ts';
import { changePassword, type ChangePasswordForm } from '#features/account/account.contract.ts';
import { requestEmailVerification } from '#features/account/mail-links.contract.ts';
import {
  changeNickname,
  listDevices,
  type NicknameForm,
  signOutDevice,
  signOutOtherDevices,
} from '#features/account/settings.contract.ts';
import { call } from '#web/api.ts';
import { meQuery } from '../account.queries.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await call(listDevices, { signal })).devices,
});

export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) => (await call(listApiTokens, { signal })).tokens,
});

/*
 * `networkMode: 'always'`: without a connection these fail at once and say so. A password must not change, and no
 * device must be signed out, long after somebody pressed the button.
 */

/** The menu shows the new name at once. */
export function useChangeNickname() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: NicknameForm) => call(changeNickname, { body }),
    onSuccess: ({ me }) => queryClient.setQueryData(meQuery.queryKey, me),
  });
}

/** Every other device is signed out by it. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: ChangePasswordForm) => call(changePassword, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

export const useAskForVerification = () =>
  useMutation({ networkMode: 'always', mutationFn: () => call(requestEmailVerification, {}) });

/** Also after a refusal the list is asked anew: the device was signed out somewhere else. */
export function useSignOutDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (deviceId: string) => call(signOutDevice, { params: { deviceId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

export function useSignOutOtherDevices() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call(signOutOtherDevices, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

export function useMakeApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    // The secret is not kept in memory once its dialog is gone.
    gcTime: 0,
    mutationFn: (body: NewApiToken) => call(makeApiToken, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
}

export function useRevokeApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (tokenId: string) => call(revokeApiToken, { params: { tokenId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
}
