import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const NICKNAME_MINIMUM = 2;
export const NICKNAME_MAXIMUM = 30;
export const PASSWORD_MINIMUM = 6;
export const PASSWORD_MAXIMUM = 128;
export const EMAIL_MAXIMUM = 254;

export const accountProblems = defineProblems({
  /** Unknown address, wrong password, or an account without a password: never told apart. */
  'account.credentials_wrong': 401,
  'account.email_taken': 409,
  /** The present password that was asked for once more is not the right one. */
  'account.password_wrong': 403,
  /** An account without a password proves itself by a sign-in of the last minutes. */
  'account.fresh_sign_in_required': 403,
  /** By account or by address; Retry-After says when it is over. params: minutes, retryAfterSeconds */
  'account.too_many_attempts': 429,
  'account.sign_in_failed': 500,
  'account.sign_up_failed': 500,
});

/** The signed-in person as their own browser sees them. Times in milliseconds. */
export const Me = z.object({
  uid: z.string(),
  email: z.string(),
  /** Whether the person has proved that the address is theirs. */
  emailVerified: z.boolean(),
  displayName: z.string(),
  /** 'password', or the id of the identity provider; null when it cannot be told. */
  providerId: z.string().nullable(),
  accountTier: z.enum(['free', 'paid']),
  paidTierExpiresAt: z.number().nullable(),
  isAdmin: z.boolean(),
  createdAt: z.number(),
});
export type Me = z.infer<typeof Me>;

const SignedIn = z.object({ me: Me });

/** In, or half way: this browser may take the second step within ten minutes. */
const SignInAnswer = z.discriminatedUnion('needsSecondFactor', [
  SignedIn.extend({ needsSecondFactor: z.literal(false) }),
  z.object({ needsSecondFactor: z.literal(true), me: z.null() }),
]);

/*
 * Parts of forms have names like schemas, though they are none of anybody's answers: what is exported under another
 * name comes to browsers with the first page, and zod with it (web/build/contracts-in-two.ts).
 */

export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'account.email_missing')
  .max(EMAIL_MAXIMUM)
  .pipe(z.email('account.email_invalid'));

/** Something to see in it, nothing invisible that could turn the text around it. */
const NICKNAME =
  /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Co}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u;

export const Nickname = z
  .string()
  .normalize()
  .trim()
  .min(NICKNAME_MINIMUM, 'account.nickname_too_short')
  .max(NICKNAME_MAXIMUM)
  .regex(NICKNAME, 'account.nickname_invalid');

/** A password that is being chosen; signing in asks for no length. */
export const NewPassword = z
  .string()
  .min(1, 'account.password_missing')
  .min(PASSWORD_MINIMUM, 'account.password_too_short')
  .max(PASSWORD_MAXIMUM);

const existingPassword = z.string().min(1, 'account.password_missing').max(1024);

/** The sign-up form (specification, section 5). */
export const SignUpForm = z
  .object({
    nickname: Nickname,
    email: EmailAddress,
    password: NewPassword,
    passwordConfirm: z.string(),
    /** 만 14세 이상입니다 */
    isFourteenOrOlder: z.literal(true, 'account.age_not_confirmed'),
  })
  .refine((form) => form.password === form.passwordConfirm, passwordsAgree('password'));
export type SignUpForm = z.infer<typeof SignUpForm>;

export const SignInForm = z.object({ email: EmailAddress, password: existingPassword });
export type SignInForm = z.infer<typeof SignInForm>;

export const ChangePasswordForm = z
  .object({ currentPassword: existingPassword, newPassword: NewPassword, newPasswordConfirm: z.string() })
  .refine((form) => form.newPassword === form.newPasswordConfirm, passwordsAgree('newPassword'));
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;

/** What a form says of `field` and `fieldConfirm` that differ: with its other errors, not only once they are gone. */
export function passwordsAgree(field: 'password' | 'newPassword') {
  const confirm = `${field}Confirm`;
  return {
    path: [confirm],
    error: 'account.passwords_differ',
    when: ({ value }: { value: unknown }) => hasText(value, field) && hasText(value, confirm),
  };
}

const hasText = (form: unknown, field: string) =>
  typeof form === 'object' && form !== null && typeof (form as Record<string, unknown>)[field] === 'string';

export const getMe = endpoint({
  method: 'GET',
  url: '/api/me',
  access: 'anyone',
  schema: {
    summary: 'Who is signed in; null for a visitor',
    response: { 200: z.object({ me: Me.nullable() }) },
  },
  problems: [],
});

export const signUp = endpoint({
  method: 'POST',
  url: '/api/account/sign-up',
  access: 'anyone',
  schema: {
    summary: 'Make an account with e-mail and password, and sign in',
    body: SignUpForm,
    response: { 201: SignedIn },
  },
  problems: ['account.email_taken', 'account.too_many_attempts', 'account.sign_up_failed'],
});

export const signIn = endpoint({
  method: 'POST',
  url: '/api/account/sign-in',
  access: 'anyone',
  schema: { summary: 'Sign in with e-mail and password', body: SignInForm, response: { 200: SignInAnswer } },
  problems: ['account.credentials_wrong', 'account.too_many_attempts', 'account.sign_in_failed'],
});

export const signOut = endpoint({
  method: 'POST',
  url: '/api/account/sign-out',
  access: 'anyone',
  schema: {
    summary: 'End this session; also right for one that has ended already',
    response: { 200: z.object({ me: z.null() }) },
  },
  problems: [],
});

export const changePassword = endpoint({
  method: 'PUT',
  url: '/api/account/password',
  access: 'member',
  schema: {
    summary: 'Change the password; every other session ends',
    body: ChangePasswordForm,
    response: { 200: SignedIn },
  },
  problems: ['account.password_wrong', 'account.too_many_attempts'],
});
