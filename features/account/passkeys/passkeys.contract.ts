import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Me } from '../account.contract.ts';
import { Reauthentication } from '../second-factor/second-factor.contract.ts';

export const PASSKEY_NAME_MAXIMUM = 40;
export const PASSKEYS_MAXIMUM = 20;

export const passkeyProblems = defineProblems({
  /**
   * The passkey is unknown, belongs to another site, or was used without user verification. The answer does not reveal
   * which of these is the case.
   */
  'account.passkey_refused': 403,
  /**
   * The passkey is unknown, was removed, or belongs to another member. The answer does not reveal which of these is the
   * case.
   */
  'account.passkey_unknown': 404,
  /** params: limit */
  'account.passkey_limit_reached': 409,
  'account.last_sign_in_method': 409,
});

/** A passkey of a member. Times are in milliseconds. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  /** Whether a password manager synchronizes the passkey. A passkey that is not synchronized is bound to one device. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

/**
 * The JSON form of W3C Web Authentication, Level 3. The server's library validates the parts that are not listed here.
 */
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });
const Answer = z.object({ response: z.looseObject({ id: z.string().min(1).max(2000) }) });

export const PasskeyNameForm = z.object({
  name: LineOfText.min(1, 'account.passkey_name_missing').max(PASSKEY_NAME_MAXIMUM),
});
export type PasskeyNameForm = z.infer<typeof PasskeyNameForm>;

const PasskeyParams = z.object({ passkeyId: z.string().min(1).max(64) });

export const startPasskeySignIn = endpoint({
  method: 'POST',
  url: '/api/account/sign-in/passkey/options',
  access: 'anyone',
  schema: { summary: 'Get WebAuthn options for signing in with a passkey.', response: { 200: Options } },
  problems: ['account.too_many_attempts'],
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  url: '/api/account/sign-in/passkey',
  access: 'anyone',
  schema: {
    summary: 'Sign in with a passkey. No second factor is required.',
    body: Answer,
    response: { 200: z.object({ me: Me }) },
  },
  problems: ['account.passkey_refused', 'account.review_due', 'account.too_many_attempts'],
});

export const startPasskey = endpoint({
  method: 'POST',
  url: '/api/account/passkeys/options',
  access: 'member',
  schema: {
    summary: 'Get WebAuthn options for adding a passkey. Requires re-authentication.',
    body: Reauthentication,
    response: { 200: Options },
  },
  problems: [
    'account.passkey_limit_reached',
    'account.password_wrong',
    'account.reauthentication_required',
    'account.too_many_attempts',
  ],
});

/** The endpoint needs no Idempotency-Key: a repeated request fails, because a challenge is valid only once. */
export const addPasskey = endpoint({
  method: 'POST',
  url: '/api/account/passkeys',
  access: 'member',
  schema: {
    summary: 'Add the passkey created by the browser.',
    body: Answer,
    response: { 201: z.object({ passkey: Passkey }) },
  },
  problems: ['account.passkey_refused', 'account.passkey_limit_reached'],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  url: '/api/account/passkeys/:passkeyId',
  access: 'member',
  schema: {
    summary: 'Rename a passkey.',
    params: PasskeyParams,
    body: PasskeyNameForm,
    response: { 200: z.object({ name: z.string() }) },
  },
  problems: ['account.passkey_unknown'],
});

export const removePasskey = endpoint({
  method: 'POST',
  url: '/api/account/passkeys/:passkeyId/removal',
  access: 'member',
  schema: {
    summary: 'Remove a passkey. Refused if it is the last sign-in method.',
    params: PasskeyParams,
    body: Reauthentication,
    response: { 200: z.object({ removed: z.literal(true) }) },
  },
  problems: [
    'account.passkey_unknown',
    'account.last_sign_in_method',
    'account.password_wrong',
    'account.reauthentication_required',
    'account.too_many_attempts',
  ],
});
