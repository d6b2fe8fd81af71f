import { type RawBuilder, sql } from 'kysely';
import { MIN_DISTANCE_METRES, UNKNOWN_DISTANCE_COST } from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { IndexPoint } from './cells.ts';
import { keyAfter, wholeNameKey } from './place-keys.ts';
import type { PlannedBlock } from './search-plan.ts';

export type FoundPlace = { id: number; cost: number };

/** What a name must contain, and where in the keys to begin. */
export type KeySearch = {
  keyedBy: 'letters' | 'initials';
  key: string;
  point: IndexPoint;
  /** Bonus for a name that equals the key. */
  wholeNameBonus: number;
  /** Keys, of the same kind, of other words that the name must contain. */
  alsoInName: readonly string[];
};

/** The best places of some blocks. A place can occur several times if its name repeats the query. */
export const selectByKey = (
  connection: Connection,
  { search, blocks, limit }: { search: KeySearch; blocks: readonly PlannedBlock[]; limit: number },
): Promise<FoundPlace[]> => byKey[search.keyedBy](connection, { ...keyValues(search, blocks), limit });

/** All conditions on a place besides its key. */
export type PlaceChecks = {
  /** The name matches these regular expressions. */
  names: readonly string[];
  /** The name contains these characters: implied by the expressions, at a tenth of the cost. */
  holds: readonly string[];
  /** An address word begins with each of these letter keys. */
  addresses: readonly string[];
  /** At least one of each pair. */
  either: readonly { name: string; address: string }[];
};

/**
 * As `selectByKey`, for places that also pass the checks. Checks at most `readAtMost` places, from the most promising
 * block on, and returns how many.
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
    checks: PlaceChecks;
    readAtMost: number;
  },
): Promise<{ found: FoundPlace[]; read: number }> {
  const [only] = await byKeyChecked[search.keyedBy](connection, {
    ...keyValues(search, blocks),
    limit,
    readAtMost,
    names: [...checks.names],
    holds: checks.holds.map((text) => `%${text}%`),
    addresses: checks.addresses.map((key) => `% ${key}%`),
    eitherNames: checks.either.map(({ name }) => name),
    eitherAddresses: checks.either.map(({ address }) => `% ${address}%`),
  });
  return only as { found: FoundPlace[]; read: number };
}

type KeyValues = {
  first: string;
  after: string;
  wholeName: string;
  bonus: number;
  x: number;
  y: number;
  blocks: number[];
  penalties: number[];
  alsoInName: string[];
};

/** Keys contain no special characters of a `like` pattern. */
const keyValues = (
  { key, point, wholeNameBonus, alsoInName }: KeySearch,
  blocks: readonly PlannedBlock[],
): KeyValues => ({
  first: key,
  after: keyAfter(key),
  wholeName: wholeNameKey(key),
  bonus: wholeNameBonus,
  ...point,
  blocks: blocks.map(({ block }) => block),
  penalties: blocks.map(({ penalty }) => penalty),
  alsoInName: alsoInName.map((other) => `%${other}%`),
});

/** The keys that a search reads, from the most promising block on, each with its cost. */
function keysIn(
  keyedBy: KeySearch['keyedBy'],
  { first, after, wholeName, bonus, x, y, blocks, penalties, alsoInName }: KeyValues,
): RawBuilder<FoundPlace> {
  const column = sql.ref(keyedBy);
  // `offset 0` keeps each block lookup a single index range.
  return sql`
    select k.place_id as id,
      b.penalty - k.liveliness / 100.0::float8
        - case when k.key = ${wholeName} then ${bonus}::float8 else 0 end
        + coalesce(
            ln(1 + sqrt((k.x - ${x}::int4)::float8 * (k.x - ${x}::int4)
              + (k.y - ${y}::int4)::float8 * (k.y - ${y}::int4)) / ${sql.lit(MIN_DISTANCE_METRES)}) / ln(2.0::float8),
            ${sql.lit(UNKNOWN_DISTANCE_COST)}) as cost
    from unnest(${blocks}::int2[], ${penalties}::float8[]) as b (block, penalty)
    cross join lateral (
      select place_id, liveliness, x, y, ${column} as key from place_keys
      where block = b.block and ${column} >= ${first} and ${column} < ${after}
        and ${column} like all(${alsoInName}::text[])
      offset 0
    ) k`;
}

const byKeyOf = (keyedBy: KeySearch['keyedBy']) =>
  prepared<KeyValues & { limit: number }>(`places_by_${keyedBy}`)<FoundPlace>(
    (_, given) => sql<FoundPlace>`${keysIn(keyedBy, given)} order by cost limit ${given.limit}`,
  );
const byKey = { letters: byKeyOf('letters'), initials: byKeyOf('initials') };

type CheckedValues = KeyValues & {
  limit: number;
  readAtMost: number;
  names: string[];
  holds: string[];
  addresses: string[];
  eitherNames: string[];
  eitherAddresses: string[];
};

const byKeyCheckedOf = (keyedBy: KeySearch['keyedBy']) =>
  prepared<CheckedValues>(`places_by_${keyedBy}_checked`)<{ found: FoundPlace[]; read: number }>(
    (_, given) => sql`
      with keys as materialized (${keysIn(keyedBy, given)} limit ${given.readAtMost}),
      best as (
        select keys.id, keys.cost from keys join places p on p.id = keys.id
        where p.name like all(${given.holds}::text[])
          and p.address_words like all(${given.addresses}::text[])
          and p.name ~ all(${given.names}::text[])
          and not exists (
            select from unnest(${given.eitherNames}::text[], ${given.eitherAddresses}::text[]) as e (name, address)
            where not (p.name ~ e.name or p.address_words like e.address))
        order by keys.cost limit ${given.limit}
      )
      select (select count(*)::int4 from keys) as read,
        (select coalesce(json_agg(json_build_object('id', id, 'cost', cost)), '[]') from best) as found`,
  );
const byKeyChecked = { letters: byKeyCheckedOf('letters'), initials: byKeyCheckedOf('initials') };

/** SQL for the cost of the distance in metres from a point, from the columns x and y. */
const costFrom = ({ x, y }: IndexPoint) => sql`
  coalesce(ln(1 + sqrt((x - ${x}::int4)::float8 * (x - ${x}::int4) + (y - ${y}::int4)::float8 * (y - ${y}::int4))
    / ${sql.lit(MIN_DISTANCE_METRES)}) / ln(2.0::float8), ${sql.lit(UNKNOWN_DISTANCE_COST)})`;

/**
 * A place with a key or term that begins with one of several; `at` is its index. The cost is that of the distance
 * alone.
 */
export type RangedPlace = FoundPlace & { at: number; key: string };

type RangedValues = Ranges & IndexPoint & { rowsOfRange: number };

const openStarts = prepared<RangedValues>('places_open_starts')<RangedPlace>(
  (_, { rowsOfRange, x, y, firsts, afters }) => sql<RangedPlace>`
    select w.at::int4 - 1 as at, k.place_id as id, k.letters as key, ${costFrom({ x, y })} as cost
    from ${unnested({ firsts, afters })} as w (first, after, at)
    cross join lateral (
      select place_id, x, y, letters from place_keys
      where block % 3 = 0 and letters >= w.first and letters < w.after limit ${rowsOfRange}
    ) k`,
);

/** Open places anywhere whose name begins with one of the letter keys; whole names come first in each range. */
export const selectOpenStarts = (
  connection: Connection,
  { keys, point, rowsOfRange }: { keys: readonly string[]; point: IndexPoint; rowsOfRange: number },
): Promise<RangedPlace[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : openStarts(connection, { ...rangesOf(keys), ...point, rowsOfRange });

const terms = prepared<RangedValues>('places_by_terms')<RangedPlace>(
  (_, { rowsOfRange, x, y, firsts, afters }) => sql<RangedPlace>`
    select w.at::int4 - 1 as at, t.place_id as id, t.term as key, ${costFrom({ x, y })} as cost
    from ${unnested({ firsts, afters })} as w (first, after, at)
    cross join lateral (
      select place_id, x, y, term from place_terms
      where term >= w.first and term < w.after limit ${rowsOfRange}
    ) t`,
);

/** Open places with a term that begins with one of these. */
export const selectByTerms = (
  connection: Connection,
  { prefixes, point, rowsOfRange }: { prefixes: readonly string[]; point: IndexPoint; rowsOfRange: number },
): Promise<RangedPlace[]> =>
  prefixes.length === 0
    ? Promise.resolve([])
    : terms(connection, { ...rangesOf(prefixes), ...point, rowsOfRange });

const nearestOfCategories = prepared<IndexPoint & { categoryIds: string[]; walk: number; limit: number }>(
  'places_of_categories',
)<FoundPlace>(
  (_, { x, y, categoryIds, walk, limit }) => sql<FoundPlace>`
    select place_id as id, ln(1 + metres / ${sql.lit(MIN_DISTANCE_METRES)}) / ln(2.0::float8) as cost
    from (
      select place_id, category_id, spot <-> point(${x}::float8, ${y}::float8) as metres
      from place_spots order by spot <-> point(${x}::float8, ${y}::float8) limit ${walk}
    ) near
    where ${categoryIds}::text[] = '{}' or category_id = any(${categoryIds}::text[])
    order by metres limit ${limit}`,
);

/** Open places of the categories (any, if none is given) among the `walk` places nearest to a point, nearest first. */
export const selectNearestOfCategories = (
  connection: Connection,
  given: { point: IndexPoint; categoryIds: readonly string[]; walk: number; limit: number },
): Promise<FoundPlace[]> =>
  nearestOfCategories(connection, {
    ...given.point,
    categoryIds: [...given.categoryIds],
    walk: given.walk,
    limit: given.limit,
  });

export type WordEstimate = {
  /** Estimated number of names that contain the word, at most half a million. */
  inNames: number;
  /** Cells with an address word that begins with it. */
  cells: number[];
};

const SAMPLED = 64;

type Ranges = { firsts: string[]; afters: string[] };

const rangesOf = (keys: readonly string[]): Ranges => ({ firsts: [...keys], afters: keys.map(keyAfter) });

const unnested = ({ firsts, afters }: Ranges) =>
  sql`unnest(${firsts}::text[], ${afters}::text[]) with ordinality`;

const areasOfWord = sql`array(select distinct cell from place_words where word >= w.first and word < w.after)`;

const wordProfiles = prepared<Ranges>('place_word_profiles')<WordEstimate>(
  (_, ranges) => sql<WordEstimate>`
    select
      (select count(*)::int4 from (
        select from place_keys where letters >= w.first and letters < w.after and place_id % 64 = 0 limit 8000
      ) s) * ${sql.lit(SAMPLED)} as "inNames",
      ${areasOfWord} as cells
    from ${unnested(ranges)} as w (first, after, at) order by w.at`,
);

/** Statistics of words for planning a search: how common they are in names, and whether they name a location. */
export const selectWordProfiles = (
  connection: Connection,
  keys: readonly string[],
): Promise<WordEstimate[]> => wordProfiles(connection, rangesOf(keys));

const wordCells = prepared<Ranges>('place_word_cells')<{ cells: number[] }>(
  (_, ranges) => sql<{ cells: number[] }>`
    select ${areasOfWord} as cells from ${unnested(ranges)} as w (first, after, at) order by w.at`,
);

/** Cells with an address word that begins with each of the keys. */
export const selectAreasOfWords = async (
  connection: Connection,
  keys: readonly string[],
): Promise<number[][]> => (await wordCells(connection, rangesOf(keys))).map(({ cells }) => cells);

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

/** In undefined order. */
export const selectPlaces = (connection: Connection, ids: readonly number[]) =>
  placesByIds(connection, { ids: [...ids] });

const placesByIds = prepared<{ ids: number[] }>('places_by_ids')((database, { ids }) =>
  database
    .selectFrom('places')
    .where((eb) => eb('id', '=', sql<number>`any(${ids}::int4[])`))
    .select(placeColumns),
);

export const selectPlaceByPlaceId = (connection: Connection, placeId: string) =>
  connection.selectFrom('places').where('place_id', '=', placeId).select(placeColumns).executeTakeFirst();

/** Open places around a point, nearest first. */
export async function selectNearest(
  connection: Connection,
  { point, limit }: { point: IndexPoint; limit: number },
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
      and p.address_words like all(${keys.map((key) => `% ${key}%`)}::text[])
    limit ${limit}`.execute(connection);
  return rows;
}

/** The current id of a catalogue place at the maps service; the given id if unchanged or unknown. */
export async function selectCurrentId(connection: Connection, placeId: string): Promise<string> {
  const { rows } = await sql<{ currentId: string }>`
    select coalesce(google_place_id, id) as "currentId" from restaurants_public where id = ${placeId}
  `.execute(connection);
  return rows[0]?.currentId ?? placeId;
}
