import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { indexedColumns } from '#features/places/server/index.sql.ts';
import type { IndexedPlace } from '#features/places/server/place-keys.ts';
import type { Connection } from '#server/database/database.ts';
import { PLACE_ROW_COLUMNS, type PlaceFacts, placeRecord } from './place-rows.ts';

/**
 * A temporary table of the session. It holds the rows of a source until they are compared with the stored places. The
 * table is emptied at the end of each transaction.
 */
const placeRows = sql`
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
  ) on commit delete rows`;

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
  const { rows } = await sql<{ left: number }>`select count(*)::int4 as left from place_rows`.execute(
    connection,
  );
  return rows[0]?.left ?? 0;
}

/** Returns the stored places that the rows will change. */
export const selectBeforeUpdate = (connection: Connection): Promise<IndexedPlace[]> =>
  connection
    .selectFrom('places as p')
    .where(sql<boolean>`p.place_id in (select place_id from place_rows)`)
    .select(indexedColumns)
    .execute();

export const selectIndexedPlaces = (
  connection: Connection,
  ids: readonly number[],
): Promise<IndexedPlace[]> =>
  connection
    .selectFrom('places as p')
    .where('p.id', '=', sql<number>`any(${ids}::int4[])`)
    .select(indexedColumns)
    .execute();

/**
 * Reads all places of a range of ids, and passes each place to `onPlace` when it arrives. Places are not collected in an
 * array, because V8 frees short-lived objects at nearly no cost. Closed places (about two thirds) have no addresses,
 * because a search by address finds only open places.
 */
export async function readPlacesToIndex(
  client: pg.ClientBase,
  { after, upTo }: { after: number; upTo: number },
  onPlace: (place: IndexedPlace) => void,
): Promise<void> {
  const query = client.query(
    new pg.Query<IndexedPlace>(
      `select id, name, category_id as "categoryId", lat, lng, is_closed as "isClosed", saved_count as "savedCount",
        (updated_on - date '1970-01-01') * 86400000.0::float8 as "updatedAt",
        case when is_closed then '' else address end as address,
        case when is_closed then '' else lot_address end as "lotAddress",
        case when is_closed then '' else address_words end as "addressWords"
      from places, lateral (select business_status is not distinct from 'closed_permanently' as is_closed) as status
      where $1 < id and id <= $2`,
      [after, upTo],
    ),
  );
  query.on('row', onPlace);
  await once(query, 'end');
}

/** Returns the highest id and the number of places. */
export const selectExtent = (connection: Connection): Promise<{ last: number; total: number }> =>
  connection
    .selectFrom('places')
    .select(({ fn, lit }) => [
      fn.coalesce(fn.max('id'), lit(0)).as('last'),
      fn.countAll<number>().as('total'),
    ])
    .executeTakeFirstOrThrow();

export async function selectLastId(connection: Connection): Promise<number> {
  const { last } = await connection
    .selectFrom('places')
    .select(({ fn, lit }) => fn.coalesce(fn.max('id'), lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  return last;
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
  const { rows } = await sql<{ id: number }>`
    update places p set ${sql.join(FACTS.map((fact) => sql`${sql.ref(fact)} = ${sql.ref(`r.${fact}`)}`))}
    from place_rows r where p.place_id = r.place_id returning p.id
  `.execute(connection);
  return rows.map(({ id }) => id);
}

/**
 * Inserts the places of the rows that are not stored yet.
 * @returns the ids of the new places
 */
export async function insertFromRows(connection: Connection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${insertion} returning id`.execute(connection);
  return rows.map(({ id }) => id);
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

const insertion: RawBuilder<unknown> = sql`
  insert into places (${sql.raw(PLACE_ROW_COLUMNS)})
  select ${sql.raw(PLACE_ROW_COLUMNS)} from place_rows r
  where not exists (select from places known where known.place_id = r.place_id)`;
