import { randomBytes } from 'node:crypto';
import type { Settings } from '#server/config.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { expireMembership, grantAdminMembership } from '#features/membership/server/membership.public.ts';
import {
  accountProblems,
  type ChangePasswordForm,
  type SignInForm,
  type SignUpForm,
} from '../account.contract.ts';
import { isAdminAccount } from '../account.rules.ts';
import type { AccountAuth } from './account.auth.ts';
import { hashPassword, verifyPassword } from './account.passwords.ts';
import {
  accountOfUser,
  deleteOtherSessions,
  deleteSessionByToken,
  passwordByEmail,
  passwordOfUser,
  renewSessionToken,
  replacePassword,
  userIdByEmail,
  lockUser,
} from './account.sql.ts';
import { deleteSecondSteps } from '../second-factor/server/second-factor.sql.ts';

export type CreatedSession = { token: string; setCookies: string[] };

/**
 * Creates an account. If several sign-ups with one address run at the same time, exactly one succeeds.
 * @throws account.email_taken
 */
export async function createAccount({
  auth,
  database,
  form,
  headers,
}: {
  auth: AccountAuth;
  database: Database;
  form: SignUpForm;
  headers: Headers;
}): Promise<CreatedSession> {
  const { nickname, email, password } = form;
  try {
    const made = await auth.api.signUpEmail({
      body: { name: nickname, email, password },
      headers,
      returnHeaders: true,
    });
    return createdSession(made, 'account.sign_up_failed');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL')
      throw problem(accountProblems, 'account.email_taken');
    if (code === null) throw error;
    // better-auth reports the same error for every failed insert. Only a taken address gets its own problem, because it
    // is the only cause that the person can fix.
    const taken = await userIdByEmail(database, { email });
    throw problem(accountProblems, taken ? 'account.email_taken' : 'account.sign_up_failed');
  }
}

/** The result of a sign-in if a second factor is required. The cookies identify the person in the second step. */
export type SecondFactorRequired = { token: null; setCookies: string[] };

/**
 * Creates a session by password. An unknown address and a wrong password take the same time and get the same answer.
 * @throws account.credentials_wrong
 */
export async function createSession({
  auth,
  database,
  form,
  headers,
}: {
  auth: AccountAuth;
  database: Database;
  form: SignInForm;
  headers: Headers;
}): Promise<CreatedSession | SecondFactorRequired> {
  const refusal = () => problem(accountProblems, 'account.credentials_wrong');
  try {
    return await withUnchangedPassword({
      database,
      email: form.email,
      refusal,
      run: async () => {
        const made = await auth.api.signInEmail({ body: form, headers, returnHeaders: true });
        // better-auth's plugin returns this object, but its types do not include it.
        if ('twoFactorRedirect' in made.response)
          return { token: null, setCookies: made.headers.getSetCookie() };
        return createdSession(made, 'account.sign_in_failed');
      },
    });
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    const refused = code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'PASSWORD_TOO_LONG';
    throw refused ? refusal() : problem(accountProblems, 'account.sign_in_failed');
  }
}

/**
 * Runs a function that verifies a credential and then creates a session or a second step. If the password was replaced
 * in the meantime, the session and all second steps are deleted. The password is compared under the account's lock, so
 * that a concurrent reset or change of the password either deletes the session itself or is seen here.
 * @throws refusal
 */
export async function withUnchangedPassword<T extends { token: string | null }>({
  database,
  email,
  refusal,
  run,
}: {
  database: Database;
  email: string;
  refusal: () => Error;
  run: () => Promise<T>;
}): Promise<T> {
  const before = await passwordByEmail(database, { email });
  const made = await run();
  // The account did not exist yet when its password was read.
  if (!before) throw refusal();
  const { userId } = before;
  const isUnchanged = await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    const after = await passwordByEmail(transaction, { email });
    if (after?.password === before.password) return true;
    if (made.token !== null) await deleteSessionByToken(transaction, { token: made.token });
    await deleteSecondSteps(transaction, { userId });
    return false;
  });
  if (!isUnchanged) throw refusal();
  return made;
}

/**
 * Changes the password. The same transaction ends every other session, renews the token of this session and revokes
 * trusted browsers.
 * @returns the new token of the session
 * @throws account.password_wrong, also for an account without a password
 */
export async function changePasswordOfUser({
  database,
  userId,
  sessionId,
  form,
}: {
  database: Database;
  userId: string;
  sessionId: string;
  form: ChangePasswordForm;
}): Promise<string> {
  const stored = await passwordOfUser(database, { userId });
  const reauthenticated =
    stored?.password != null &&
    (await verifyPassword({ hash: stored.password, password: form.currentPassword }));
  if (!reauthenticated) throw problem(accountProblems, 'account.password_wrong');

  const from = stored.password as string;
  const to = await hashPassword(form.newPassword);
  const token = randomBytes(24).toString('base64url');
  await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    // A concurrent request may have replaced the password that was verified.
    const { numUpdatedRows } = await replacePassword(transaction, { userId, from, to });
    if (numUpdatedRows === 0n) throw problem(accountProblems, 'account.password_wrong');
    await deleteOtherSessions(transaction, { userId, sessionId });
    await deleteSecondSteps(transaction, { userId });
    await renewSessionToken(transaction, { sessionId, token });
  });
  return token;
}

/** Updates the membership of an account: an expired membership ends, and the admin's membership is extended. */
export async function updateMembership({
  connection,
  userId,
  now,
  settings,
}: {
  connection: Connection;
  userId: string;
  now: number;
  settings: Pick<Settings, 'ADMIN_UID' | 'ADMIN_EMAIL'>;
}): Promise<void> {
  const account = await accountOfUser(connection, { userId });
  const { ADMIN_UID: adminUid, ADMIN_EMAIL: adminEmail } = settings;
  if (account && isAdminAccount({ account, adminUid, adminEmail })) {
    await grantAdminMembership(connection, { userId, now });
  } else {
    await expireMembership(connection, { userId, now });
  }
}

function createdSession(
  made: { headers: Headers; response: { token: string | null } },
  failure: 'account.sign_up_failed' | 'account.sign_in_failed',
): CreatedSession {
  const { token } = made.response;
  if (!token) throw problem(accountProblems, failure);
  return { token, setCookies: made.headers.getSetCookie() };
}

/** Returns the code of a refusal by better-auth. Returns null for any other error, such as an unreachable database. */
export function codeOf(error: unknown): string | null {
  // The error is recognised by its name, because better-auth's own check would load the library (account.routes.ts).
  if (!(error instanceof Error) || error.name !== 'APIError') return null;
  const { body } = error as { body?: { code?: string } };
  return body?.code ?? '';
}
