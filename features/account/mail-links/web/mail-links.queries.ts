import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type PasswordResetRequest,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '#features/account/mail-links/mail-links.contract.ts';
import { call } from '#web/api.ts';
import { meQuery, resetClientState } from '../../web/account.queries.ts';
import { notifyOtherTabs } from '../../sessions/web/other-tabs.ts';

/** Requests the mail with the link. */
export const useRequestPasswordReset = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: (body: PasswordResetRequest) => call(requestPasswordReset, { body }),
  });

/** Sets the new password. This ends every session of the account, including this browser's. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { token: string; newPassword: string; newPasswordConfirm: string }) =>
      call(resetPassword, { body }),
    onSuccess: () => {
      resetClientState(queryClient, null);
      notifyOtherTabs({ uid: null });
    },
  });
}

/** Verifies the address. Invalidates the query for the signed-in person, whose result contains the verification. */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}
