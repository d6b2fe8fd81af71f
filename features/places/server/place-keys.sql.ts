import { type RawBuilder, sql } from 'kysely';
import { KEY_END } from '#common/korean.ts';
import type { MatchPosition } from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
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
  joinedRangesOf,
  rangesOf,
  SAMPLED,
  unnested,
} from './search-parts.sql.ts';

/** The key by which a statement selects names, and the values from which it computes the costs of the places. */
export type KeySearch = {
  keyedBy: 'letters' | 'initials';
  key: string;
  point: IndexPoint;
  penalties: Record<MatchPosition, number>;
  /** Bonus of a place whose name is exactly the key. */
  wholeNameBonus: number;
  /** Keys of further words that the name must contain. These keys are of the kind `keyedBy`. */
  alsoInName: readonly string[];
  /** Only places with a cost lower than this are selected. */
  worstCost: number;
};

/** The blocks to read in one statement, in parts. `ends` are the positions in the plan at which the parts end. */
export type BlocksToRead = { plan: BlockPlan; ends: readonly number[] };

/** The limits of the result: at most `limit` places, from at most `keys` keys of each part of the blocks. */
type Wanted = { limit: number; keys: number };

/**
 * Returns the best places of some blocks. Each part is read only as far as its blocks can contain a better place than
 * the earlier parts. A place whose name contains the query several times has several matching keys. Therefore the limit
 * of keys can be reached before enough places are found.
 * @returns `isCut` is true if a key beyond the limit could belong to one of the best places
 */
export async function selectByKey(
  connection: Connection,
  { search, blocks, ...wanted }: { search: KeySearch; blocks: BlocksToRead } & Wanted,
): Promise<{ found: FoundRow[]; isCut: boolean }> {
  const { keyedBy } = search;
  const given = { ...keyValues(search, blocks.plan.blocks), ...partValues(blocks), ...wanted };
  const { rows } = await sql<KeyRow>`
    with recursive ${partsOf(
      keyedBy,
      given,
      sql`select 1 as number, null::int4[] as ids, null::float8[] as costs,
        ${given.worst}::float8 as bound, false as "isCut"`,
    )}
    select p.id, found.cost, part."isCut", ${columnsOfRow}
    from ${lastPart} cross join lateral (${bestOfPart(given)}) found join places p on p.id = found.id
  `.execute(connection);
  return { found: rows.flatMap(foundRows), isCut: rows[0]?.isCut ?? false };
}

export type FoundAnywhere = FoundRow & {
  /** Whether the place is open and its name is exactly the typed name. */
  isWholeName: boolean;
};

/**
 * Returns the best places of the whole country if at most `readAtMost` keys match. If more keys match, returns the
 * best places of the blocks. In both cases the result also contains some places at any distance whose name is exactly
 * the typed name.
 * @returns `isAll`: whether the whole country was read. `isCut`: whether a key beyond the limit could belong to one
 * of the best places. `areOthersKnown`: for each of `otherKeys` (letter keys), whether a name contains it.
 */
export async function selectByKeyAnywhere(
  connection: Connection,
  {
    search,
    blocks,
    readAtMost,
    otherKeys,
    ...wanted
  }: {
    search: KeySearch;
    blocks: BlocksToRead;
    readAtMost: number;
    otherKeys: readonly string[];
  } & Wanted,
): Promise<{ found: FoundAnywhere[]; isAll: boolean; isCut: boolean; areOthersKnown: boolean[] }> {
  const { keyedBy } = search;
  const given = { ...keyValues(search, blocks.plan.blocks), ...partValues(blocks), ...wanted };
  const { rows } = await sql<RowAnywhere>`
    ${keyedBy === 'letters' ? sql`/* places_by_letters_anywhere */` : sql``}
    with recursive word as materialized (
      select count(*) > ${sql.lit(FEW_OF_SAMPLE)} as is_common
      from (
        select from place_keys where ${sql.ref(keyedBy)} >= ${given.first} and ${sql.ref(keyedBy)} < ${given.after}
          and place_id % ${sql.lit(SAMPLED)} = 0 limit ${sql.lit(FEW_OF_SAMPLE + 1)}) s
    ),
    keys as materialized (
      select k.place_id as id, ${costOfKey(given)} as cost
      from (
        ${keysAnywhere(keyedBy, given)}
        limit (select case when is_common then 0 else ${readAtMost}::int4 + 1 end from word)
      ) k
    ),
    number as materialized (
      select not is_common and (select count(*) from keys) <= ${readAtMost} as is_all from word
    ),
    namesakes as materialized (${namesakes(keyedBy, given)}),
    ${partsOf(
      keyedBy,
      given,
      sql`select case when number.is_all then null else 1 end as number, best.*
        from number cross join lateral (
          ${bestOf(sql`select * from keys where number.is_all union all select * from namesakes`, given)}
        ) best`,
    )}
    select p.id, found.cost, part.number is null as "isAll", part."isCut",
      found.id = any(array(select id from namesakes)) as "isWholeName",
      array(
        select exists (select from place_keys where letters >= w.first and letters < w.after)
        from ${unnested(rangesOf(otherKeys))} as w (first, after, at) order by w.at
      ) as "areOthersKnown",
      ${columnsOfRow}
    from ${lastPart} left join lateral (
      ${bestOfPart(given)} union select * from namesakes
    ) found on true left join places p on p.id = found.id
  `.execute(connection);
  const found = rows.flatMap((row) =>
    foundRows(row).map((place) => ({ ...place, isWholeName: row.isWholeName === true })),
  );
  const [first] = rows;
  if (!first) throw new Error('The search returned no row.');
  const { isAll, isCut, areOthersKnown } = first;
  return { found, isAll, isCut, areOthersKnown };
}

type PlaceColumns = FoundPlace & SuggestedRow;
type KeyRow = PlaceColumns & { isCut: boolean };
/** The columns of a place. If a statement found no place, its row contains only nulls in these columns. */
type OptionalPlace = PlaceColumns | { [Column in keyof PlaceColumns]: null };

const foundRows = (row: OptionalPlace): FoundRow[] =>
  row.id === null ? [] : [{ id: row.id, cost: row.cost, row }];

/** Conditions on a place in addition to its key. A place must satisfy all of these conditions. */
export type PlaceChecks = {
  /** Regular expressions. The name must match all of them. */
  names: readonly string[];
  /**
   * Texts that the name must contain. The regular expressions imply this condition, but testing it takes one tenth of
   * the time.
   */
  holds: readonly string[];
  /**
   * Patterns of `like` for the letter key that begins at the matching syllable of the name. The regular expressions
   * imply this condition too.
   */
  letters: readonly string[];
  /** Letter keys. Each of them must be the beginning of a word of the address. */
  addresses: readonly string[];
  /** Pairs of patterns. For each pair, the name must match `name`, or the address must match `address`. */
  either: readonly { name: string; address: string }[];
};

/**
 * A condition that every place that satisfies the checks also satisfies. This condition is tested on the key alone:
 * the place is in one of the cells, or its name contains one of the letter keys in `inName`.
 */
export type Within = { cells: ReadonlySet<number>; inName: readonly string[] };

/**
 * Returns the best places that also satisfy `checks`. At most `readAtMost` places are checked. `read` is the number of
 * checked places.
 * @param blocks the blocks to read; 'all' for the whole country
 * @param within a condition that excludes keys before their places are read; used only if `blocks` is 'all'
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
): Promise<{ found: FoundRow[]; read: number }> {
  const { keyedBy } = search;
  const given = keyValues(search, blocks === 'all' ? [] : blocks);
  const keys =
    blocks === 'all'
      ? keysAnywhere(keyedBy, given)
      : keysOfBlocks(keyedBy, given, sql`${given.blocks}::int2[]`);
  const isWorthChecking =
    blocks === 'all' ? isWithin(within) : hasLocations(maskOfLocations(checks.addresses));
  const eitherNames = checks.either.map(({ name }) => name);
  const eitherAddresses = checks.either.map(({ address }) => `% ${address}%`);
  const { rows } = await sql<OptionalPlace & { read: number }>`
    with keys as materialized (
      select id, cost from (
        select k.place_id as id, ${costOfKey(given)} as cost from (${keys}) k
        where k.letters like all(${checks.letters}::text[]) and ${isWorthChecking}
        offset 0
      ) k where cost < ${given.worst}::float8 limit ${sql.lit(KEYS_AT_ONCE)}
    ),
    best as (
      -- The keys are sorted, so that the join stops at the limit.
      select k.cost, p.* from (select id, cost from keys order by cost limit ${readAtMost}) k
      cross join lateral (
        select p.id, ${columnsOfRow} from places p
        where p.id = k.id and p.name like all(${checks.holds.map((text) => `%${text}%`)}::text[])
          and p.address_words like all(${checks.addresses.map((key) => `% ${key}%`)}::text[])
          and p.name ~ all(${checks.names}::text[])
          and not exists (
            select from unnest(${eitherNames}::text[], ${eitherAddresses}::text[]) as e (name, address)
            where not (p.name ~ e.name or p.address_words like e.address))
        offset 0) p
      limit ${limit}
    )
    select read, best.*
    from (select least(count(*), ${readAtMost})::int4 as read from keys) k left join best on true
  `.execute(connection);
  return { found: rows.flatMap(foundRows), read: rows[0]?.read ?? 0 };
}

/** SQL for a condition on the key that every place that satisfies the checks also satisfies. */
const hasLocations = (mask: number) => sql`k.location_mask & ${mask} = ${mask}`;

/**
 * SQL for a condition on the key that every place of `within` satisfies. A key of the maximum length may be truncated and
 * lack a part of the name. Therefore its place is always checked.
 */
const isWithin = (within: Within | undefined) =>
  sql`(get_bit(${bitsOf(within?.cells)}::bytea, k.block / 3) = 1
    or k.letters like any(${(within?.inName ?? []).map((key) => `%${key}%`)}::text[])
    or length(k.letters) = ${sql.lit(LETTERS_MAXIMUM)})`;

/**
 * Maximum number of keys that one statement reads before it checks the places with the lowest costs. Reading this
 * many keys takes about 5 ms.
 */
const KEYS_AT_ONCE = 20_000;

/**
 * Returns one bit for each cell. If no cells are given, all bits are set. Testing a single bit is faster than `=
 * any`, which would compare a place with each of 250 cells.
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
  /** The arrays of numbers are texts in PostgreSQL's format. */
  blocks: string;
  penalties: string;
  alsoInName: string[];
};

/** Number of characters of a key in the indexes whose first column is the block (migrations 0053 and 0057). */
const HEAD = { letters: 4, initials: 3 };
/** Number of characters of the initials in the index for the whole country (migration 0057). */
const INITIALS_INDEXED = 6;

/** Converts an array of numbers to text. The driver would convert each number in several steps. */
const arrayOf = (numbers: readonly number[] | Int32Array | Float64Array): string => `{${numbers.join()}}`;

/**
 * Returns the values of a search for a statement. Keys need no escaping for `like`, because they contain no special
 * characters of patterns.
 */
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

const partValues = ({ plan, ends }: BlocksToRead) => ({
  costsAtLeast: hundredths(plan.costsAtLeast),
  ends: arrayOf([0, ...ends]),
});

/**
 * Returns the costs in hundredths, rounded down. PostgreSQL needs five times as long to read fractions as integers.
 */
const hundredths = (costs: Float64Array) => arrayOf(costs.map((cost) => Math.floor(100 * cost)));

type KeyedBy = KeySearch['keyedBy'];

/** SQL for the cost of a row `k` that `columnsOfKey` selects. */
const costOfKey = ({ wholeName, bonus, x, y, penalties }: KeyValues) => sql`
  (${penalties}::float8[])[k.block % 3 + 1] - k.liveliness / 100.0::float8
    - case when k.key = ${wholeName} then ${bonus}::float8 else 0 end + ${costFrom({ x, y })}`;

/**
 * The columns of a key. The index of letters for the whole country contains all of these columns, so the table is not
 * read.
 */
const columnsOfKey = (keyedBy: KeyedBy) =>
  sql`select place_id, block, liveliness, x, y, letters, ${sql.ref(keyedBy)} as key`;

const initialsIndexed = sql`left(initials, ${sql.lit(INITIALS_INDEXED)})`;

/** SQL for an index condition that selects the keys of the whole country that begin with the typed key. */
const rangeAnywhere = (keyedBy: KeyedBy, { first, after }: KeyValues) =>
  keyedBy === 'letters'
    ? sql`letters >= ${first} and letters < ${after}`
    : sql`${initialsIndexed} >= left(${first}, ${sql.lit(INITIALS_INDEXED)}) and ${initialsIndexed} < ${after}`;

/** SQL for all matching keys of the country, in the order of the index. */
const keysAnywhere = (keyedBy: KeyedBy, given: KeyValues) => {
  const { first, alsoInName } = given;
  const rest = keyedBy === 'letters' ? sql`` : sql`and starts_with(initials, ${first})`;
  return sql`
    ${columnsOfKey(keyedBy)} from place_keys
    where ${rangeAnywhere(keyedBy, given)} ${rest} and ${sql.ref(keyedBy)} like all(${alsoInName}::text[])
    order by ${keyedBy === 'letters' ? sql`letters` : initialsIndexed}`;
};

/**
 * SQL for the matching keys of some blocks. The comparisons use `left` and `starts_with`. With other comparisons, the
 * planner may choose the index for the whole country.
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

type KeysWanted = KeyValues & ReturnType<typeof partValues> & Wanted;

/**
 * SQL for the columns of `parts`: the best places of some keys, the cost below which a further place is better, and
 * whether a key beyond the limit of keys could belong to one of the best places.
 */
const bestOf = (keysFound: RawBuilder<unknown>, { limit, keys, worst }: KeysWanted) => sql`
  select array_agg(id) as ids, array_agg(cost) as costs,
    least(${worst}::float8, case when count(*) = ${limit}::int4 then max(cost) end) as bound,
    count(*) < ${limit}::int4 and coalesce(sum(found) = ${keys}::int4, false) as "isCut"
  from (
    select id, min(cost) as cost, count(*) as found
    from (${keysFound} order by cost limit ${keys}::int4) k group by id order by cost limit ${limit}::int4
  ) k`;

/**
 * SQL for a recursive common table expression that reads the blocks part by part. Its last row contains the best
 * places.
 * @param first SQL for the first row. Its number is 1, or null if no part is to be read.
 */
const partsOf = (keyedBy: KeyedBy, given: KeysWanted, first: RawBuilder<unknown>) => {
  const { blocks, costsAtLeast, ends } = given;
  // The blocks are sorted by cost. Therefore the blocks that can contain a better place are the first ones.
  const promising = sql`(${blocks}::int2[])[(${ends}::int4[])[part.number] + 1 : least(
    (${ends}::int4[])[part.number + 1],
    width_bucket(least(100 * part.bound, ${sql.lit(1e6)})::int4, ${costsAtLeast}::int4[]))]`;
  return sql`
    parts as (
      ${first}
      union all
      select part.number + 1, best.* from parts part cross join lateral (${bestOf(
        sql`
          select * from unnest(part.ids, part.costs) as k (id, cost)
          union all
          select k.place_id, ${costOfKey(given)}
          from (${keysOfBlocks(keyedBy, given, promising)}) k`,
        given,
      )}) best
      where not part."isCut"
        and (${costsAtLeast}::int4[])[(${ends}::int4[])[part.number] + 1] < 100 * part.bound
    )`;
};

/** SQL for the last row of `parts`, and for its places. */
const lastPart = sql`(select * from parts order by number desc limit 1) part`;
const bestOfPart = ({ worst }: KeyValues) => sql`
  select * from unnest(part.ids, part.costs) as best (id, cost) where cost < ${worst}::float8`;

const columnsOfRow = sql.join(suggestedColumns.map((column) => sql.ref(`p.${column}`)));

/** A row of the result. The statement returns at least one row, because each row contains `isAll`. */
type RowAnywhere = OptionalPlace & {
  isCut: boolean;
  isWholeName: boolean | null;
  isAll: boolean;
  areOthersKnown: boolean[];
};

/** Number of places whose name is exactly the typed name that are returned in addition to the best places. */
const NAMESAKES = 3;

/** SQL for the nearest open places whose name is exactly the key. Initial consonants are not a name. */
const namesakes = (keyedBy: KeyedBy, given: KeyValues) => sql`
  select k.place_id as id, ${costOfKey(given)} as cost
  from (${columnsOfKey(keyedBy)} from place_keys where letters = ${given.wholeName}) k
  where k.block % 3 = 0 and ${keyedBy === 'letters' ? sql`true` : sql`false`}
  order by cost limit ${sql.lit(NAMESAKES)}`;

/**
 * Maximum number of keys that are read for each prefix. Without a limit, all keys of a common word would be read.
 * Keys of whole names come first.
 */
const KEYS_OF_RANGE = 100;

/** An open place whose name begins with a key. `isWhole` states whether the key is the whole name. */
export type OpenStart = FoundRow & { at: number; isWhole: boolean };

/**
 * Returns open places at any distance whose name begins with one of the letter keys. Whole names come first, then the
 * nearest places.
 */
export async function selectOpenStarts(
  connection: Connection,
  { keys, point, limit }: { keys: readonly string[]; point: IndexPoint; limit: number },
): Promise<OpenStart[]> {
  if (keys.length === 0) return [];
  const { firsts, afters } = joinedRangesOf(keys);
  const { rows } = await sql<PlaceColumns & { at: number; isWhole: boolean }>`
    select k.at, k."isWhole", k.cost, p.id, ${columnsOfRow}
    from (
      select w.at::int4 - 1 as at, k.place_id as id, k.letters = w.first || ${KEY_END} as "isWhole",
        ${costFrom(point)} as cost
      from unnest(string_to_array(${firsts}, ' '), string_to_array(${afters}, ' '))
        with ordinality as w (first, after, at)
      cross join lateral (
        select place_id, block, x, y, letters from place_keys
        where letters >= w.first and letters < w.after limit ${sql.lit(KEYS_OF_RANGE)}
      ) k
      where k.block % 3 = 0
      order by "isWhole" desc, cost limit ${limit}
    ) k join places p on p.id = k.id
    order by k."isWhole" desc, k.cost
  `.execute(connection);
  return rows.map((row) => ({ id: row.id, cost: row.cost, at: row.at, isWhole: row.isWhole, row }));
}

/** Returns the nearest open places of each of the names. `keys` are the keys of whole names. */
export async function selectOpenNamed(
  connection: Connection,
  { keys, point, rowsOfName }: { keys: readonly string[]; point: IndexPoint; rowsOfName: number },
): Promise<(FoundRow & { at: number })[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<PlaceColumns & { at: number }>`
    select w.at::int4 - 1 as at, k.cost, p.id, ${columnsOfRow}
    from unnest(${keys}::text[]) with ordinality as w (key, at)
    cross join lateral (
      select place_id as id, ${costFrom(point)} as cost from place_keys
      where letters = w.key and block % 3 = 0 order by cost limit ${rowsOfName}
    ) k join places p on p.id = k.id
  `.execute(connection);
  return rows.map((row) => ({ id: row.id, cost: row.cost, at: row.at, row }));
}
