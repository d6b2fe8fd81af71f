import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Me } from '../account.contract.ts';

export const secondFactorProblems = defineProblems({
  /** The code is wrong or was used before. This applies to codes of the authenticator app and to recovery codes. */
  'account.second_factor_wrong': 403,
  /** The second step has expired or had too many attempts. The person must sign in again. */
  'account.second_step_expired': 410,
  'account.second_factor_on': 409,
  'account.second_factor_off': 409,
});

/**
 * The re-authentication before a change. Without a password, the session must have been started or re-authenticated
 * within the last ten minutes.
 */
export const Reauthentication = z.object({ password: z.string().max(1024).optional() });

const appCode = z
  .string()
  .transform((code) => code.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'account.app_code_invalid'));

export const AppCodeForm = z.object({ code: appCode });
export type AppCodeForm = z.infer<typeof AppCodeForm>;

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

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
    summary: 'Complete sign-in with a second factor, in the browser that passed the first step.',
    body: SecondStep,
    response: {
      200: z.object({
        me: Me,
        /** Number of unused recovery codes; null if no recovery code was used for this sign-in. */
        recoveryCodesLeft: z.number().int().nullable(),
      }),
    },
  },
  problems: ['account.second_factor_wrong', 'account.second_step_expired', 'account.too_many_attempts'],
});

export const startSecondFactorSetup = endpoint({
  method: 'POST',
  url: '/api/account/second-factor',
  access: 'member',
  schema: {
    summary: 'Start setup of an authenticator app. The second factor is required only after confirmation.',
    body: Reauthentication,
    response: {
      201: z.object({
        /** URI of the form `otpauth://…`, for the QR code. */
        uri: z.string(),
        /** The same secret in Base32, for manual entry. */
        key: z.string(),
      }),
    },
  },
  problems: [
    'account.second_factor_on',
    'account.password_wrong',
    'account.reauthentication_required',
    'account.too_many_attempts',
  ],
});

/**
 * The endpoint has no Idempotency-Key, because the stored answer would contain the recovery codes. If the answer is
 * lost, the member can generate new codes.
 */
export const confirmSecondFactor = endpoint({
  method: 'PUT',
  url: '/api/account/second-factor',
  access: 'member',
  schema: {
    summary:
      'Enable the second factor with a code from the app. Recovery codes are returned only in this response.',
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
    summary: 'Generate new recovery codes. The previous codes stop working.',
    body: Reauthentication,
    response: { 201: RecoveryCodes },
  },
  problems: [
    'account.second_factor_off',
    'account.password_wrong',
    'account.reauthentication_required',
    'account.too_many_attempts',
  ],
});

export const disableSecondFactor = endpoint({
  method: 'POST',
  url: '/api/account/second-factor/off',
  access: 'member',
  schema: {
    summary: 'Disable the second factor. Deletes its secret, recovery codes and trusted browsers.',
    body: Reauthentication,
    response: { 200: z.object({ isOn: z.literal(false) }) },
  },
  problems: [
    'account.second_factor_off',
    'account.password_wrong',
    'account.reauthentication_required',
    'account.too_many_attempts',
  ],
});
