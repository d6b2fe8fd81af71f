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
  lockPassword,
  passwordByEmail,
  passwordOfUser,
  renewSessionToken,
  replacePassword,
  userIdByEmail,
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
 * Creates a session by password. An unknown address and a wrong password take the same time and get the same answer. A
 * password that was replaced during the sign-in counts as wrong.
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
  const verified = await passwordByEmail(database, form);
  try {
    const made = await auth.api.signInEmail({ body: form, headers, returnHeaders: true });
    if (verified && (await isReplaced(database, { ...verified, token: made.response.token })))
      throw problem(accountProblems, 'account.credentials_wrong');
    // better-auth's plugin returns this object, but its types do not include it.
    if ('twoFactorRedirect' in made.response) return { token: null, setCookies: made.headers.getSetCookie() };
    return createdSession(made, 'account.sign_in_failed');
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    const refused = code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'PASSWORD_TOO_LONG';
    throw problem(accountProblems, refused ? 'account.credentials_wrong' : 'account.sign_in_failed');
  }
}

/**
 * Returns whether the password was replaced after it was verified. In this case deletes the session and the second step
 * of the sign-in. A transaction that replaces a password first writes the password and then deletes sessions, so either
 * this function sees the new password, or that transaction sees the new session.
 */
const isReplaced = (
  database: Database,
  { userId, password, token }: { userId: string; password: string | null; token: string | null },
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const current = await lockPassword(transaction, { userId });
    if (current?.password === password) return false;
    if (token) await deleteSessionByToken(transaction, { token });
    await deleteSecondSteps(transaction, { userId });
    return true;
  });

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
