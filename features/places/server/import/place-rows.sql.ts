import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { indexedPlace } from '#features/places/server/index.sql.ts';
import type { IndexedPlace } from '#features/places/server/place-keys.ts';
import type { Connection } from '#server/database/database.ts';
import { statement, streamed, temporaryTable } from '#server/database/prepared.ts';
import { PLACE_ROW_COLUMNS, type PlaceFacts, placeRecord } from './place-rows.ts';

/**
 * A temporary table of the session. It holds the rows of a source until they are compared with the stored places. The
 * table is emptied at the end of each transaction.
 */
const placeRows = temporaryTable(sql`
  create temporary table if not exists place_rows (
    place_id text collate "C" not null,
    name text not null,
    address text not null,
    lot_address text not null,
    address_words text not null,
    lat double precision,
    lng double precision,
    kind text,
    category_id text collate "C",
    phone_number text,
    website text,
    business_status text collate "C",
    closed_on date,
    updated_on date,
    is_example boolean not null
  ) on commit delete rows`);

export async function createPlaceRows(connection: Connection): Promise<void> {
  await placeRows.execute(connection);
}

/** Inserts a few rows of different places. This function works on any connection, because it does not use `copy`. */
export async function insertPlaceRows(connection: Connection, facts: readonly PlaceFacts[]): Promise<void> {
  await sql`
    insert into place_rows (${sql.raw(PLACE_ROW_COLUMNS)})
    select ${sql.raw(PLACE_ROW_COLUMNS)}
    from json_populate_recordset(null::place_rows, ${JSON.stringify(facts.map(placeRecord))}::json)`.execute(
    connection,
  );
}

/**
 * Copies rows into the temporary table.
 * @param lines lines that `placeRowLine` returned
 */
export const copyPlaceRows = (client: pg.ClientBase, lines: Uint8Array): Promise<void> =>
  copyBytes(client, { into: `place_rows (${PLACE_ROW_COLUMNS})`, lines });

/**
 * Copies rows directly into the table of places. All these places must be new.
 * @param lines lines that `placeRowLine` returned
 */
export const copyNewPlaces = (client: pg.ClientBase, lines: Uint8Array): Promise<void> =>
  copyBytes(client, { into: `places (${PLACE_ROW_COLUMNS})`, lines });

/**
 * Copies lines into a table.
 * @param lines lines in PostgreSQL's text format
 */
export async function copyBytes(
  client: pg.ClientBase,
  { into, lines }: { into: string; lines: Uint8Array },
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${into} from stdin`));
  await pipeline(Readable.from([lines], { objectMode: false }), stream);
}

/** Removes the earlier rows of a place that has several rows. The row that was copied last is kept. */
export const keepNewestRows = (connection: Connection) =>
  sql`delete from place_rows r using place_rows later
    where later.place_id = r.place_id and later.ctid > r.ctid`.execute(connection);

const rowsLeft = statement(
  'places_rows_left',
  () => sql<{ left: number }>`select count(*)::int4 as left from place_rows`,
);

/**
 * Removes rows that do not change a place or are older than the stored place. The next steps therefore process few
 * rows.
 * @returns the number of remaining rows
 */
export async function keepChangedRows(connection: Connection): Promise<number> {
  await sql`
    delete from place_rows r using places p
    where p.place_id = r.place_id and (p.updated_on > r.updated_on or not (${areDifferent}))`.execute(
    connection,
  );
  const [rows] = await rowsLeft(connection, {});
  return rows?.left ?? 0;
}

const indexedBy = (condition: RawBuilder<unknown>) =>
  sql<IndexedPlace>`select ${indexedPlace.select('p')} from places p where ${condition}`;

const beforeUpdate = statement('places_before_update', () =>
  indexedBy(sql`p.place_id in (select place_id from place_rows)`),
);

/** Returns the stored places that the rows will change. */
export const selectBeforeUpdate = (connection: Connection): Promise<IndexedPlace[]> =>
  beforeUpdate(connection, {});

const indexedByIds = statement('places_indexed', (_, { ids }: { ids: readonly number[] }) =>
  indexedBy(sql`p.id = any(${ids}::int4[])`),
);

export const selectIndexedPlaces = (
  connection: Connection,
  ids: readonly number[],
): Promise<IndexedPlace[]> => indexedByIds(connection, { ids });

/**
 * Reads all places of a range of ids. Closed places (about two thirds) are returned without addresses, because a
 * search by address finds only open places.
 */
export const readPlacesToIndex = streamed(
  'places_to_index',
  (_, { after, upTo }: { after: number; upTo: number }) => sql<IndexedPlace>`
    select ${indexedPlace.select('p')} from (
      select id, name, category_id, lat, lng, business_status, saved_count, updated_on,
        case when business_status = 'closed_permanently' then '' else address end as address,
        case when business_status = 'closed_permanently' then '' else lot_address end as lot_address,
        case when business_status = 'closed_permanently' then '' else address_words end as address_words
      from places where ${after} < id and id <= ${upTo}
    ) p`,
);

const placesExtent = statement(
  'places_extent',
  () => sql<{ last: number; total: number }>`
    select coalesce(max(id), 0) as last, count(*)::int4 as total from places`,
);

/** Returns the highest id and the number of places. */
export async function selectExtent(connection: Connection): Promise<{ last: number; total: number }> {
  const [extent] = await placesExtent(connection, {});
  return extent as { last: number; total: number };
}

const lastPlace = statement(
  'places_last_id',
  () => sql<{ last: number }>`select coalesce(max(id), 0) as last from places`,
);

export async function selectLastId(connection: Connection): Promise<number> {
  const rows = await lastPlace(connection, {});
  return rows[0]?.last ?? 0;
}

/** Removes places from the unsorted search tables that a rebuild fills. */
export async function deleteUnsortedRows(connection: Connection, ids: readonly number[]): Promise<void> {
  for (const table of ['place_keys_drawn', 'place_spots_next', 'place_terms_drawn'])
    await sql`delete from ${sql.table(table)} where place_id = any(${ids}::int4[])`.execute(connection);
}

/**
 * Updates the stored places from the rows.
 * @returns the ids of the changed places
 */
export async function updateFromRows(connection: Connection): Promise<number[]> {
  return (await updatedRows(connection, {})).map(({ id }) => id);
}

/**
 * Inserts the places of the rows that are not stored yet.
 * @returns the ids of the new places
 */
export async function insertFromRows(connection: Connection): Promise<number[]> {
  return (await insertedRows(connection, {})).map(({ id }) => id);
}

/**
 * Does the same as `insertFromRows`, but does not return the ids.
 * @returns the number of inserted rows
 */
export async function insertNewRows(connection: Connection): Promise<number> {
  const { numAffectedRows } = await insertion.execute(connection);
  return Number(numAffectedRows ?? 0);
}

const FACTS = PLACE_ROW_COLUMNS.split(', ').filter((column) => column !== 'place_id');

const areDifferent = sql`
  (${sql.join(FACTS.map((fact) => sql.ref(`p.${fact}`)))})
    is distinct from (${sql.join(FACTS.map((fact) => sql.ref(`r.${fact}`)))})`;

const updatedRows = statement(
  'places_update_rows',
  () => sql<{ id: number }>`
    update places p set ${sql.join(FACTS.map((fact) => sql`${sql.ref(fact)} = ${sql.ref(`r.${fact}`)}`))}
    from place_rows r where p.place_id = r.place_id returning p.id`,
);

const insertion: RawBuilder<unknown> = sql`
  insert into places (${sql.raw(PLACE_ROW_COLUMNS)})
  select ${sql.raw(PLACE_ROW_COLUMNS)} from place_rows r
  where not exists (select from places known where known.place_id = r.place_id)`;

const insertedRows = statement('places_insert_rows', () => sql<{ id: number }>`${insertion} returning id`);
