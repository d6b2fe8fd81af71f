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
      kept.fingerprint, kept.status, kept.body
    from (select 1) as one
    left join idempotency_keys as kept
      on kept.user_id = ${given.userId} and kept.key = ${given.key}
        and kept.created_at > now() - ${RETENTION_HOURS}::interval`,
);

/**
 * Locks the account and the key until the transaction ends. The account comes before other rows of the member.
 * `held` is false while another transaction holds the key.
 * An answer that is committed during this statement may be missed. `storeResponse` then returns false.
 */
export async function lockAndReadKey(
  connection: Connection,
  { userId, key }: { userId: string; key: string },
): Promise<{ isMember: boolean; held: boolean; kept: StoredResponse | null }> {
  const rows = await keyAndAnswer(connection, { lock: `${userId} ${key}`, userId, key });
  const row = rows[0] as (typeof rows)[number];
  return { isMember: row.member !== null, held: row.held, kept: row.status === null ? null : row };
}

const storedResponse = prepared(
  'idempotency_keep_answer',
  (_, given: { userId: string; key: string } & StoredResponse) => sql`
    insert into idempotency_keys as kept (user_id, key, fingerprint, status, body)
    values (${given.userId}, ${given.key}, ${given.fingerprint}, ${given.status}, ${given.body})
    on conflict (user_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        created_at = excluded.created_at
      where kept.created_at <= now() - ${RETENTION_HOURS}::interval
    returning 1`,
);

/** Returns false if the key already has an answer. */
export const storeResponse = async (
  connection: Connection,
  answer: { userId: string; key: string } & StoredResponse,
): Promise<boolean> => (await storedResponse(connection, answer)).length === 1;

/** Returns the number of deleted answers. */
export async function purgeStoredResponses(connection: Connection): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where created_at <= now() - ${RETENTION_HOURS}::interval
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}
