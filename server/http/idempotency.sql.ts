import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

const RETENTION = sql.lit('24 hours');

export type StoredResponse = { fingerprint: string; status: number; body: string };

/**
 * Locks the account and the key until the transaction ends, and reads the stored answer. Other rows of the member must
 * be locked after the account.
 * `hasLock` is false if another transaction has locked the key.
 * The statement may miss an answer that is committed while the statement runs. `storeResponse` then fails.
 */
export async function lockAndReadKey(
  connection: Connection,
  { userId, key }: { userId: string; key: string },
): Promise<{ isMember: boolean; hasLock: boolean; stored: StoredResponse | null }> {
  const { rows } = await sql<{ member: true | null; locked: boolean } & (StoredResponse | { status: null })>`
    /* idempotency_lock_and_read_key */
    select (select true from users where id = ${userId} for key share) as member,
      pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0)) as locked,
      stored.fingerprint, stored.status, stored.body
    from (select 1) as one
    left join idempotency_keys as stored on stored.user_id = ${userId} and stored.key = ${key}
  `.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('The statement returns exactly one row.');
  return { isMember: row.member !== null, hasLock: row.locked, stored: row.status === null ? null : row };
}

/**
 * Stores the answer.
 * @throws an error for which `isStoredAlready` is true if the key has an answer
 */
export const storeResponse = (
  connection: Connection,
  { userId, key, ...answer }: { userId: string; key: string } & StoredResponse,
) =>
  connection
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, ...answer })
    .modifyEnd(sql`/* idempotency_store_response */`)
    .execute();

export const isStoredAlready = ({ constraint }: { constraint?: string }): boolean =>
  constraint === 'idempotency_keys_pkey';

/** Deletes the expired answers. Returns the number of deleted answers. */
export async function purgeStoredResponses(connection: Connection): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where created_at <= now() - ${RETENTION}::interval
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}
