import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';

const RETENTION_HOURS = sql.lit('24 hours');

export type StoredResponse = { fingerprint: string; status: number; body: string };

const keyAndAnswer = prepared(
  'idempotency_take_key',
  (_, given: { lock: string; userId: string; key: string }) => sql<
    { member: true | null; held: boolean } & (StoredResponse | { status: null })
  >`
    select (select true from users where id = ${given.userId} for key share) as member,
      pg_try_advisory_xact_lock(hashtextextended(${given.lock}, 0)) as held,
      stored.fingerprint, stored.status, stored.body
    from (select 1) as one
    left join idempotency_keys as stored on stored.user_id = ${given.userId} and stored.key = ${given.key}`,
);

/**
 * Locks the account and the key until the transaction ends, and reads the stored answer. Other rows of the member must
 * be locked after the account.
 * `isHeld` is false while another transaction holds the key.
 * The statement may miss an answer that is committed while the statement runs. `storeResponse` then fails.
 */
export async function lockAndReadKey(
  connection: Connection,
  { userId, key }: { userId: string; key: string },
): Promise<{ isMember: boolean; isHeld: boolean; stored: StoredResponse | null }> {
  const rows = await keyAndAnswer(connection, { lock: `${userId} ${key}`, userId, key });
  const row = rows[0] as (typeof rows)[number];
  return { isMember: row.member !== null, isHeld: row.held, stored: row.status === null ? null : row };
}

const storedResponse = prepared(
  'idempotency_keep_answer',
  (_, given: { userId: string; key: string } & StoredResponse) => sql`
    insert into idempotency_keys (user_id, key, fingerprint, status, body)
    values (${given.userId}, ${given.key}, ${given.fingerprint}, ${given.status}, ${given.body})`,
);

/**
 * Stores the answer and commits the transaction.
 * @throws an error for which `isStoredAlready` is true if the key has an answer
 */
export async function storeResponse(
  connection: Connection,
  answer: { userId: string; key: string } & StoredResponse,
): Promise<void> {
  await storedResponse(connection, answer);
}

export const isStoredAlready = ({ constraint }: { constraint?: string }): boolean =>
  constraint === 'idempotency_keys_pkey';

/** Deletes the expired answers. Returns the number of deleted answers. */
export async function purgeStoredResponses(connection: Connection): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where created_at <= now() - ${RETENTION_HOURS}::interval
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}
