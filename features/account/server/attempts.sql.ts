import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';

export async function countAttempt(
  connection: Connection,
  { key, windowMs }: { key: string; windowMs: number },
): Promise<{ attempts: number; resetsInSeconds: number }> {
  const { rows } = await sql<{ attempts: number; resetsInSeconds: number }>`
    insert into rate_limits as counted (key, attempts, resets_at)
    values (${key}, 1, now() + ${windowMs} * interval '1 millisecond')
    on conflict (key) do update set
      attempts = case when counted.resets_at <= now() then 1 else counted.attempts + 1 end,
      resets_at = case when counted.resets_at <= now() then excluded.resets_at else counted.resets_at end
    returning attempts, extract(epoch from resets_at - now())::float8 as "resetsInSeconds"
  `.execute(connection);
  const [counted] = rows;
  if (!counted) throw new Error('An attempt was not counted.');
  return counted;
}

/** Returns the number of seconds until another attempt is allowed. Returns null if another attempt is allowed now. */
export async function secondsUntilNext(
  connection: Connection,
  { key, attempts }: { key: string; attempts: number },
): Promise<number | null> {
  const row = await connection
    .selectFrom('rate_limits')
    .where('key', '=', key)
    .where('attempts', '>=', attempts)
    .where('resets_at', '>', sql<Date>`now()`)
    .select(sql<number>`extract(epoch from resets_at - now())::float8`.as('seconds'))
    .executeTakeFirst();
  return row?.seconds ?? null;
}

export const refundAttempt = (connection: Connection, { key, attempts }: { key: string; attempts: number }) =>
  sql`update rate_limits set attempts = greatest(attempts - ${attempts}, 0) where key = ${key}`.execute(
    connection,
  );

export const resetAttempts = (connection: Connection, { key }: { key: string }) =>
  sql`delete from rate_limits where key = ${key}`.execute(connection);
