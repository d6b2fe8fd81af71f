import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const NICKNAME_MINIMUM = 2;
export const NICKNAME_MAXIMUM = 30;
export const PASSWORD_MINIMUM = 6;
export const PASSWORD_MAXIMUM = 128;
export const EMAIL_MAXIMUM = 254;

export const accountProblems = defineProblems({
  /**
   * The address is unknown, the password is wrong, or the account has no password. The answer does not reveal which of
   * these is the case.
   */
  'account.credentials_wrong': 401,
  'account.email_taken': 409,
  'account.password_wrong': 403,
  /** Re-authentication is needed: the account has no password, and its last sign-in is too old. */
  'account.reauthentication_required': 403,
  /** params: minutes, retryAfterSeconds */
  'account.too_many_attempts': 429,
  'account.sign_in_failed': 500,
  'account.sign_up_failed': 500,
});

/** The signed-in member. Times are in milliseconds. */
export const Me = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  /** The sign-in method: 'password' or the id of the identity provider; null if unknown. */
  providerId: z.string().nullable(),
  accountTier: z.enum(['free', 'paid']),
  paidTierExpiresAt: z.number().nullable(),
  /** Whether a refund has ended the membership. */
  endedByRefund: z.boolean().default(false),
  isAdmin: z.boolean(),
  createdAt: z.number(),
});
export type Me = z.infer<typeof Me>;

const SignedIn = z.object({ me: Me });

/** The answer to a sign-in. If a second factor is required, the browser must send the code within ten minutes. */
const SignInAnswer = z.discriminatedUnion('needsSecondFactor', [
  SignedIn.extend({ needsSecondFactor: z.literal(false) }),
  z.object({ needsSecondFactor: z.literal(true), me: z.null() }),
]);

/** Writes a Korean domain in its ASCII form: `eunjo@김치.kr` becomes `eunjo@xn--4k0bq22d.kr`. */
function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const isInternational = /[^ -~]/.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain);
  if (!isInternational) return address;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}

/** A top level such as `.한국`, in ASCII. The sign-in library accepts only letters there. */
const INTERNATIONAL_TOP_LEVEL = /\.xn--[^.@]*$/;

export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite(asciiDomain)
  .min(1, 'account.email_missing')
  .max(EMAIL_MAXIMUM)
  .pipe(
    z.email({
      error: ({ input }) =>
        INTERNATIONAL_TOP_LEVEL.test(String(input))
          ? 'account.email_domain_unsupported'
          : 'account.email_invalid',
    }),
  );

/** Pattern of a nickname. It requires a visible character and forbids characters that change the text direction. */
const NICKNAME =
  /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Co}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u;

export const Nickname = LineOfText.min(NICKNAME_MINIMUM, 'account.nickname_too_short')
  .max(NICKNAME_MAXIMUM)
  .regex(NICKNAME, 'account.nickname_invalid');

/** A new password. The minimum length applies only to new passwords, not to the password of a sign-in. */
export const NewPassword = z
  .string()
  .min(1, 'account.password_missing')
  .min(PASSWORD_MINIMUM, 'account.password_too_short')
  .max(PASSWORD_MAXIMUM);

const existingPassword = z.string().min(1, 'account.password_missing').max(1024);

/** The sign-up form of the specification, section 5. */
export const SignUpForm = z
  .object({
    nickname: Nickname,
    email: EmailAddress,
    password: NewPassword,
    passwordConfirm: z.string(),
    /** The age is the international age (만 나이). */
    isFourteenOrOlder: z.literal(true, 'account.age_not_confirmed'),
  })
  .refine(...passwordsAgree('password'));
export type SignUpForm = z.infer<typeof SignUpForm>;

export const SignInForm = z.object({ email: EmailAddress, password: existingPassword });
export type SignInForm = z.infer<typeof SignInForm>;

export const ChangePasswordForm = z
  .object({ currentPassword: existingPassword, newPassword: NewPassword, newPasswordConfirm: z.string() })
  .refine(...passwordsAgree('newPassword'));
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;

/**
 * Returns a check: a password and its repetition must be equal. The check also runs while other fields are invalid, so
 * that all errors are reported together.
 */
export function passwordsAgree(
  field: 'password' | 'newPassword',
): [
  agree: (form: Record<string, unknown>) => boolean,
  problem: { path: string[]; error: string; when: (payload: { value: unknown }) => boolean },
] {
  const confirm = `${field}Confirm`;
  return [
    (form: Record<string, unknown>) => form[field] === form[confirm],
    {
      path: [confirm],
      error: 'account.passwords_differ',
      when: ({ value }: { value: unknown }) => hasText(value, field) && hasText(value, confirm),
    },
  ];
}

const hasText = (form: unknown, field: string) =>
  typeof form === 'object' && form !== null && typeof (form as Record<string, unknown>)[field] === 'string';

export const getMe = endpoint({
  method: 'GET',
  url: '/api/me',
  access: 'anyone',
  schema: {
    summary: 'Get the current member. `me` is null for visitors.',
    response: { 200: z.object({ me: Me.nullable() }) },
  },
  problems: [],
});

export const signUp = endpoint({
  method: 'POST',
  url: '/api/account/sign-up',
  access: 'anyone',
  schema: {
    summary: 'Create an account with e-mail and password, and sign in.',
    body: SignUpForm,
    response: { 201: SignedIn },
  },
  problems: ['account.email_taken', 'account.too_many_attempts', 'account.sign_up_failed'],
});

export const signIn = endpoint({
  method: 'POST',
  url: '/api/account/sign-in',
  access: 'anyone',
  schema: { summary: 'Sign in with e-mail and password.', body: SignInForm, response: { 200: SignInAnswer } },
  problems: ['account.credentials_wrong', 'account.too_many_attempts', 'account.sign_in_failed'],
});

export const signOut = endpoint({
  method: 'POST',
  url: '/api/account/sign-out',
  access: 'anyone',
  schema: {
    summary: 'Sign out of the current session. Idempotent.',
    response: { 200: z.object({ me: z.null() }) },
  },
  problems: [],
});

export const changePassword = endpoint({
  method: 'PUT',
  url: '/api/account/password',
  access: 'member',
  schema: {
    summary: 'Change the password. Ends all other sessions.',
    body: ChangePasswordForm,
    response: { 200: SignedIn },
  },
  problems: ['account.password_wrong', 'account.too_many_attempts'],
});
