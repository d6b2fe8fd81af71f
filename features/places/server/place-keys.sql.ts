import { type RawBuilder, sql } from 'kysely';
import { KEY_END } from '#common/korean.ts';
import type { MatchPlace } from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import { cellNumbers, type IndexPoint } from './cells.ts';
import { maskOfLocations } from './location-mask.ts';
import { keyAfter, LETTERS_MAXIMUM, wholeNameKey } from './place-keys.ts';
import {
  costFrom,
  FEW_OF_SAMPLE,
  type FoundPlace,
  type JoinedRanges,
  joinedRangesOf,
  SAMPLED,
} from './search-parts.sql.ts';

/** The key by which a statement selects names, and the costs by which it ranks the places with these names. */
export type KeySearch = {
  keyedBy: 'letters' | 'initials';
  key: string;
  point: IndexPoint;
  penalties: Record<MatchPlace, number>;
  /** Bonus for a name that is exactly the key. */
  wholeNameBonus: number;
  /** The keys (of the same kind) of other words that the name must contain. */
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
 * Selects the best places of the whole country if at most `readAtMost` keys match. Otherwise selects the best places of
 * the blocks, and some places anywhere with exactly this name. If the word is very common, only the first
 * `blocksOfCommon` blocks are read.
 * @returns `blocksRead`: 'all', or the number of blocks
 */
export async function selectByKeyAnywhere(
  connection: Connection,
  {
    search,
    blocks,
    blocksOfCommon,
    readAtMost,
    limit,
  }: {
    search: KeySearch;
    blocks: readonly number[];
    blocksOfCommon: number;
    readAtMost: number;
    limit: number;
  },
): Promise<{ found: FoundAnywhere[]; blocksRead: 'all' | number }> {
  const values = {
    ...keyValues(search, blocks),
    blocksOfCommon: arrayOf(blocks.slice(0, blocksOfCommon)),
    readAtMost,
    limit,
  };
  const rows = await byKeyAnywhere[search.keyedBy](connection, values);
  const found = rows.flatMap(({ id, cost, isWholeName }) => (id === null ? [] : [{ id, cost, isWholeName }]));
  const [first] = rows;
  if (first === undefined || first.isAll) return { found, blocksRead: 'all' };
  return { found, blocksRead: first.isVeryCommon ? Math.min(blocksOfCommon, blocks.length) : blocks.length };
}

/** Conditions on a place beyond its key; all of them must hold. */
export type PlaceChecks = {
  /** The name matches these regular expressions. */
  names: readonly string[];
  /** The name contains these texts. The regular expressions imply this, but this test takes a tenth of their time. */
  holds: readonly string[];
  /**
   * The letter key of the name, from the match on, fits these `like` patterns. The regular expressions imply this as
   * well.
   */
  letters: readonly string[];
  /** An address word begins with each of these letter keys. */
  addresses: readonly string[];
  /** For each pair, the name or the address matches. */
  either: readonly { name: string; address: string }[];
};

/**
 * A condition that follows from the checks and can be tested on the key alone: the place is in one of the cells, or its
 * name contains one of the letter keys.
 */
export type Within = { cells: ReadonlySet<number>; inName: readonly string[] };

/**
 * Like `selectByKey`, for places that also pass the checks. Checks at most `readAtMost` places; `read` is their
 * number.
 * @param blocks 'all': the whole country
 * @param within with the blocks 'all' only
 */
export async function selectByKeyChecked(
  connection: Connection,
  {
    search,
    blocks,
    limit,
    checks,
    within,
    readAtMost,
  }: {
    search: KeySearch;
    blocks: readonly number[] | 'all';
    limit: number;
    checks: PlaceChecks;
    within?: Within | undefined;
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
    locationMask: maskOfLocations(checks.addresses),
    cells: bitsOf(within?.cells),
    inName: (within?.inName ?? []).map((key) => `%${key}%`),
  });
  return only as { found: FoundPlace[]; read: number };
}

/**
 * One bit for each cell; all bits are set if no cells are given. `= any` would compare a place with each of 250 cells.
 */
function bitsOf(cells: ReadonlySet<number> | undefined): Buffer {
  if (cells === undefined) return EVERY_CELL;
  const bits = Buffer.alloc(EVERY_CELL.length);
  for (const cell of cells) bits[cell >> 3] = (bits[cell >> 3] as number) | (1 << (cell & 7));
  return bits;
}

const EVERY_CELL = Buffer.alloc((Math.max(...cellNumbers) >> 3) + 1, 0xff);

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
  /** Arrays of numbers as PostgreSQL writes them. */
  blocks: string;
  penalties: string;
  alsoInName: string[];
};

/** Leading characters of a key in the indexes that begin with the block (migrations 0053 and 0057). */
const HEAD = { letters: 4, initials: 3 };
/** Leading characters in the index of initials over the whole country (migration 0057). */
const INITIALS_INDEXED = 6;

/** Writes an array of numbers as text in one step. The driver needs several steps for each number. */
const arrayOf = (numbers: readonly number[]): string => `{${numbers.join()}}`;

/** Keys contain no special characters of `like` patterns. */
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
    blocks: arrayOf(blocks),
    penalties: arrayOf([penalties.start, penalties.inside, penalties.closed]),
    alsoInName: alsoInName.map((other) => `%${other}%`),
  };
}

type KeyedBy = KeySearch['keyedBy'];

/** SQL for the cost of a row `k` of `columnsOfKey`. */
const costOfKey = ({ wholeName, bonus, x, y, penalties }: KeyValues) => sql`
  (${penalties}::float8[])[k.block % 3 + 1] - k.liveliness / 100.0::float8
    - case when k.key = ${wholeName} then ${bonus}::float8 else 0 end + ${costFrom({ x, y })}`;

/** The index of letters over the whole country contains all of these columns except the mask. */
const columnsOfKey = (keyedBy: KeyedBy) =>
  sql`select place_id, block, liveliness, x, y, location_mask, letters, ${sql.ref(keyedBy)} as key from place_keys`;

const initialsIndexed = sql`left(initials, ${sql.lit(INITIALS_INDEXED)})`;

/** Selects the keys of the whole country that begin with the typed key, by an index. */
const rangeAnywhere = (keyedBy: KeyedBy, { first, after }: KeyValues) =>
  keyedBy === 'letters'
    ? sql`letters >= ${first} and letters < ${after}`
    : sql`${initialsIndexed} >= left(${first}, ${sql.lit(INITIALS_INDEXED)}) and ${initialsIndexed} < ${after}`;

/** All matching keys of the country, in index order. */
const keysAnywhere = (keyedBy: KeyedBy, given: KeyValues) => {
  const { first, length, alsoInName } = given;
  const rest = keyedBy === 'letters' ? sql`` : sql`and left(initials, ${length}) = ${first}`;
  return sql`
    ${columnsOfKey(keyedBy)}
    where ${rangeAnywhere(keyedBy, given)} ${rest} and ${sql.ref(keyedBy)} like all(${alsoInName}::text[])
    order by ${keyedBy === 'letters' ? sql`letters` : initialsIndexed}`;
};

/**
 * The matching keys of some blocks. The comparisons use `left`, so that the planner does not read the keys of the
 * whole country.
 */
const keysOfBlocks = (
  keyedBy: KeyedBy,
  { first, length, headFirst, headAfter, alsoInName }: KeyValues,
  blocks: RawBuilder<unknown>,
) => {
  const head = sql`left(${sql.ref(keyedBy)}, ${sql.lit(HEAD[keyedBy])})`;
  return sql`
    ${columnsOfKey(keyedBy)}
    where block = any(${blocks}) and ${head} >= ${headFirst} and ${head} < ${headAfter}
      and left(${sql.ref(keyedBy)}, ${length}) = ${first}
      and ${sql.ref(keyedBy)} like all(${alsoInName}::text[])`;
};

const byKeyOf = (keyedBy: KeyedBy) =>
  prepared(
    `places_by_${keyedBy}`,
    (_, given: KeyValues & { limit: number }) => sql<FoundPlace>`
      select k.place_id as id, ${costOfKey(given)} as cost 
      from (${keysOfBlocks(keyedBy, given, sql`${given.blocks}::int2[]`)}) k
      order by cost limit ${given.limit}`,
  );
const byKey = { letters: byKeyOf('letters'), initials: byKeyOf('initials') };

/** The statement returns at least one row, which contains `isAll`. The row's id is null if no place was found. */
type RowAnywhere = {
  id: number | null;
  cost: number;
  isWholeName: boolean;
  isAll: boolean;
  isVeryCommon: boolean;
};

/** A word with this many keys in the sample is very common. The nearest few blocks then contain enough places. */
const MANY_OF_SAMPLE = 48;
/** Number of keys read for a common word. Keys of places with exactly this name come first. */
const READ_OF_COMMON = 20;

type ValuesAnywhere = KeyValues & { readAtMost: number; limit: number; blocksOfCommon: string };

const byKeyAnywhereOf = (keyedBy: KeyedBy) =>
  prepared(
    `places_by_${keyedBy}_anywhere`,
    (_, given: ValuesAnywhere) => sql<RowAnywhere>`
      with word as materialized (
        select count(*) > ${sql.lit(FEW_OF_SAMPLE)} as is_common, count(*) = ${sql.lit(MANY_OF_SAMPLE)} as is_very_common
        from (
          select from place_keys where ${sql.ref(keyedBy)} >= ${given.first} and ${sql.ref(keyedBy)} < ${given.after}
            and place_id % ${sql.lit(SAMPLED)} = 0 limit ${sql.lit(MANY_OF_SAMPLE)}) s
      ),
      keys as materialized (
        ${keysAnywhere(keyedBy, given)}
        limit (select case when is_common then ${sql.lit(READ_OF_COMMON)} else ${given.readAtMost}::int4 + 1 end from word)
      ),
      number as (
        select not is_common and (select count(*) from keys) <= ${given.readAtMost} as "isAll",
          is_very_common as "isVeryCommon" from word
      )
      select found.id, found.cost, found."isWholeName", number."isAll", number."isVeryCommon"
      from number left join lateral (
        select k.place_id as id, ${costOfKey(given)} as cost,
          k.key = ${given.wholeName} and k.block % 3 = 0 as "isWholeName"
        from keys k where number."isAll" or k.key = ${given.wholeName}
        union all
        select k.place_id, ${costOfKey(given)}, false from (${keysOfBlocks(
          keyedBy,
          given,
          sql`case when number."isVeryCommon" then ${given.blocksOfCommon}::int2[] else ${given.blocks}::int2[] end`,
        )}) k
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
  locationMask: number;
  cells: Buffer;
  inName: string[];
};

/** Maximum number of keys that one statement reads before it checks the best of them; takes about 5 ms. */
const KEYS_AT_ONCE = 20_000;

const checkedOf = (
  name: `places_by_${KeyedBy}_checked` | `places_by_${KeyedBy}_anywhere_checked`,
  {
    keys,
    isWorthChecking,
  }: {
    keys: (given: KeyValues) => RawBuilder<unknown>;
    /** A condition on the key that follows from the checks. */
    isWorthChecking: (given: CheckedValues) => RawBuilder<unknown>;
  },
) =>
  prepared(
    name,
    (_, given: CheckedValues) => sql<{ found: FoundPlace[]; read: number }>`
      with keys as materialized (
        select k.place_id as id, ${costOfKey(given)} as cost from (${keys(given)}) k
        where k.letters like all(${given.letters}::text[]) and ${isWorthChecking(given)}
        limit ${sql.lit(KEYS_AT_ONCE)}
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
  checkedOf(`places_by_${keyedBy}_checked`, {
    keys: (given) => keysOfBlocks(keyedBy, given, sql`${given.blocks}::int2[]`),
    isWorthChecking: ({ locationMask }) => sql`k.location_mask & ${locationMask} = ${locationMask}`,
  });
const checkedAnywhere = (keyedBy: KeyedBy) =>
  checkedOf(`places_by_${keyedBy}_anywhere_checked`, {
    keys: (given) => keysAnywhere(keyedBy, given),
    // A truncated key may lack a part of the name.
    isWorthChecking: ({ cells, inName }) => sql`(get_bit(${cells}::bytea, k.block / 3) = 1
      or k.letters like any(${inName}::text[]) or length(k.letters) = ${sql.lit(LETTERS_MAXIMUM)})`,
  });
const byKeyChecked = { letters: checkedOfBlocks('letters'), initials: checkedOfBlocks('initials') };
const byKeyAnywhereChecked = { letters: checkedAnywhere('letters'), initials: checkedAnywhere('initials') };

/**
 * Maximum number of keys read per prefix, so that a common word does not read all of its keys. Whole names come
 * first.
 */
const KEYS_OF_RANGE = 100;

const openStarts = prepared(
  'places_open_starts',
  (_, { limit, x, y, firsts, afters }: JoinedRanges & IndexPoint & { limit: number }) => sql<OpenStart>`
    select w.at::int4 - 1 as at, k.place_id as id, k.letters = w.first || ${KEY_END} as "isWhole",
      ${costFrom({ x, y })} as cost
    from unnest(string_to_array(${firsts}, ' '), string_to_array(${afters}, ' '))
      with ordinality as w (first, after, at)
    cross join lateral (
      select place_id, block, x, y, letters from place_keys
      where letters >= w.first and letters < w.after limit ${sql.lit(KEYS_OF_RANGE)}
    ) k
    where k.block % 3 = 0
    order by "isWhole" desc, cost limit ${limit}`,
);

/** `isWhole`: the key is the whole name. */
export type OpenStart = FoundPlace & { at: number; isWhole: boolean };

/** Open places anywhere whose name begins with one of the letter keys; whole names first, then the nearest. */
export const selectOpenStarts = (
  connection: Connection,
  { keys, point, limit }: { keys: readonly string[]; point: IndexPoint; limit: number },
): Promise<OpenStart[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : openStarts(connection, { ...joinedRangesOf(keys), ...point, limit });

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

/** The nearest open places of each of the names, by the keys of whole names. */
export const selectOpenNamed = (
  connection: Connection,
  { keys, point, rowsOfName }: { keys: readonly string[]; point: IndexPoint; rowsOfName: number },
): Promise<(FoundPlace & { at: number })[]> =>
  keys.length === 0 ? Promise.resolve([]) : openNamed(connection, { keys: [...keys], ...point, rowsOfName });
