import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

const countedAttempt = statement(
  'account_count_attempt',
  (_, { key, windowMs }: { key: string; windowMs: number }) => sql<{
    attempts: number;
    resetsInSeconds: number;
  }>`
    insert into rate_limits as counted (key, attempts, resets_at)
    values (${key}, 1, now() + ${windowMs} * interval '1 millisecond')
    on conflict (key) do update set
      attempts = case when counted.resets_at <= now() then 1 else counted.attempts + 1 end,
      resets_at = case when counted.resets_at <= now() then excluded.resets_at else counted.resets_at end
    returning attempts, extract(epoch from resets_at - now())::float8 as "resetsInSeconds"`,
);

/** Returns the number of attempts in the current window. */
export async function countAttempt(
  connection: Connection,
  { key, windowMs }: { key: string; windowMs: number },
): Promise<{ attempts: number; resetsInSeconds: number }> {
  const rows = await countedAttempt(connection, { key, windowMs });
  return rows[0] as { attempts: number; resetsInSeconds: number };
}

const windowOfKey = statement(
  'account_attempt_window',
  (_, { key, attempts }: { key: string; attempts: number }) => sql<{ seconds: number }>`
    select extract(epoch from resets_at - now())::float8 as seconds from rate_limits
    where key = ${key} and attempts >= ${attempts} and resets_at > now()`,
);

/** Returns the number of seconds until another attempt is allowed. Returns null if another attempt is allowed now. */
export async function secondsUntilNext(
  connection: Connection,
  { key, attempts }: { key: string; attempts: number },
): Promise<number | null> {
  const rows = await windowOfKey(connection, { key, attempts });
  return rows[0]?.seconds ?? null;
}

export const refundAttempt = (connection: Connection, { key, attempts }: { key: string; attempts: number }) =>
  sql`update rate_limits set attempts = greatest(attempts - ${attempts}, 0) where key = ${key}`.execute(
    connection,
  );

export const resetAttempts = (connection: Connection, { key }: { key: string }) =>
  sql`delete from rate_limits where key = ${key}`.execute(connection);
