import { type ExpressionBuilder, sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import type { Account } from '../account.rules.ts';
import { deleteExpiredTokens } from '../mail-links/server/account-tokens.sql.ts';

export const PERSON_COLUMNS = [
  'users.id as userId',
  'users.email',
  'users.email_verified as emailVerified',
  'users.name as nickname',
  'users.provider_id as providerId',
  'users.created_at as createdAt',
  'memberships.account_tier as accountTier',
  'memberships.paid_tier_expires_at as paidTierExpiresAt',
  'memberships.ended_by_refund as endedByRefund',
  'restaurant_lists.version as listVersion',
  'restaurant_lists.example_linked_at as exampleAddedAt',
] as const;

/** The data that a request needs about its person. */
export type PersonRow = {
  userId: string;
  email: string;
  emailVerified: boolean;
  nickname: string;
  providerId: string | null;
  createdAt: Date;
  accountTier: 'free' | 'paid' | null;
  paidTierExpiresAt: Date | null;
  endedByRefund: boolean | null;
  listVersion: number | null;
  exampleAddedAt: Date | null;
};

/**
 * The condition that the deletion of the account is not due. Requests of a due account are refused, because their locks
 * could delay the deletion.
 */
export const isNotDueForDeletion = (eb: ExpressionBuilder<DB, 'users'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('deletion_requests')
        .whereRef('deletion_requests.user_id', '=', 'users.id')
        .where('deletion_requests.due_at', '<=', sql<Date>`now()`)
        .select('deletion_requests.user_id'),
    ),
  );

/**
 * Reads all data that a request needs about its person, in one statement. Nearly every request runs this statement, so
 * it is a named statement (`openDatabase`). Without a name, `GET /api/me` takes twice as much CPU time.
 */
export async function personBySessionToken(
  connection: Connection,
  { token }: { token: string },
): Promise<(PersonRow & { sessionId: string; sessionExpiresAt: Date }) | undefined> {
  const { rows } = await sql<PersonRow & { sessionId: string; sessionExpiresAt: Date }>`
    /* person_by_session_token */
    select sessions.id as "sessionId", sessions.expires_at as "sessionExpiresAt", users.id as "userId", users.email,
      users.email_verified as "emailVerified", users.name as nickname, users.provider_id as "providerId",
      users.created_at as "createdAt", memberships.account_tier as "accountTier",
      memberships.paid_tier_expires_at as "paidTierExpiresAt", memberships.ended_by_refund as "endedByRefund",
      restaurant_lists.version as "listVersion", restaurant_lists.example_linked_at as "exampleAddedAt"
    from sessions
    join users on users.id = sessions.user_id
    left join memberships on memberships.user_id = sessions.user_id
    left join restaurant_lists on restaurant_lists.user_id = sessions.user_id
    where sessions.token = ${token}
      and not exists (select from deletion_requests where user_id = users.id and due_at <= now())
  `.execute(connection);
  return rows[0];
}

/** Extends a session. Does nothing if a concurrent request has extended the session. */
export const extendSession = (
  connection: Connection,
  { sessionId, from, to }: { sessionId: string; from: Date; to: Date },
) =>
  connection
    .updateTable('sessions')
    .set({ expires_at: to, updated_at: new Date() })
    .where('id', '=', sessionId)
    .where('expires_at', '=', from)
    .executeTakeFirst();

export const renewSessionToken = (
  connection: Connection,
  { sessionId, token }: { sessionId: string; token: string },
) =>
  connection
    .updateTable('sessions')
    .set({ token, updated_at: new Date() })
    .where('id', '=', sessionId)
    .executeTakeFirst();

/** Whether a session still exists. A transaction that has locked the account sees whether a reset has ended it. */
export const sessionExists = async (connection: Connection, { sessionId }: { sessionId: string }) =>
  (await connection.selectFrom('sessions').where('id', '=', sessionId).select('id').executeTakeFirst()) !==
  undefined;

export const deleteSession = (connection: Connection, { sessionId }: { sessionId: string }) =>
  connection.deleteFrom('sessions').where('id', '=', sessionId).execute();

export const deleteSessionByToken = (connection: Connection, { token }: { token: string }) =>
  connection.deleteFrom('sessions').where('token', '=', token).execute();

export const deleteOtherSessions = (
  connection: Connection,
  { userId, sessionId }: { userId: string; sessionId: string },
) => connection.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', sessionId).execute();

export const userIdByEmail = (connection: Connection, { email }: { email: string }) =>
  connection.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst();

export const accountOfUser = (
  connection: Connection,
  { userId }: { userId: string },
): Promise<Account | undefined> =>
  connection
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id as userId', 'email', 'email_verified as emailVerified'])
    .executeTakeFirst();

/** Returns the hash of a password. better-auth stores the hash under the provider 'credential'. */
export const passwordOfUser = (connection: Connection, { userId }: { userId: string }) =>
  connection
    .selectFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .select('password')
    .executeTakeFirst();

/** Returns the account of an address and the hash of its password, in one statement for every address. */
export const passwordByEmail = (connection: Connection, { email }: { email: string }) =>
  connection
    .selectFrom('users')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', 'credential'),
    )
    .where('users.email', '=', email)
    .select(['users.id as userId', 'accounts.password'])
    .executeTakeFirst();

export const replacePassword = (
  connection: Connection,
  { userId, from, to }: { userId: string; from: string; to: string },
) =>
  connection
    .updateTable('accounts')
    .set({ password: to, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', from)
    .executeTakeFirstOrThrow();

export async function deleteExpiredRows(connection: Connection, { now }: { now: Date }): Promise<void> {
  await connection.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await connection.deleteFrom('verifications').where('expires_at', '<', now).execute();
  await deleteExpiredTokens(connection, { now });
  await connection.deleteFrom('rate_limits').where('resets_at', '<', now).execute();
}

export const insertUser = (
  connection: Connection,
  given: { userId: string; nickname: string; email: string; emailVerified: boolean; createdAt: Date },
) =>
  connection
    .insertInto('users')
    .values({
      id: given.userId,
      name: given.nickname,
      email: given.email,
      email_verified: given.emailVerified,
      provider_id: 'password',
      // Accounts that the software creates get no welcome mail.
      welcomed_at: given.createdAt,
      created_at: given.createdAt,
      updated_at: given.createdAt,
    })
    .onConflict((row) => row.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();

export const insertPassword = (
  connection: Connection,
  given: { accountId: string; userId: string; password: string; createdAt: Date },
) =>
  connection
    .insertInto('accounts')
    .values({
      id: given.accountId,
      account_id: given.userId,
      provider_id: 'credential',
      user_id: given.userId,
      password: given.password,
      created_at: given.createdAt,
      updated_at: given.createdAt,
    })
    .execute();

export const deleteUsers = (connection: Connection, userIds: readonly string[]) =>
  connection.deleteFrom('users').where('id', 'in', userIds).execute();

/** Locks the account, so that concurrent changes of its sign-in methods and tokens wait for each other. */
export const lockUser = (connection: Connection, { userId }: { userId: string }) =>
  connection.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute();
