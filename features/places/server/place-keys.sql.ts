import { type RawBuilder, sql } from 'kysely';
import { KEY_END } from '#common/korean.ts';
import type { MatchPosition } from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import { cellNumbers, type IndexPoint } from './cells.ts';
import { maskOfLocations } from './location-mask.ts';
import { keyAfter, LETTERS_MAXIMUM, wholeNameKey } from './place-keys.ts';
import { suggestedColumns, type SuggestedRow } from './places.sql.ts';
import type { BlockPlan } from './search-plan.ts';
import {
  costFrom,
  FEW_OF_SAMPLE,
  type FoundPlace,
  type FoundRow,
  type JoinedRanges,
  joinedRangesOf,
  type Ranges,
  rangesOf,
  SAMPLED,
  unnested,
} from './search-parts.sql.ts';

/** The key by which a statement selects names, and the costs by which it ranks the places with these names. */
export type KeySearch = {
  keyedBy: 'letters' | 'initials';
  key: string;
  point: IndexPoint;
  penalties: Record<MatchPosition, number>;
  /** Bonus for a name that is exactly the key. */
  wholeNameBonus: number;
  /** The keys (of the same kind) of other words that the name must contain. */
  alsoInName: readonly string[];
  /** Only places with a lower cost are selected. */
  worstCost: number;
};

/**
 * Blocks to read in one statement, in three parts. A block of the second or third part is skipped if the earlier parts
 * contain enough places and the block cannot contain a better one.
 */
export type BlocksToRead = readonly [BlockPlan, BlockPlan, BlockPlan];

/** What to return: at most `places` places, from at most `keys` keys of each part of the blocks. */
export type Wanted = {
  places: number;
  keys: number;
  /** Whether to return the columns of the places. */
  withRows: boolean;
};

/**
 * The best places of some blocks.
 * @returns `isCut`: keys beyond the limit could belong to one of the best places. This happens because a place whose
 * name contains the query several times has several matching keys.
 */
export async function selectByKey(
  connection: Connection,
  { search, blocks, wanted }: { search: KeySearch; blocks: BlocksToRead; wanted: Wanted },
): Promise<{ found: FoundRow[]; isCut: boolean }> {
  const rows = await byKey[search.keyedBy](connection, {
    ...keyValues(search, blocks[0].blocks),
    ...laterValues(blocks),
    ...wanted,
  });
  return { found: rows.map(foundRow), isCut: isCut(rows, wanted) };
}

export type FoundAnywhere = FoundRow & {
  /** Whether the place is open and has exactly the typed name. */
  isWholeName: boolean;
};

/**
 * Selects the best places of the whole country if at most `readAtMost` keys match. Otherwise selects the best places of
 * the blocks. In both cases also selects some places anywhere with exactly this name.
 * @returns `isAll`: the whole country was read; `isCut` as in `selectByKey`; `areOthersKnown`: for each of `otherKeys`
 * (in letters), whether a name contains it
 */
export async function selectByKeyAnywhere(
  connection: Connection,
  {
    search,
    blocks,
    wanted,
    readAtMost,
    otherKeys,
  }: {
    search: KeySearch;
    blocks: BlocksToRead;
    wanted: Wanted;
    readAtMost: number;
    otherKeys: readonly string[];
  },
): Promise<{ found: FoundAnywhere[]; isAll: boolean; isCut: boolean; areOthersKnown: boolean[] }> {
  const rows = await byKeyAnywhere[search.keyedBy](connection, {
    ...keyValues(search, blocks[0].blocks),
    ...laterValues(blocks),
    ...wanted,
    readAtMost,
    ...rangesOf(otherKeys),
  });
  const found = rows.flatMap(({ isWholeName, isAll: _, areOthersKnown: __, ...row }) =>
    row.id === null ? [] : [{ ...foundRow(row as KeyRow), isWholeName }],
  );
  const { isAll, areOthersKnown } = rows[0] as RowAnywhere;
  return { found, isAll, isCut: isCut(rows, wanted), areOthersKnown };
}

/** The columns of the place are null if they were not wanted. */
type KeyRow = FoundPlace & { cutAt: number | null } & {
  [Column in (typeof suggestedColumns)[number]]: SuggestedRow[Column] | null;
};

const foundRow = ({ id, cost, cutAt: _, ...row }: KeyRow): FoundRow =>
  row.place_id === null ? { id, cost } : { id, cost, row: { id, ...row } as SuggestedRow };

/** Whether a key that was left out because of the limit of keys could belong to one of the best places. */
function isCut(rows: readonly Pick<KeyRow, 'cost' | 'cutAt'>[], { places }: Wanted): boolean {
  const cutAt = rows[0]?.cutAt ?? null;
  return cutAt !== null && rows.filter(({ cost }) => cost <= cutAt).length < places;
}

/** Conditions on a place beyond its key; all of them must hold. */
export type PlaceChecks = {
  /** The name matches these regular expressions. */
  names: readonly string[];
  /** The name contains these texts. The regular expressions imply this, but this test takes a tenth of their time. */
  holds: readonly string[];
  /**
   * The letter key that begins at the matching syllable of the name fits these `like` patterns. The regular expressions
   * imply this as well.
   */
  letters: readonly string[];
  /** Each of these letter keys is the beginning of a word of an address. */
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
 * Like `selectByKey`, for places that also pass the checks. Checks at most `readAtMost` places; `read` is
 * the number of checked places.
 * @param blocks 'all': the whole country
 * @param within used only if `blocks` is 'all'
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
    blocks: Int32Array | 'all';
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
 * One bit for each cell; all bits are set if no cells are given. The statement tests a single bit; `= any` would
 * compare a place with each of 250 cells.
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
  headFirst: string;
  headAfter: string;
  wholeName: string;
  bonus: number;
  worst: number;
  x: number;
  y: number;
  /** Arrays of numbers as PostgreSQL writes them. */
  blocks: string;
  penalties: string;
  alsoInName: string[];
};

/** Number of leading characters of a key in the indexes whose first column is the block (migrations 0053 and 0057). */
const HEAD = { letters: 4, initials: 3 };
/** Number of leading characters in the index of initials over the whole country (migration 0057). */
const INITIALS_INDEXED = 6;

/** Writes an array of numbers as text in one step. The driver needs several steps for each number. */
const arrayOf = (numbers: readonly number[] | Int32Array | Float64Array): string => `{${numbers.join()}}`;

/** Keys contain no special characters of `like` patterns. */
function keyValues(
  { keyedBy, key, point, penalties, wholeNameBonus, alsoInName, worstCost }: KeySearch,
  blocks: readonly number[] | Int32Array,
): KeyValues {
  const head = [...key].slice(0, HEAD[keyedBy]).join('');
  return {
    first: key,
    after: keyAfter(key),
    headFirst: head,
    headAfter: keyAfter(head),
    wholeName: wholeNameKey(key),
    bonus: wholeNameBonus,
    worst: worstCost,
    ...point,
    blocks: arrayOf(blocks),
    penalties: arrayOf([penalties.start, penalties.inside, penalties.closed]),
    alsoInName: alsoInName.map((other) => `%${other}%`),
  };
}

const laterValues = ([, second, third]: BlocksToRead) => ({
  secondBlocks: arrayOf(second.blocks),
  secondCosts: hundredths(second.costsAtLeast),
  thirdBlocks: arrayOf(third.blocks),
  thirdCosts: hundredths(third.costsAtLeast),
});

/** Integers, because reading fractions takes five times as long. */
const hundredths = (costs: Float64Array) => arrayOf(costs.map((cost) => Math.floor(100 * cost)));

type KeyedBy = KeySearch['keyedBy'];

/** SQL for the cost of a row `k` of `columnsOfKey`. */
const costOfKey = ({ wholeName, bonus, x, y, penalties }: KeyValues) => sql`
  (${penalties}::float8[])[k.block % 3 + 1] - k.liveliness / 100.0::float8
    - case when k.key = ${wholeName} then ${bonus}::float8 else 0 end + ${costFrom({ x, y })}`;

/** The index of letters over the whole country contains all of these columns, so it is read without the table. */
const columnsOfKey = (keyedBy: KeyedBy) =>
  sql`select place_id, block, liveliness, x, y, letters, ${sql.ref(keyedBy)} as key`;

const initialsIndexed = sql`left(initials, ${sql.lit(INITIALS_INDEXED)})`;

/** Selects the keys of the whole country that begin with the typed key, by an index. */
const rangeAnywhere = (keyedBy: KeyedBy, { first, after }: KeyValues) =>
  keyedBy === 'letters'
    ? sql`letters >= ${first} and letters < ${after}`
    : sql`${initialsIndexed} >= left(${first}, ${sql.lit(INITIALS_INDEXED)}) and ${initialsIndexed} < ${after}`;

/** All matching keys of the country, in index order. */
const keysAnywhere = (keyedBy: KeyedBy, given: KeyValues) => {
  const { first, alsoInName } = given;
  const rest = keyedBy === 'letters' ? sql`` : sql`and starts_with(initials, ${first})`;
  return sql`
    ${columnsOfKey(keyedBy)} from place_keys
    where ${rangeAnywhere(keyedBy, given)} ${rest} and ${sql.ref(keyedBy)} like all(${alsoInName}::text[])
    order by ${keyedBy === 'letters' ? sql`letters` : initialsIndexed}`;
};

/**
 * The matching keys of some blocks. The comparisons use `left` and `starts_with`, so that the planner does not read the
 * keys of the whole country.
 */
const keysOfBlocks = (
  keyedBy: KeyedBy,
  { first, headFirst, headAfter, alsoInName }: KeyValues,
  blocks: RawBuilder<unknown>,
) => {
  const head = sql`left(${sql.ref(keyedBy)}, ${sql.lit(HEAD[keyedBy])})`;
  return sql`
    ${columnsOfKey(keyedBy)}, location_mask from place_keys
    where block = any(${blocks}) and ${head} >= ${headFirst} and ${head} < ${headAfter}
      and starts_with(${sql.ref(keyedBy)}, ${first})
      and ${sql.ref(keyedBy)} like all(${alsoInName}::text[])`;
};

type KeysWanted = KeyValues & ReturnType<typeof laterValues> & Wanted;

/** Common table expressions with the best keys of the three parts of `BlocksToRead`. */
const bestOfBlocks = (keyedBy: KeyedBy, given: KeysWanted, condition = sql`true`) => {
  const { wholeName, worst, places, keys } = given;
  const best = (blocks: RawBuilder<unknown>) => sql`
    select * from (
      select k.place_id as id, ${costOfKey(given)} as cost, k.key = ${wholeName} and k.block % 3 = 0 as "isWholeName"
      from (${keysOfBlocks(keyedBy, given, blocks)}) k order by cost limit ${keys}::int4
    ) k where cost < ${worst}::float8`;
  // The costs of the blocks are in order, so the promising blocks are the first ones.
  const promising = (blocks: string, costs: string, before: RawBuilder<unknown>) => sql`
    case when ${condition} then (${blocks}::int2[])[1:width_bucket(100 * (
      select case when count(*) < ${places}::int4 then ${worst}::float8 else max(cost) end
      from (select min(cost) as cost from (${before}) k group by id order by cost limit ${places}::int4) k
    ), ${costs}::int4[])] else '{}' end`;
  return sql`
    first as materialized (${best(sql`case when ${condition} then ${given.blocks}::int2[] else '{}' end`)}),
    second as materialized (${best(
      promising(given.secondBlocks, given.secondCosts, sql`select id, cost from first`),
    )}),
    third as materialized (${best(
      promising(
        given.thirdBlocks,
        given.thirdCosts,
        sql`select id, cost from first union all select id, cost from second`,
      ),
    )})`;
};

const keysOfAllParts = sql`select * from first union all select * from second union all select * from third`;

/** A key that was left out because of the limit of keys costs at least this; null if no part reached the limit. */
const cutAt = ({ keys }: KeysWanted) => {
  const ofPart = (part: 'first' | 'second' | 'third') =>
    sql`(select max(cost) from ${sql.raw(part)} having count(*) = ${keys}::int4)`;
  return sql`least(${ofPart('first')}, ${ofPart('second')}, ${ofPart('third')})`;
};

/** Joins the columns of the places `found`, if wanted. */
const rowsOfFound = ({ withRows }: KeysWanted) => sql`
  left join lateral (
    select ${sql.join(suggestedColumns.map((column) => sql.ref(column)))} from places
    where id = found.id and ${withRows}::boolean
  ) p on true`;

const columnsOfRow = sql.join(suggestedColumns.map((column) => sql.ref(`p.${column}`)));

const byKeyOf = (keyedBy: KeyedBy) =>
  prepared(
    `places_by_${keyedBy}`,
    (_, given: KeysWanted) => sql<KeyRow>`
      with ${bestOfBlocks(keyedBy, given)}
      select found.id, found.cost, ${cutAt(given)} as "cutAt", ${columnsOfRow}
      from (
        select id, min(cost) as cost from (${keysOfAllParts}) k
        group by id order by cost limit ${given.places}::int4
      ) found ${rowsOfFound(given)}`,
  );
const byKey = { letters: byKeyOf('letters'), initials: byKeyOf('initials') };

/** The statement returns at least one row, which contains `isAll`. The row's id is null if no place was found. */
type RowAnywhere = Omit<KeyRow, 'id'> & {
  id: number | null;
  isWholeName: boolean;
  isAll: boolean;
  areOthersKnown: boolean[];
};

/** Number of keys read for a common word. Keys of places whose name is exactly the word come first. */
const READ_OF_COMMON = 20;
/** Number of places with exactly this name that are returned in addition to the best ones. */
const NAMESAKES = 3;

const byKeyAnywhereOf = (keyedBy: KeyedBy) =>
  prepared(
    `places_by_${keyedBy}_anywhere`,
    (_, given: KeysWanted & Ranges & { readAtMost: number }) => sql<RowAnywhere>`
      with word as materialized (
        select count(*) > ${sql.lit(FEW_OF_SAMPLE)} as is_common
        from (
          select from place_keys where ${sql.ref(keyedBy)} >= ${given.first} and ${sql.ref(keyedBy)} < ${given.after}
            and place_id % ${sql.lit(SAMPLED)} = 0 limit ${sql.lit(FEW_OF_SAMPLE + 1)}) s
      ),
      keys as materialized (
        ${keysAnywhere(keyedBy, given)}
        limit (select case when is_common then ${sql.lit(READ_OF_COMMON)} else ${given.readAtMost}::int4 + 1 end from word)
      ),
      number as materialized (
        select not is_common and (select count(*) from keys) <= ${given.readAtMost} as is_all from word
      ),
      ${bestOfBlocks(keyedBy, given, sql`not (select is_all from number)`)},
      best as materialized (
        select id, min(cost) as cost, bool_or("isWholeName") as "isWholeName"
        from (
          select k.place_id as id, ${costOfKey(given)} as cost,
            k.key = ${given.wholeName} and k.block % 3 = 0 as "isWholeName"
          from keys k where (select is_all from number) or k.key = ${given.wholeName}
          union all ${keysOfAllParts}
        ) k group by id
      )
      select found.id, found.cost, found."isWholeName", number.is_all as "isAll", ${cutAt(given)} as "cutAt",
        array(
          select exists (select from place_keys where letters >= w.first and letters < w.after)
          from ${unnested(given)} as w (first, after, at) order by w.at
        ) as "areOthersKnown",
        ${columnsOfRow}
      from number left join (
        (select * from best where cost < ${given.worst}::float8 order by cost limit ${given.places}::int4)
        union
        (select * from best where "isWholeName" order by cost limit ${sql.lit(NAMESAKES)})
      ) found on true ${rowsOfFound(given)}`,
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
        select id, cost from (
          select k.place_id as id, ${costOfKey(given)} as cost from (${keys(given)}) k
          where k.letters like all(${given.letters}::text[]) and ${isWorthChecking(given)}
          offset 0
        ) k where cost < ${given.worst}::float8 limit ${sql.lit(KEYS_AT_ONCE)}
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

/** `isWhole` states whether the key is the whole name. */
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
