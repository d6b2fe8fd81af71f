import { type RawBuilder, sql } from 'kysely';
import {
  MIN_DISTANCE_METRES,
  type MatchPlace,
  UNKNOWN_DISTANCE_COST,
} from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { IndexPoint } from './cells.ts';
import { KEY_END } from '#common/korean.ts';
import { keyAfter, wholeNameKey } from './place-keys.ts';

export type FoundPlace = { id: number; cost: number };

/** What names must hold that a search reads, and what a place with such a name costs. */
export type KeySearch = {
  keyedBy: 'letters' | 'initials';
  key: string;
  point: IndexPoint;
  penalties: Record<MatchPlace, number>;
  /** For a name that is the key and no more. */
  wholeNameBonus: number;
  /** Keys, of the same kind, of other words that the name must contain. */
  alsoInName: readonly string[];
};

/** The best places of some blocks. A place can occur several times if its name repeats the query. */
export const selectByKey = (
  connection: Connection,
  { search, blocks, limit }: { search: KeySearch; blocks: readonly number[]; limit: number },
): Promise<FoundPlace[]> => byKey[search.keyedBy](connection, { ...keyValues(search, blocks), limit });

export type FoundAnywhere = FoundPlace & {
  /** An open place with exactly this name. */
  isWholeName: boolean;
};

/**
 * The best places of the whole country if at most `readAtMost` keys match (`isAll`). Otherwise the best of the blocks,
 * and some with exactly this name.
 */
export async function selectByKeyAnywhere(
  connection: Connection,
  {
    search,
    blocks,
    readAtMost,
    limit,
  }: { search: KeySearch; blocks: readonly number[]; readAtMost: number; limit: number },
): Promise<{ found: FoundAnywhere[]; isAll: boolean }> {
  const values = { ...keyValues(search, blocks), readAtMost, limit };
  const rows = await byKeyAnywhere[search.keyedBy](connection, values);
  const found = rows.flatMap(({ id, cost, isWholeName }) => (id === null ? [] : [{ id, cost, isWholeName }]));
  return { found, isAll: rows[0]?.isAll ?? true };
}

/** What must be true of a place beyond its key: all of it. */
export type PlaceChecks = {
  /** The name matches these regular expressions. */
  names: readonly string[];
  /** The name contains these characters: implied by the expressions, at a tenth of the cost. */
  holds: readonly string[];
  /** The letters of the name, from the key on, are like these patterns; follows from the expressions as well. */
  letters: readonly string[];
  /** An address word begins with each of these letter keys. */
  addresses: readonly string[];
  /** At least one of each pair. */
  either: readonly { name: string; address: string }[];
};

/**
 * As `selectByKey`, of places that pass the checks as well. Reads at most `readAtMost` places to check them and tells
 * how many.
 * @param blocks 'all': the whole country
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
    blocks: readonly number[] | 'all';
    limit: number;
    checks: PlaceChecks;
    readAtMost: number;
  },
): Promise<{ found: FoundPlace[]; read: number }> {
  const statement = (blocks === 'all' ? byKeyAnywhereChecked : byKeyChecked)[search.keyedBy];
  const [only] = await statement(connection, {
    ...keyValues(search, blocks === 'all' ? [] : blocks),
    limit,
    readAtMost,
    names: [...checks.names],
    holds: checks.holds.map((text) => `%${text}%`),
    letters: [...checks.letters],
    addresses: checks.addresses.map((key) => `% ${key}%`),
    eitherNames: checks.either.map(({ name }) => name),
    eitherAddresses: checks.either.map(({ address }) => `% ${address}%`),
  });
  return only as { found: FoundPlace[]; read: number };
}

type KeyValues = {
  first: string;
  after: string;
  length: number;
  headFirst: string;
  headAfter: string;
  wholeName: string;
  bonus: number;
  x: number;
  y: number;
  blocks: number[];
  penalties: number[];
  alsoInName: string[];
};

/** Leading characters of a key in the indexes that begin with the block (migration 0053). */
const HEAD = { letters: 4, initials: 2 };

/** Keys have no characters that mean something in a pattern of `like`. */
function keyValues(
  { keyedBy, key, point, penalties, wholeNameBonus, alsoInName }: KeySearch,
  blocks: readonly number[],
): KeyValues {
  const characters = [...key];
  const head = characters.slice(0, HEAD[keyedBy]).join('');
  return {
    first: key,
    after: keyAfter(key),
    length: characters.length,
    headFirst: head,
    headAfter: keyAfter(head),
    wholeName: wholeNameKey(key),
    bonus: wholeNameBonus,
    ...point,
    blocks: [...blocks],
    penalties: [penalties.start, penalties.inside, penalties.closed],
    alsoInName: alsoInName.map((other) => `%${other}%`),
  };
}

type KeyedBy = KeySearch['keyedBy'];

/** Of rows of `place_keys` as `k`, whose `key` was searched. */
const costOfKey = ({ wholeName, bonus, x, y, penalties }: KeyValues) => sql`
  (${penalties}::float8[])[k.block % 3 + 1] - k.liveliness / 100.0::float8
    - case when k.key = ${wholeName} then ${bonus}::float8 else 0 end + ${costFrom({ x, y })}`;

const columnsOfKey = (keyedBy: KeyedBy) =>
  sql`select place_id, block, liveliness, x, y, letters, ${sql.ref(keyedBy)} as key from place_keys`;

/** One after the other in the index. */
const keysAnywhere = (keyedBy: KeyedBy, { first, after, alsoInName }: KeyValues) => sql`
  ${columnsOfKey(keyedBy)}
  where ${sql.ref(keyedBy)} >= ${first} and ${sql.ref(keyedBy)} < ${after}
    and ${sql.ref(keyedBy)} like all(${alsoInName}::text[])
  order by ${sql.ref(keyedBy)}`;

/** Compares in a way that keeps the planner from reading the keys of the whole country. */
const keysOfBlocks = (
  keyedBy: KeyedBy,
  { first, length, headFirst, headAfter, blocks, alsoInName }: KeyValues,
) => {
  const head = sql`left(${sql.ref(keyedBy)}, ${sql.lit(HEAD[keyedBy])})`;
  return sql`
    ${columnsOfKey(keyedBy)}
    where block = any(${blocks}::int2[]) and ${head} >= ${headFirst} and ${head} < ${headAfter}
      and left(${sql.ref(keyedBy)}, ${length}) = ${first}
      and ${sql.ref(keyedBy)} like all(${alsoInName}::text[])`;
};

const byKeyOf = (keyedBy: KeyedBy) =>
  prepared(
    `places_by_${keyedBy}`,
    (_, given: KeyValues & { limit: number }) => sql<FoundPlace>`
      select k.place_id as id, ${costOfKey(given)} as cost from (${keysOfBlocks(keyedBy, given)}) k
      order by cost limit ${given.limit}`,
  );
const byKey = { letters: byKeyOf('letters'), initials: byKeyOf('initials') };

/** One row at least, for `isAll`; its id is null if there is no place. */
type RowAnywhere = { id: number | null; cost: number; isWholeName: boolean; isAll: boolean };

/** One key in SAMPLED is in an index of its own, which tells quickly how common a word is. */
const SAMPLED = 64;
/** A word with more keys in the sample is not counted further. */
const FEW_OF_SAMPLE = 8;
/** Keys read of a word that is known to be common: those of places with exactly this name come first. */
const READ_OF_COMMON = 20;

/** Whether more than a few keys of the sample match; there is none of initials. */
const isCommon = (keyedBy: KeyedBy, { first, after }: KeyValues) =>
  keyedBy === 'initials'
    ? sql`false`
    : sql`(select count(*) from (
        select from place_keys where letters >= ${first} and letters < ${after}
          and place_id % ${sql.lit(SAMPLED)} = 0 limit ${sql.lit(FEW_OF_SAMPLE + 1)}) s) > ${sql.lit(FEW_OF_SAMPLE)}`;

const byKeyAnywhereOf = (keyedBy: KeyedBy) =>
  prepared(
    `places_by_${keyedBy}_anywhere`,
    (_, given: KeyValues & { readAtMost: number; limit: number }) => sql<RowAnywhere>`
      with word as materialized (select ${isCommon(keyedBy, given)} as is_common),
      keys as materialized (
        ${keysAnywhere(keyedBy, given)}
        limit (select case when is_common then ${sql.lit(READ_OF_COMMON)} else ${given.readAtMost}::int4 + 1 end from word)
      ),
      number as (
        select not is_common and (select count(*) from keys) <= ${given.readAtMost} as "isAll" from word
      )
      select found.id, found.cost, found."isWholeName", number."isAll"
      from number left join lateral (
        select k.place_id as id, ${costOfKey(given)} as cost,
          k.key = ${given.wholeName} and k.block % 3 = 0 as "isWholeName"
        from keys k where number."isAll" or k.key = ${given.wholeName}
        union all
        select k.place_id, ${costOfKey(given)}, false from (${keysOfBlocks(keyedBy, given)}) k
        where not number."isAll"
      ) found on true
      order by found."isWholeName" desc, found.cost limit ${given.limit}`,
  );
const byKeyAnywhere = { letters: byKeyAnywhereOf('letters'), initials: byKeyAnywhereOf('initials') };

type CheckedValues = KeyValues & {
  limit: number;
  readAtMost: number;
  names: string[];
  holds: string[];
  letters: string[];
  addresses: string[];
  eitherNames: string[];
  eitherAddresses: string[];
};

/** Keys that one statement reads before it checks the best of them: about 5 ms. */
const KEYS_AT_ONCE = 20_000;

const checkedOf = (
  name: `places_by_${KeyedBy}_checked` | `places_by_${KeyedBy}_anywhere_checked`,
  keys: (given: KeyValues) => RawBuilder<unknown>,
) =>
  prepared(
    name,
    (_, given: CheckedValues) => sql<{ found: FoundPlace[]; read: number }>`
      with keys as materialized (
        select k.place_id as id, ${costOfKey(given)} as cost from (${keys(given)}) k
        where k.letters like all(${given.letters}::text[]) limit ${sql.lit(KEYS_AT_ONCE)}
      ),
      best as (
        -- In order, so that the join stops at the limit.
        select k.id, k.cost from (select id, cost from keys order by cost limit ${given.readAtMost}) k
        cross join lateral (
          select from places p
          where p.id = k.id and p.name like all(${given.holds}::text[])
            and p.address_words like all(${given.addresses}::text[])
            and p.name ~ all(${given.names}::text[])
            and not exists (
              select from unnest(${given.eitherNames}::text[], ${given.eitherAddresses}::text[]) as e (name, address)
              where not (p.name ~ e.name or p.address_words like e.address))
          offset 0) p
        limit ${given.limit}
      )
      select (select least(count(*), ${given.readAtMost})::int4 from keys) as read,
        (select coalesce(json_agg(json_build_object('id', id, 'cost', cost)), '[]') from best) as found`,
  );
const checkedOfBlocks = (keyedBy: KeyedBy) =>
  checkedOf(`places_by_${keyedBy}_checked`, (given) => keysOfBlocks(keyedBy, given));
const checkedAnywhere = (keyedBy: KeyedBy) =>
  checkedOf(`places_by_${keyedBy}_anywhere_checked`, (given) => keysAnywhere(keyedBy, given));
const byKeyChecked = { letters: checkedOfBlocks('letters'), initials: checkedOfBlocks('initials') };
const byKeyAnywhereChecked = { letters: checkedAnywhere('letters'), initials: checkedAnywhere('initials') };

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

/** A key read for each range, so that a common word does not read all it has; whole names come first. */
const KEYS_OF_RANGE = 100;

const openStarts = prepared(
  'places_open_starts',
  (_, { limit, x, y, firsts, afters }: Ranges & IndexPoint & { limit: number }) => sql<OpenStart>`
    select w.at::int4 - 1 as at, k.place_id as id, k.letters = w.first || ${KEY_END} as "isWhole",
      ${costFrom({ x, y })} as cost
    from ${unnested({ firsts, afters })} as w (first, after, at)
    cross join lateral (
      select place_id, block, x, y, letters from place_keys
      where letters >= w.first and letters < w.after limit ${sql.lit(KEYS_OF_RANGE)}
    ) k
    where k.block % 3 = 0
    order by "isWhole" desc, cost limit ${limit}`,
);

/** `isWhole`: the key is the whole name. */
export type OpenStart = FoundPlace & { at: number; isWhole: boolean };

/** Open places whose name begins with one of the letter keys, anywhere; whole names first, then the nearest. */
export const selectOpenStarts = (
  connection: Connection,
  { keys, point, limit }: { keys: readonly string[]; point: IndexPoint; limit: number },
): Promise<OpenStart[]> =>
  keys.length === 0 ? Promise.resolve([]) : openStarts(connection, { ...rangesOf(keys), ...point, limit });

const openNamed = prepared(
  'places_open_named',
  (_, { keys, x, y, rowsOfName }: IndexPoint & { keys: string[]; rowsOfName: number }) => sql<
    FoundPlace & { at: number }
  >`
    select w.at::int4 - 1 as at, k.id, k.cost
    from unnest(${keys}::text[]) with ordinality as w (key, at)
    cross join lateral (
      select place_id as id, ${costFrom({ x, y })} as cost from place_keys
      where letters = w.key and block % 3 = 0 order by cost limit ${rowsOfName}
    ) k`,
);

/** Of each name, by its key as a whole, the nearest open places, anywhere. */
export const selectOpenNamed = (
  connection: Connection,
  { keys, point, rowsOfName }: { keys: readonly string[]; point: IndexPoint; rowsOfName: number },
): Promise<(FoundPlace & { at: number })[]> =>
  keys.length === 0 ? Promise.resolve([]) : openNamed(connection, { keys: [...keys], ...point, rowsOfName });

const terms = prepared(
  'places_by_terms',
  (_, { rowsOfRange, x, y, firsts, afters }: RangedValues) => sql<RangedPlace>`
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

const nearestOfCategories = prepared(
  'places_of_categories',
  (
    _,
    { x, y, categoryIds, walk, limit }: IndexPoint & { categoryIds: string[]; walk: number; limit: number },
  ) => sql<FoundPlace>`
    select place_id as id, ln(1 + metres / ${sql.lit(MIN_DISTANCE_METRES)}) / ln(2.0::float8) as cost
    from (
      select place_id, category_id, spot <-> point(${x}::float8, ${y}::float8) as metres
      from place_spots order by spot <-> point(${x}::float8, ${y}::float8) limit ${walk}
    ) near
    where ${categoryIds}::text[] = '{}' or category_id = any(${categoryIds}::text[])
    limit ${limit}`,
);

// Without an order of its own the outer query stops at the limit; the scan of the index is in order.
/** Open places of the categories (of any, if none is given) among the `walk` nearest to a point, nearest first. */
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
  /** Keys that begin with the word; estimated for common words, and no more than 200,000. */
  inNames: number;
  /** Cells with an address word that begins with it. */
  cells: number[];
};

/** A word with few keys in the sample is counted up to here, others by the sample. */
const COUNTED = 1000;
const COUNTED_OF_SAMPLE = 3000;

type Ranges = { firsts: string[]; afters: string[] };

const rangesOf = (keys: readonly string[]): Ranges => ({ firsts: [...keys], afters: keys.map(keyAfter) });

const unnested = ({ firsts, afters }: Ranges) =>
  sql`unnest(${firsts}::text[], ${afters}::text[]) with ordinality`;

const areasOfWord = sql`array(select distinct cell from place_words where word >= w.first and word < w.after)`;

const wordProfiles = prepared(
  'place_word_profiles',
  (_, ranges: Ranges) => sql<WordEstimate>`
    select
      case when ${sql.lit(FEW_OF_SAMPLE)} < sample.keys then sample.keys * ${sql.lit(SAMPLED)} else (
        select count(*)::int4 from (
          select from place_keys where letters >= w.first and letters < w.after limit ${sql.lit(COUNTED)}) k
      ) end as "inNames",
      ${areasOfWord} as cells
    from ${unnested(ranges)} as w (first, after, at)
    cross join lateral (
      select count(*)::int4 as keys from (
        select from place_keys where letters >= w.first and letters < w.after
          and place_id % ${sql.lit(SAMPLED)} = 0 limit ${sql.lit(COUNTED_OF_SAMPLE)}) s
    ) sample order by w.at`,
);

/** Statistics of words for planning a search: how common they are in names, and whether they name a location. */
export const selectWordProfiles = (
  connection: Connection,
  keys: readonly string[],
): Promise<WordEstimate[]> => wordProfiles(connection, rangesOf(keys));

const wordCells = prepared(
  'place_word_cells',
  (_, ranges: Ranges) => sql<{ cells: number[] }>`
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

const placesByIds = prepared('places_by_ids', (database, { ids }: { ids: number[] }) =>
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

const middleOfTerms = prepared(
  'places_middle_of_terms',
  (_, { first, after }: { first: string; after: string }) => sql<IndexPoint>`
    select percentile_disc(0.5) within group (order by x) as x, percentile_disc(0.5) within group (order by y) as y
    from (select x, y from place_terms where term >= ${first} and term < ${after} and x is not null limit 100) t
    having count(*) > 0`,
);

/** The median on each axis of some open places with a term that begins so; null without any. */
export const selectMiddleOfTerms = async (
  connection: Connection,
  prefix: string,
): Promise<IndexPoint | null> =>
  (await middleOfTerms(connection, { first: prefix, after: keyAfter(prefix) }))[0] ?? null;

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
