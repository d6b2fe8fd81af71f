import { v7 as uuidv7 } from 'uuid';
import { commonProblems } from '#common/problem.ts';
import type { Connection } from '#server/database/database.ts';
import type { Identify } from '#server/http/access.ts';
import { bearerOf } from '#server/http/bearer.ts';
import type { Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { hashPassword } from './account.passwords.ts';
import { findPerson } from './account.person.ts';
import { deleteUsers, insertPassword, insertUser } from './account.sql.ts';
import { APP_TOKEN_PREFIX, findPersonByAppToken } from '../connected-apps/server/app-tokens.ts';
import { findPersonByToken } from '../api-tokens/server/api-tokens.service.ts';
import { createAttemptLimiter, networkOf } from './attempts.ts';
import { sessionCookieFor } from '../sessions/server/session-cookie.ts';

/**
 * Identifies the person of a request. A bearer token takes precedence over a cookie: an invalid token is refused even
 * if the cookie is valid.
 * @throws account.token_invalid, or request.too_many after many invalid tokens from one network
 */
export function identifyPerson({
  database,
  settings,
}: Pick<Dependencies, 'database' | 'settings'>): Identify {
  const cookie = sessionCookieFor(settings);
  const attempts = createAttemptLimiter({ database, settings });

  async function byToken({ secret, address }: { secret: string; address: string }): Promise<Person> {
    const isOfApp = secret.startsWith(APP_TOKEN_PREFIX);
    const find = isOfApp ? findPersonByAppToken : findPersonByToken;
    const person = await attempts.limitFailures({
      limit: isOfApp ? 'wrongAppTokenByAddress' : 'wrongTokenByAddress',
      of: networkOf(address),
      run: () => find({ database, secret, now: Date.now(), settings }),
    });
    if (!person) throw problem(commonProblems, 'account.token_invalid');
    return person;
  }

  return async (request) => {
    const secret = bearerOf(request.headers);
    if (secret?.startsWith(APP_TOKEN_PREFIX) && !request.routeOptions.config.acceptsAppTokens)
      throw problem(commonProblems, 'account.token_refused');
    if (secret !== null) return byToken({ secret, address: request.ip });
    const token = cookie.read(request.headers.cookie);
    if (token === null) return null;
    const found = await findPerson(database, { token, now: Date.now(), settings });
    return found?.person ?? null;
  };
}

/**
 * Adds an account that the software itself creates. The connection must be a transaction.
 * @returns id of the account, or null if the e-mail address has an account
 */
export async function addAccount(
  connection: Connection,
  given: { nickname: string; email: string; password: string; emailVerified: boolean; createdAt: Date },
): Promise<string | null> {
  const { nickname, emailVerified, createdAt } = given;
  const email = given.email.toLowerCase();
  const userId = uuidv7();
  const password = await hashPassword(given.password);
  const user = await insertUser(connection, { userId, nickname, email, emailVerified, createdAt });
  if (!user) return null;
  await insertPassword(connection, { accountId: uuidv7(), userId, password, createdAt });
  return userId;
}

export async function deleteAccounts(connection: Connection, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await deleteUsers(connection, userIds);
}
