import { commonProblems } from '#common/problem.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { deviceNameOf } from '../../sessions/devices.rules.ts';
import { type Passkey, PASSKEYS_MAXIMUM, passkeyProblems } from '../passkeys.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import { codeOf, type CreatedSession } from '../../server/account.service.ts';
import { rejectRemovingLastSignInMethod } from '../../sign-in/server/sign-in-methods.ts';
import { sessionExists, lockUser } from '../../server/account.sql.ts';
import { deletePasskey, passkeysOfUser, setPasskeyName, setPasskeyUsed } from './passkeys.sql.ts';

/** The answer of a browser. The library of better-auth validates the parts that are not listed. */
type BrowserAnswer = { id: string; [part: string]: unknown };
type Assertion = NonNullable<
  Parameters<AccountAuth['api']['verifyPasskeyAuthentication']>[0]
>['body']['response'];

export async function passkeysOf({
  database,
  userId,
}: {
  database: Database;
  userId: string;
}): Promise<Passkey[]> {
  const rows = await passkeysOfUser(database, { userId });
  return rows.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
    id,
    name: name ?? '',
    createdAt: createdAt?.getTime() ?? 0,
    lastUsedAt: lastUsedAt?.getTime() ?? null,
    isSynced,
  }));
}

/** @throws account.passkey_refused */
export async function createSessionByPasskey(given: {
  auth: AccountAuth;
  database: Database;
  headers: Headers;
  answer: BrowserAnswer;
}): Promise<CreatedSession> {
  const { auth, database, headers, answer } = given;
  const body = { response: answer as unknown as Assertion };
  const made = await refusing(() =>
    auth.api.verifyPasskeyAuthentication({ headers, body, returnHeaders: true }),
  );
  await setPasskeyUsed(database, { credentialId: answer.id, at: new Date() });
  return { token: made.response.session.token, setCookies: made.headers.getSetCookie() };
}

/**
 * Stores a passkey. better-auth inserts the passkey on its own connection. Therefore the limit is checked after the
 * insert, under the account's lock.
 * @throws account.sign_in_required, account.passkey_refused, account.passkey_limit_reached
 */
export async function storePasskey(given: {
  auth: AccountAuth;
  database: Database;
  userId: string;
  sessionId: string;
  headers: Headers;
  answer: BrowserAnswer;
}): Promise<Passkey> {
  const { auth, database, userId, sessionId, headers, answer } = given;
  const { id, aaguid } = await refusing(() =>
    auth.api.verifyPasskeyRegistration({ headers, body: { response: answer } }),
  );
  const { browser, system } = deviceNameOf(headers.get('user-agent') ?? '');
  const device = [system, browser].filter((word) => word !== null).join(' · ');
  const { getAuthenticatorName } = await import('@better-auth/passkey');
  const name = getAuthenticatorName(aaguid) ?? (device || 'Passkey');
  const refusal = await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    const isTooMany = PASSKEYS_MAXIMUM < (await passkeysOfUser(transaction, { userId })).length;
    // A password reset may have ended the session since better-auth has checked it.
    const isSignedIn = await sessionExists(transaction, { sessionId });
    if (isSignedIn && !isTooMany) {
      await setPasskeyName(transaction, { userId, passkeyId: id, name });
      return null;
    }
    await deletePasskey(transaction, { userId, passkeyId: id });
    return isSignedIn ? passkeyLimitReached() : problem(commonProblems, 'account.sign_in_required');
  });
  if (refusal) throw refusal;
  const kept = (await passkeysOf({ database, userId })).find((one) => one.id === id);
  if (!kept) throw problem(passkeyProblems, 'account.passkey_refused');
  return kept;
}

export const passkeyLimitReached = () =>
  problem(passkeyProblems, 'account.passkey_limit_reached', { limit: PASSKEYS_MAXIMUM });

/** @throws account.passkey_unknown, account.last_sign_in_method */
export const deletePasskeyOfUser = (given: {
  database: Database;
  userId: string;
  passkeyId: string;
  offered: readonly string[];
}): Promise<void> => {
  const { database, userId, passkeyId, offered } = given;
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    const { numDeletedRows } = await deletePasskey(transaction, { userId, passkeyId });
    if (numDeletedRows === 0n) throw problem(passkeyProblems, 'account.passkey_unknown');
    await rejectRemovingLastSignInMethod(transaction, { userId, offered });
  });
};

/** Runs a call of the library. Every refusal becomes the same problem, so that a stranger cannot see the reason. */
async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (codeOf(error) === null) throw error;
    throw problem(passkeyProblems, 'account.passkey_refused');
  }
}
