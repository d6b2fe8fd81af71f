import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { createSearchIndexes } from './search-indexes.sql.ts';

/** The table of places, or the table that replaces it at the end of a first import. */
export type PlacesTable = 'places' | 'places_next';

/**
 * Creates an empty table without the indexes of the search, because filling them row by row takes several times as long
 * as creating them afterwards. Only this transaction sees the table. Example places are left out.
 */
export async function createNextPlaces(connection: Connection): Promise<void> {
  await sql`create table places_next (like places including all excluding indexes)`.execute(connection);
  await sql`alter table places_next
    add constraint places_next_pkey primary key (id),
    add constraint places_next_place_id_key unique (place_id),
    set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01)`.execute(
    connection,
  );
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = current_schema() and table_name = 'places' and is_identity = 'NO'`.execute(
    connection,
  );
  const columns = sql.raw(rows[0]?.columns ?? '');
  await sql`insert into places_next (${columns}) select ${columns} from places where not is_example`.execute(
    connection,
  );
}

/** Creates the indexes of the new table, and the statistics without which the first searches would choose slow plans. */
export async function indexNextPlaces(
  connection: Connection,
  onIndex: (progress: { done: number; total: number }) => void,
): Promise<void> {
  await createSearchIndexes(connection, { table: 'places_next', onIndex });
  await sql`analyze places_next`.execute(connection);
}

/** Puts the new table in the place of `places`. Searches wait for the end of the transaction, a few milliseconds. */
export async function replacePlaces(connection: Connection): Promise<void> {
  await sql`drop table places`.execute(connection);
  await sql`alter table places_next rename to places`.execute(connection);
  await sql`alter sequence places_next_id_seq rename to places_id_seq`.execute(connection);
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where schemaname = current_schema() and tablename = 'places' and indexname like 'places\\_next\\_%'`.execute(
    connection,
  );
  for (const { name } of rows)
    await sql`alter index ${sql.ref(name)} rename to ${sql.ref(name.replace('places_next', 'places'))}`.execute(
      connection,
    );
}
