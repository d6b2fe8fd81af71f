import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { EmailAddress, NewPassword, passwordsAgree } from '../account.contract.ts';

export const mailLinkProblems = defineProblems({
  /** The link is unknown, used or expired. The answer does not reveal which of these is the case. */
  'account.link_invalid': 410,
});

const token = z.string().min(1).max(200);

export const PasswordResetRequest = z.object({ email: EmailAddress });
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

export const NewPasswordForm = z
  .object({ newPassword: NewPassword, newPasswordConfirm: z.string() })
  .refine(...passwordsAgree('newPassword'));
export type NewPasswordForm = z.infer<typeof NewPasswordForm>;

const PasswordReset = z
  .object({ token, newPassword: NewPassword, newPasswordConfirm: z.string() })
  .refine(...passwordsAgree('newPassword'));

const Done = z.object({ done: z.literal(true) });

export const requestPasswordReset = endpoint({
  method: 'POST',
  url: '/api/account/password-reset',
  access: 'anyone',
  schema: {
    summary: 'Send a password reset link. The response does not reveal whether the address has an account.',
    body: PasswordResetRequest,
    response: { 202: Done },
  },
  problems: ['account.too_many_attempts'],
});

export const resetPassword = endpoint({
  method: 'PUT',
  url: '/api/account/password-reset',
  access: 'anyone',
  schema: {
    summary: 'Reset the password with the token from the e-mail. Ends all sessions.',
    body: PasswordReset,
    response: { 200: Done },
  },
  problems: ['account.link_invalid', 'account.too_many_attempts'],
});

export const requestEmailVerification = endpoint({
  method: 'POST',
  url: '/api/account/email-verification',
  access: 'member',
  schema: {
    summary: 'Resend the e-mail verification link.',
    response: { 202: Done },
  },
  problems: ['account.too_many_attempts'],
});

export const verifyEmail = endpoint({
  method: 'PUT',
  url: '/api/account/email-verification',
  access: 'anyone',
  schema: {
    summary: 'Verify the e-mail address with the token from the e-mail.',
    body: z.object({ token }),
    response: { 200: Done },
  },
  problems: ['account.link_invalid', 'account.too_many_attempts'],
});
