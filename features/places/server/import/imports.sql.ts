import { sql } from 'kysely';
import { INDEX_LOCK } from '#features/places/server/index.sql.ts';
import type { Connection } from '#server/database/database.ts';

/** Counts of the rows of a file that were imported. */
export type ImportCounts = {
  added: number;
  changed: number;
  refused: number;
  repeated: number;
  withoutPoint: number;
  /** Number of rows with invalid bytes. */
  unreadable: number;
};

export const NO_COUNTS: ImportCounts = {
  added: 0,
  changed: 0,
  refused: 0,
  repeated: 0,
  withoutPoint: 0,
  unreadable: 0,
};

/**
 * Locks the index until the session ends.
 * @returns false if another session holds the lock
 */
export async function lockIndexForSession(connection: Connection): Promise<boolean> {
  const { locked } = await connection
    .selectNoFrom(sql<boolean>`pg_try_advisory_lock(${INDEX_LOCK})`.as('locked'))
    .executeTakeFirstOrThrow();
  return locked;
}

/** Whether any place of a licence register is stored. */
export async function hasRegisterPlaces(connection: Connection): Promise<boolean> {
  const place = await connection
    .selectFrom('places')
    .where('place_id', '>=', 'kr:')
    .where('place_id', '<', 'kr;')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return place !== undefined;
}

export async function recordImport(
  connection: Connection,
  {
    fileName,
    fingerprint,
    rows,
    counts,
  }: { fileName: string; fingerprint: string; rows: number; counts: ImportCounts },
): Promise<void> {
  const values = {
    file_name: fileName,
    rows_done: rows,
    counts: JSON.stringify(counts),
    started_at: sql<Date>`now()`,
    finished_at: sql<Date>`clock_timestamp()`,
  };
  await connection
    .insertInto('place_imports')
    .values({ fingerprint, ...values })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(values))
    .execute();
}
