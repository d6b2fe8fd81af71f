import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { EmailAddress, NewPassword, passwordsAgree } from './account.contract.ts';

export const mailLinkProblems = defineProblems({
  /** Unknown, used or too old: never told apart. */
  'account.link_invalid': 410,
});

/** The part of a link in a mail that nobody can guess. */
const token = z.string().min(1).max(200);

export const PasswordResetRequest = z.object({ email: EmailAddress });
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

export const NewPasswordForm = z
  .object({ newPassword: NewPassword, newPasswordConfirm: z.string() })
  .refine((form) => form.newPassword === form.newPasswordConfirm, passwordsAgree('newPassword'));
export type NewPasswordForm = z.infer<typeof NewPasswordForm>;

const PasswordReset = z
  .object({ token, newPassword: NewPassword, newPasswordConfirm: z.string() })
  .refine((form) => form.newPassword === form.newPasswordConfirm, passwordsAgree('newPassword'));

const Done = z.object({ done: z.literal(true) });

export const requestPasswordReset = endpoint({
  method: 'POST',
  url: '/api/account/password-reset',
  access: 'anyone',
  schema: {
    summary: 'Mail a link for a new password, if the address has an account; the answer does not tell',
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
    summary: 'Choose a new password with the link from the mail; every session ends',
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
    summary: 'Mail the link that proves the e-mail address once more',
    response: { 202: Done },
  },
  problems: ['account.too_many_attempts'],
});

export const verifyEmail = endpoint({
  method: 'PUT',
  url: '/api/account/email-verification',
  access: 'anyone',
  schema: {
    summary: 'Prove the e-mail address with the link from the mail',
    body: z.object({ token }),
    response: { 200: Done },
  },
  problems: ['account.link_invalid', 'account.too_many_attempts'],
});
