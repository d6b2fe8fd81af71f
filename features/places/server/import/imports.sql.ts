import { sql } from 'kysely';
import { INDEX_LOCK } from '#features/places/server/index.sql.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

/** Counts of the rows of a file that have been imported so far. */
export type ImportCounts = {
  added: number;
  changed: number;
  refused: number;
  repeated: number;
  withoutPoint: number;
  /** Number of rows with invalid bytes. */
  unreadable: number;
  /** Length of the report file in bytes. */
  reportLength: number;
  /** Whether the database contained no place of a register when the import began. */
  startedEmpty: boolean;
};

export const NO_COUNTS: ImportCounts = {
  added: 0,
  changed: 0,
  refused: 0,
  repeated: 0,
  withoutPoint: 0,
  unreadable: 0,
  reportLength: 0,
  startedEmpty: false,
};

const sessionLock = statement(
  'places_lock_index_for_session',
  () => sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${INDEX_LOCK}) as locked`,
);

/**
 * Locks the index until the session ends.
 * @returns false if another session holds the lock
 */
export async function lockIndexForSession(connection: Connection): Promise<boolean> {
  const rows = await sessionLock(connection, {});
  return rows[0]?.locked ?? false;
}

const startedImport = statement(
  'places_start_import',
  (_, { fileName, fingerprint }: { fileName: string; fingerprint: string }) => sql<{
    id: number;
    rows_done: number;
    counts: Partial<ImportCounts>;
  }>`
    insert into place_imports as i (file_name, fingerprint) values (${fileName}, ${fingerprint})
    on conflict (fingerprint) do update set
      file_name = excluded.file_name,
      started_at = case when i.finished_at is null then i.started_at else now() end,
      rows_done = case when i.finished_at is null then i.rows_done else 0 end,
      counts = case when i.finished_at is null then i.counts else '{}' end,
      finished_at = null
    returning id, rows_done, counts`,
);

/** Starts the import of this file. If an import of the same file was interrupted, it is resumed. */
export async function startImport(
  connection: Connection,
  { fileName, fingerprint }: { fileName: string; fingerprint: string },
): Promise<{ id: number; rowsDone: number; counts: ImportCounts }> {
  const rows = await startedImport(connection, { fileName, fingerprint });
  const row = rows[0] as { id: number; rows_done: number; counts: Partial<ImportCounts> };
  return { id: row.id, rowsDone: row.rows_done, counts: { ...NO_COUNTS, ...row.counts } };
}

const anyRegisterPlace = statement(
  'places_any_of_register',
  () => sql<{ known: boolean }>`
    select exists (select from places where place_id >= 'kr:' and place_id < 'kr;') as known`,
);

/** Whether any place of a licence register is stored. */
export async function hasRegisterPlaces(connection: Connection): Promise<boolean> {
  const rows = await anyRegisterPlace(connection, {});
  return rows[0]?.known ?? true;
}

const anyOtherImport = statement(
  'places_any_other_import',
  (_, { id }: { id: number }) => sql<{ known: boolean }>`
    select exists (select from place_imports where id <> ${id} and rows_done > 0) as known`,
);

/** Whether another file was imported, completely or in part. */
export async function hasOtherImports(connection: Connection, id: number): Promise<boolean> {
  const rows = await anyOtherImport(connection, { id });
  return rows[0]?.known ?? true;
}

export async function updateImport(
  connection: Connection,
  { id, rowsDone, counts }: { id: number; rowsDone: number; counts: ImportCounts },
): Promise<void> {
  await connection
    .updateTable('place_imports')
    .where('id', '=', id)
    .set({ rows_done: rowsDone, counts: JSON.stringify(counts) })
    .execute();
}

export async function finishImport(connection: Connection, id: number): Promise<void> {
  await connection
    .updateTable('place_imports')
    .where('id', '=', id)
    .set({ finished_at: new Date() })
    .execute();
}

const estimatedPlaces = statement(
  'places_estimate',
  () => sql<{ places: number }>`
    select greatest(reltuples, 0)::int4 as places from pg_class where oid = 'places'::regclass`,
);

/**
 * Returns an estimate of the number of places from the statistics of the database. The estimate is exact enough to
 * choose between an update and a rebuild.
 */
export async function estimatePlaces(connection: Connection): Promise<number> {
  const rows = await estimatedPlaces(connection, {});
  return rows[0]?.places ?? 0;
}
