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

export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (body: PasswordResetRequest) => call(requestPasswordReset, { body }),
  });

/** Sets the password. This ends every session of the account, including the session of this browser. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string; newPasswordConfirm: string }) =>
      call(resetPassword, { body }),
    onSuccess: () => {
      resetClientState(queryClient, null);
      notifyOtherTabs({ uid: null });
    },
  });
}

export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}
