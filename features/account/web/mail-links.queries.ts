import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type PasswordResetRequest,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '#features/account/mail-links.contract.ts';
import { call } from '#web/api.ts';
import { meQuery, startAnew } from './account.queries.ts';
import { tellOtherTabs } from './other-tabs.ts';

/** Asks for the mail with the link. */
export const useRequestPasswordReset = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: (body: PasswordResetRequest) => call(requestPasswordReset, { body }),
  });

/** Chooses the new password. Every session of the account has ended then, this browser's too. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { token: string; newPassword: string; newPasswordConfirm: string }) =>
      call(resetPassword, { body }),
    onSuccess: () => {
      startAnew(queryClient, null);
      tellOtherTabs({ uid: null });
    },
  });
}

/** Proves the address. Invalidates who is signed in, which says whether it is proved. */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}
