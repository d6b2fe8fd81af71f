import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Me } from './account.contract.ts';
import { Proof } from './second-factor.contract.ts';

export const PASSKEY_NAME_MAXIMUM = 40;
export const PASSKEYS_MAXIMUM = 20;

export const passkeyProblems = defineProblems({
  /** Not one of ours, of another site, or the device did not make sure who holds it: never told apart. */
  'account.passkey_refused': 403,
  /** Unknown, removed already, or somebody else's: never told apart. */
  'account.passkey_unknown': 404,
  /** params: limit */
  'account.passkey_limit_reached': 409,
  /** Nobody can lock themselves out: something to sign in with must be left. */
  'account.last_way_in': 409,
});

/** A passkey as its owner sees it. Times in milliseconds. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  /** Kept by a password manager on several devices, and not in one device alone. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

/** What browsers take and give as JSON (W3C Web Authentication, Level 3). Read by the server's library. */
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });
const Answer = z.object({ response: z.looseObject({ id: z.string().min(1).max(2000) }) });

export const PasskeyNameForm = z.object({
  name: z.string().normalize().trim().min(1, 'account.passkey_name_missing').max(PASSKEY_NAME_MAXIMUM),
});
export type PasskeyNameForm = z.infer<typeof PasskeyNameForm>;

const PasskeyParams = z.object({ passkeyId: z.string().min(1).max(64) });

export const startPasskeySignIn = endpoint({
  method: 'POST',
  url: '/api/account/sign-in/passkey/options',
  access: 'anyone',
  schema: { summary: 'Begin to sign in with a passkey', response: { 200: Options } },
  problems: ['account.too_many_attempts'],
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  url: '/api/account/sign-in/passkey',
  access: 'anyone',
  schema: {
    summary: 'Sign in with a passkey; no second factor is asked, because it is two in one',
    body: Answer,
    response: { 200: z.object({ me: Me }) },
  },
  problems: ['account.passkey_refused', 'account.too_many_attempts'],
});

export const startPasskey = endpoint({
  method: 'POST',
  url: '/api/account/passkeys/options',
  access: 'member',
  schema: { summary: 'Begin to add a passkey', body: Proof, response: { 200: Options } },
  problems: [
    'account.passkey_limit_reached',
    'account.password_wrong',
    'account.fresh_sign_in_required',
    'account.too_many_attempts',
  ],
});

/** A repeat finds its challenge used up and adds nothing. */
export const addPasskey = endpoint({
  method: 'POST',
  url: '/api/account/passkeys',
  access: 'member',
  schema: {
    summary: 'Add the passkey that the browser made',
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
    summary: 'Name a passkey',
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
    summary: 'Remove a passkey, unless nothing to sign in with would be left',
    params: PasskeyParams,
    body: Proof,
    response: { 200: z.object({ removed: z.literal(true) }) },
  },
  problems: [
    'account.passkey_unknown',
    'account.last_way_in',
    'account.password_wrong',
    'account.fresh_sign_in_required',
    'account.too_many_attempts',
  ],
});
