import { type RawBuilder, sql } from 'kysely';
import { DOORSTEP_METRES, UNKNOWN_DISTANCE_COST } from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { Spot } from './cells.ts';
import { keyAfter, wholeNameKey } from './place-keys.ts';
import type { PlannedBlock } from './search-plan.ts';

export type FoundPlace = { id: number; cost: number };

/** What names must hold that a search reads, and where to begin reading them. */
export type KeySearch = {
  keyedBy: 'letters' | 'initials';
  key: string;
  point: Spot;
  /** For a name that is the key and no more. */
  wholeNameBonus: number;
  /** Other words that the name must hold: for each the keys, of the same kind, that it may have. */
  alsoInName: readonly (readonly string[])[];
};

/** The best places of some blocks. A place can come up as often as its name repeats what was typed. */
export async function selectByKey(
  connection: Connection,
  { search, blocks, limit }: { search: KeySearch; blocks: readonly PlannedBlock[]; limit: number },
): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    ${keysIn(search, blocks)} order by cost limit ${limit}`.execute(connection);
  return rows;
}

/** What must be true of a place beyond its key: every one of these. */
export type PlaceCheck =
  /** The name matches the regular expression; `holds` are characters that it then certainly has. */
  | { inName: { pattern: string; holds: readonly string[] } }
  /** One of the address words begins with one of these letter keys. */
  | { inAddress: readonly string[] }
  /** Either. */
  | { inName: { pattern: string; holds: readonly string[] }; orInAddress: readonly string[] };

/**
 * As `selectByKey`, of places that pass the checks as well. Reads at most `readAtMost` places to check them, from
 * the most promising block on, and tells how many.
 */
export async function selectByKeyChecked(
  connection: Connection,
  {
    search,
    blocks,
    limit,
    checks,
    readAtMost,
  }: {
    search: KeySearch;
    blocks: readonly PlannedBlock[];
    limit: number;
    checks: readonly PlaceCheck[];
    readAtMost: number;
  },
): Promise<{ found: FoundPlace[]; read: number }> {
  const { rows } = await sql<{ found: FoundPlace[]; read: number }>`
    with keys as materialized (${keysIn(search, blocks)} limit ${readAtMost}),
    best as (
      select keys.id, keys.cost from keys join places p on p.id = keys.id
      where ${sql.join(checks.map(conditionOf), sql` and `)}
      order by keys.cost limit ${limit}
    )
    select (select count(*)::int4 from keys) as read,
      (select coalesce(json_agg(json_build_object('id', id, 'cost', cost)), '[]') from best) as found
  `.execute(connection);
  return rows[0] as { found: FoundPlace[]; read: number };
}

function conditionOf(check: PlaceCheck): RawBuilder<boolean> {
  if (!('inName' in check)) return anyWordBegins(check.inAddress);
  const { pattern, holds } = check.inName;
  // Comparing characters costs a tenth of the expression and decides most cases.
  const inName = sql<boolean>`(${sql.join(
    [...holds.map((text) => sql`p.name like ${`%${text}%`}`), sql`p.name ~ ${pattern}`],
    sql` and `,
  )})`;
  return 'orInAddress' in check ? sql`(${inName} or ${anyWordBegins(check.orInAddress)})` : inName;
}

const anyWordBegins = (keys: readonly string[]) =>
  anyLike(
    sql.ref('p.address_words'),
    keys.map((key) => ` ${key}`),
  );

/** Keys have no characters that mean something in a pattern of `like`. */
const anyLike = (text: RawBuilder<unknown>, parts: readonly string[]): RawBuilder<boolean> =>
  parts.length === 0
    ? sql`false`
    : sql`(${sql.join(
        parts.map((part) => sql`${text} like ${`%${part}%`}`),
        sql` or `,
      )})`;

function keysIn(
  { keyedBy, key, point, wholeNameBonus, alsoInName }: KeySearch,
  blocks: readonly PlannedBlock[],
): RawBuilder<FoundPlace> {
  const column = sql.ref(keyedBy);
  const others = alsoInName.map((keys) => sql` and ${anyLike(column, keys)}`);
  // `offset 0` keeps the look-up of one block whole, so that each is one range of the index.
  return sql`
    select k.place_id as id,
      b.penalty - k.liveliness / 100.0::float8
        - case when k.key = ${wholeNameKey(key)} then ${wholeNameBonus}::float8 else 0 end
        + coalesce(
            ln(1 + sqrt((k.x - ${point.x}::int4)::float8 * (k.x - ${point.x}::int4)
              + (k.y - ${point.y}::int4)::float8 * (k.y - ${point.y}::int4)) / ${DOORSTEP_METRES}::float8) / ln(2.0::float8),
            ${UNKNOWN_DISTANCE_COST}::float8) as cost
    from unnest(${blocks.map(({ block }) => block)}::int2[], ${blocks.map(({ penalty }) => penalty)}::float8[])
      as b (block, penalty)
    cross join lateral (
      select place_id, liveliness, x, y, ${column} as key from place_keys
      where block = b.block and ${column} >= ${key} and ${column} < ${keyAfter(key)}
      ${sql.join(others, sql``)}
      offset 0
    ) k`;
}

export type WordProfile = {
  /** Names that hold the word, estimated; no more than half a million are told. */
  inNames: number;
  /** Parts of the country where an address word begins with it. */
  cells: number[];
};

const SAMPLED = 64;

/** What is known of words before a search: how common they are in names, and whether they name a whereabouts. */
export async function selectWordProfiles(
  connection: Connection,
  keys: readonly string[],
): Promise<WordProfile[]> {
  const { rows } = await sql<WordProfile>`
    select
      (select count(*)::int4 from (
        select from place_keys where letters >= w.first and letters < w.after and place_id % 64 = 0 limit 8000
      ) s) * ${SAMPLED}::int4 as "inNames",
      ${cellsOfWord} as cells
    from ${asRanges(keys)} as w (first, after, at) order by w.at`.execute(connection);
  return rows;
}

/** Parts of the country where an address word begins with each of the keys. */
export async function selectCellsOfWords(
  connection: Connection,
  keys: readonly string[],
): Promise<number[][]> {
  const { rows } = await sql<{ cells: number[] }>`
    select ${cellsOfWord} as cells from ${asRanges(keys)} as w (first, after, at) order by w.at`.execute(
    connection,
  );
  return rows.map(({ cells }) => cells);
}

const cellsOfWord = sql`array(select distinct cell from place_words where word >= w.first and word < w.after)`;

const asRanges = (keys: readonly string[]) =>
  sql`unnest(${keys}::text[], ${keys.map(keyAfter)}::text[]) with ordinality`;

const placeColumns = [
  'id',
  'place_id',
  'name',
  'address',
  'address_words',
  'lat',
  'lng',
  'kind',
  'category_id',
  'phone_number',
  'website',
  'business_status',
  'is_example',
] as const;

export type PlaceRow = Awaited<ReturnType<typeof selectPlaces>>[number];

/** In no order. */
export const selectPlaces = (connection: Connection, ids: readonly number[]) =>
  connection.selectFrom('places').where('id', 'in', ids).select(placeColumns).execute();

export const selectPlaceByPlaceId = (connection: Connection, placeId: string) =>
  connection.selectFrom('places').where('place_id', '=', placeId).select(placeColumns).executeTakeFirst();

/** Open places around a point, nearest first. */
export async function selectNearest(
  connection: Connection,
  { point, limit }: { point: Spot; limit: number },
): Promise<PlaceRow[]> {
  const here = sql`point(${point.x}::float8, ${point.y}::float8)`;
  const nearest = await sql<{ place_id: number }>`
    select place_id from place_spots order by spot <-> ${here} limit ${limit}`.execute(connection);
  const ids = nearest.rows.map(({ place_id }) => place_id);
  if (ids.length === 0) return [];
  const rows = new Map((await selectPlaces(connection, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Places of some blocks whose address has words that begin with all of the keys, with their points. */
export async function selectPointsByAddress(
  connection: Connection,
  { blocks, keys, limit }: { blocks: readonly number[]; keys: readonly string[]; limit: number },
): Promise<{ address: string; lat: number; lng: number }[]> {
  const { rows } = await sql<{ address: string; lat: number; lng: number }>`
    select p.address, p.lat, p.lng
    from place_keys k join places p on p.id = k.place_id
    where k.block = any(${blocks}::int2[]) and p.lat is not null
      and ${sql.join(
        keys.map((key) => anyWordBegins([key])),
        sql` and `,
      )}
    limit ${limit}`.execute(connection);
  return rows;
}
