import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

export const NICKNAME_MINIMUM = 2;
export const NICKNAME_MAXIMUM = 30;
export const PASSWORD_MINIMUM = 6;
export const PASSWORD_MAXIMUM = 128;

/** The signed-in person as their own browser sees them. Times in milliseconds. */
export const Me = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  /** 'password', or the id of the identity provider; null when it cannot be told. */
  providerId: z.string().nullable(),
  accountTier: z.enum(['free', 'paid']),
  paidTierExpiresAt: z.number().nullable(),
  isAdmin: z.boolean(),
  createdAt: z.number(),
});
export type Me = z.infer<typeof Me>;

export const getMe = endpoint({
  method: 'GET',
  url: '/api/me',
  access: 'anyone',
  schema: { summary: 'Who is signed in; null for a visitor', response: { 200: z.object({ me: Me.nullable() }) } },
  problems: [],
});

const email = z.string().trim().min(1, 'account.email_missing').max(254).pipe(z.email('account.email_invalid'));

/** The sign-up form (specification, section 5). */
export const SignUpForm = z
  .object({
    nickname: z.string().trim().min(NICKNAME_MINIMUM, 'account.nickname_too_short').max(NICKNAME_MAXIMUM),
    email,
    password: z
      .string()
      .min(1, 'account.password_missing')
      .min(PASSWORD_MINIMUM, 'account.password_too_short')
      .max(PASSWORD_MAXIMUM),
    passwordConfirm: z.string(),
    /** 만 14세 이상입니다 */
    isFourteenOrOlder: z.literal(true, 'account.age_not_confirmed'),
  })
  .refine((form) => form.password === form.passwordConfirm, {
    path: ['passwordConfirm'],
    error: 'account.passwords_differ',
    when: (payload) => z.object({ password: z.string(), passwordConfirm: z.string() }).safeParse(payload.value).success,
  });

export const SignInForm = z.object({ email, password: z.string().min(1, 'account.password_missing') });
