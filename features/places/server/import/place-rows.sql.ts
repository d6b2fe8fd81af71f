import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '#server/database/database.ts';
import type { PlacesTable } from './next-places.sql.ts';
import { PLACE_ROW_COLUMNS, type PlaceFacts, placeRecord } from './place-rows.ts';

/**
 * A temporary table of the session. It holds the rows of a source until they are compared with the stored places.
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
    is_example boolean not null,
    letters text collate "C" not null,
    initials text collate "C" not null,
    sound text collate "C",
    address_terms text not null,
    spot point
  ) on commit delete rows`;

/** Creates the table, or empties it. */
export async function createPlaceRows(connection: Connection): Promise<void> {
  await placeRows.execute(connection);
  await sql`truncate place_rows`.execute(connection);
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
export const copyNewPlaces = (
  client: pg.ClientBase,
  { table, lines }: { table: PlacesTable; lines: Uint8Array },
): Promise<void> => copyBytes(client, { into: `${table} (${PLACE_ROW_COLUMNS})`, lines });

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
export async function keepChangedRows(connection: Connection, table: PlacesTable): Promise<number> {
  await sql`
    delete from place_rows r using ${sql.table(table)} p
    where p.place_id = r.place_id and (p.updated_on > r.updated_on or not (${areDifferent}))`.execute(
    connection,
  );
  const { rows } = await sql<{ left: number }>`select count(*)::int4 as left from place_rows`.execute(
    connection,
  );
  return rows[0]?.left ?? 0;
}

/** @returns the number of changed places */
export async function updateFromRows(connection: Connection, table: PlacesTable): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} p set ${sql.join(FACTS.map((fact) => sql`${sql.ref(fact)} = ${sql.ref(`r.${fact}`)}`))}
    from place_rows r where p.place_id = r.place_id
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}

/**
 * Inserts the places of the rows that are not stored yet.
 * @returns the number of new places
 */
export async function insertFromRows(connection: Connection, table: PlacesTable): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.raw(PLACE_ROW_COLUMNS)})
    select ${sql.raw(PLACE_ROW_COLUMNS)} from place_rows r
    where not exists (select from ${sql.table(table)} known where known.place_id = r.place_id)
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}

const FACTS = PLACE_ROW_COLUMNS.split(', ').filter((column) => column !== 'place_id');

/** Points have no operator `=` for rows, so they are compared as texts. */
const compared = (table: string) =>
  sql.join(
    FACTS.map((fact) =>
      fact === 'spot' ? sql`${sql.ref(`${table}.spot`)}::text` : sql.ref(`${table}.${fact}`),
    ),
  );

const areDifferent = sql`(${compared('p')}) is distinct from (${compared('r')})`;
