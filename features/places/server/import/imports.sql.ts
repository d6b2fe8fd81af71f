import { sql } from 'kysely';
import { INDEX_LOCK } from '#features/places/server/index.sql.ts';
import type { Connection } from '#server/database/database.ts';

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

/** Starts the import of this file. If an import of the same file was interrupted, it is resumed. */
export async function startImport(
  connection: Connection,
  { fileName, fingerprint }: { fileName: string; fingerprint: string },
): Promise<{ id: number; rowsDone: number; counts: ImportCounts }> {
  const row = await connection
    .insertInto('place_imports')
    .values({ file_name: fileName, fingerprint })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({
        file_name: fileName,
        started_at: sql`case when place_imports.finished_at is null then place_imports.started_at else now() end`,
        rows_done: sql`case when place_imports.finished_at is null then place_imports.rows_done else 0 end`,
        counts: sql`case when place_imports.finished_at is null then place_imports.counts else '{}' end`,
        finished_at: null,
      }),
    )
    .returning(({ ref }) => [
      'id',
      'rows_done as rowsDone',
      ref('counts').$castTo<Partial<ImportCounts>>().as('counts'),
    ])
    .executeTakeFirstOrThrow();
  return { ...row, counts: { ...NO_COUNTS, ...row.counts } };
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

/** Whether another file was imported, completely or in part. */
export async function hasOtherImports(connection: Connection, id: number): Promise<boolean> {
  const other = await connection
    .selectFrom('place_imports')
    .where('id', '<>', id)
    .where('rows_done', '>', 0)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
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
