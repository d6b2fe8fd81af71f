import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Me } from './account.contract.ts';

export const secondFactorProblems = defineProblems({
  /** A code of the app or a recovery code that is not right, or was used before. */
  'account.second_factor_wrong': 403,
  /** Signing in was begun too long ago, or was tried too often: it begins anew. */
  'account.second_factor_over': 410,
  'account.second_factor_on': 409,
  'account.second_factor_off': 409,
});

/**
 * Proves the person once more: the password, where there is one; else the session must have been proved or begun
 * within minutes.
 */
export const Proof = z.object({ password: z.string().max(1024).optional() });

/** Six digits; people type or paste a space in the middle. */
const appCode = z
  .string()
  .transform((code) => code.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'account.app_code_invalid'));

export const AppCodeForm = z.object({ code: appCode });
export type AppCodeForm = z.infer<typeof AppCodeForm>;

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The second step of signing in: a code of the app, or one of the recovery codes. */
export const SecondStep = z.discriminatedUnion('by', [
  z.object({ by: z.literal('app'), code: appCode, trustsBrowser: z.boolean() }),
  z.object({
    by: z.literal('recovery_code'),
    code: z.string().trim().min(1, 'account.recovery_code_missing').max(40),
    trustsBrowser: z.boolean(),
  }),
]);
export type SecondStep = z.infer<typeof SecondStep>;

export const passSecondFactor = endpoint({
  method: 'POST',
  url: '/api/account/sign-in/second-factor',
  access: 'anyone',
  schema: {
    summary: 'The second step of signing in, in the browser that took the first',
    body: SecondStep,
    response: {
      200: z.object({
        me: Me,
        /** After a recovery code: how many are left. */
        recoveryCodesLeft: z.number().int().nullable(),
      }),
    },
  },
  problems: ['account.second_factor_wrong', 'account.second_factor_over', 'account.too_many_attempts'],
});

export const setUpSecondFactor = endpoint({
  method: 'POST',
  url: '/api/account/second-factor',
  access: 'member',
  schema: {
    summary: 'Begin to set up an authenticator app; nothing is asked for until it is confirmed',
    body: Proof,
    response: {
      201: z.object({
        /** `otpauth://…`, for the QR code. */
        uri: z.string(),
        /** The same secret in Base32, to be typed in. */
        key: z.string(),
      }),
    },
  },
  problems: [
    'account.second_factor_on',
    'account.password_wrong',
    'account.fresh_sign_in_required',
    'account.too_many_attempts',
  ],
});

/** Its answer is not kept under an Idempotency-Key, which would keep the codes in clear; new ones can be made. */
export const confirmSecondFactor = endpoint({
  method: 'PUT',
  url: '/api/account/second-factor',
  access: 'member',
  schema: {
    summary: 'Turn the second factor on with a code of the app; this answer alone carries the recovery codes',
    body: AppCodeForm,
    response: { 200: RecoveryCodes },
  },
  problems: [
    'account.second_factor_on',
    'account.second_factor_off',
    'account.second_factor_wrong',
    'account.too_many_attempts',
  ],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/api/account/second-factor/recovery-codes',
  access: 'member',
  schema: {
    summary: 'Make new recovery codes; the ones before are worth nothing any more',
    body: Proof,
    response: { 201: RecoveryCodes },
  },
  problems: [
    'account.second_factor_off',
    'account.password_wrong',
    'account.fresh_sign_in_required',
    'account.too_many_attempts',
  ],
});

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  url: '/api/account/second-factor/off',
  access: 'member',
  schema: {
    summary: 'Turn the second factor off; its secret, recovery codes and trusted browsers go',
    body: Proof,
    response: { 200: z.object({ isOn: z.literal(false) }) },
  },
  problems: [
    'account.second_factor_off',
    'account.password_wrong',
    'account.fresh_sign_in_required',
    'account.too_many_attempts',
  ],
});
