import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

/** The current date in Korea. The daily limits apply to days in Korea. */
const today = sql`(now() at time zone 'Asia/Seoul')::date`;

/**
 * Counts a call of an account.
 * @returns false if the account has reached the limit of the day; the call is then not counted
 */
export async function countCallOfAccount(
  connection: Connection,
  { userId, most }: { userId: string; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into maps_calls_of_account as counted (user_id, day, calls)
    select ${userId}, ${today}, 1 where 0 < ${most}::int4
    on conflict (user_id, day) do update set calls = counted.calls + 1 where counted.calls < ${most}::int4
    returning 1`.execute(connection);
  return rows.length === 1;
}

/**
 * Counts a call of any account.
 * @returns false if the limit of the day is reached; the call is then not counted
 */
export async function countCallOfDay(connection: Connection, { most }: { most: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into maps_calls_of_day as counted (day, calls)
    select ${today}, 1 where 0 < ${most}::int4
    on conflict (day) do update set calls = counted.calls + 1 where counted.calls < ${most}::int4
    returning 1`.execute(connection);
  return rows.length === 1;
}

/** Deletes call counts that are older than three months. */
export async function deleteOldCalls(connection: Connection): Promise<void> {
  await sql`delete from maps_calls_of_account where day < ${today} - 90`.execute(connection);
  await sql`delete from maps_calls_of_day where day < ${today} - 90`.execute(connection);
}
