import { type RawBuilder, sql } from 'kysely';
import type { KoreanReading, KoreanToken } from '#common/korean.ts';
import {
  FRESHNESS_BONUS,
  FRESHNESS_DAYS,
  type MatchPosition,
  MIN_DISTANCE_METRES,
  POPULARITY_MAXIMUM,
  SAVES_PER_BONUS,
  UNKNOWN_DISTANCE_COST,
} from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import { EAST, type IndexPoint, METRES_PER_DEGREE } from './cells.ts';
import { indexedText, keyAfter } from './place-keys.ts';
import { suggestedColumns, type SuggestedRow } from '#features/places/server/places.sql.ts';
import { lettersPattern, locationOf } from './search-words.ts';

export type FoundPlace = { id: number; cost: number };
/** A place with its cost. `row` is missing if the statement did not read the columns of the place. */
export type FoundRow = FoundPlace & { row?: SuggestedRow };

/** A typed word, and where it must occur. */
export type Term = { token: KoreanToken; where: 'name' | 'address' | 'either' };

/** A place matches if all terms match. At least one term must be in the name. */
export type NameSearch = {
  terms: readonly Term[];
  point: IndexPoint;
  penaltyOf: (position: MatchPosition, keyLength: number) => number;
  /** Bonus of a place whose whole name is the typed word. */
  wholeNameBonusOf: (reading: KoreanReading) => number;
};

/**
 * The rows that a statement reads:
 * - `nearest`: the open places nearest to the point, read from the index of points only
 * - `anywhere`: open places of the whole country that the trigram indexes find
 * - `starts`: open places whose name starts with one of the words
 * - `whole`: open places whose whole name has the typed initials
 * - `closed`: closed places whose name starts with one of the words
 */
export type Source = 'nearest' | 'anywhere' | 'starts' | 'whole' | 'closed';

export type BestPlaces = {
  /** The places with the lowest cost. */
  found: FoundRow[];
  /** Number of rows that the source returned, at most `rows`. */
  read: number;
  /** The distance of the farthest row, in metres. */
  reach: number;
};

/**
 * Returns the best `limit` places among the first `rows` rows of the source. The activity of a place is compared only
 * among several times as many places, because reading it for each match would take most of the time.
 */
export async function selectBest(
  connection: Connection,
  {
    search,
    source,
    rows: rowsRead,
    limit,
  }: { search: NameSearch; source: Source; rows: number; limit: number },
): Promise<BestPlaces> {
  const { rows } = await sql<BestRow>`
    with source as materialized (${SOURCES[source](search)} limit ${rowsRead}),
    total as materialized (select count(*)::int4 as read, coalesce(max(metres), 0) as reach from source),
    best as materialized (
      select id, ${distanceCost(sql`metres`)} + penalty as cost
      -- Without "offset", the penalty would be computed twice.
      from (select id, metres, ${penaltyOfRow(search, source)} as penalty from source s offset 0) s
      where penalty is not null order by cost limit ${COMPARED * limit}
    )
    select total.read, total.reach, p.id, best.cost - ${activity} as cost, ${columnsOfRow}
    from total left join best on true left join places p on p.id = best.id
    order by cost limit ${limit}
  `.execute(connection);
  const found = rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, cost: row.cost, row }]));
  return { found, read: rows[0]?.read ?? 0, reach: rows[0]?.reach ?? 0 };
}

type PlaceColumns = FoundPlace & SuggestedRow;
/** The columns of a place. If a statement found no place, its row contains only nulls in these columns. */
type BestRow = { read: number; reach: number } & (PlaceColumns | { [C in keyof PlaceColumns]: null });

const COMPARED = 4;

const columnsOfRow = sql.join(suggestedColumns.map((column) => sql.ref(`p.${column}`)));

/** Like `liveliness` in ranking.rules.ts. */
const activity = sql`(
  least(${sql.lit(POPULARITY_MAXIMUM)}, ln(1 + p.saved_count) / ln(2.0::float8) / ${sql.lit(SAVES_PER_BONUS)})
  + case when current_date - p.updated_on <= ${sql.lit(FRESHNESS_DAYS)} then ${sql.lit(FRESHNESS_BONUS)} else 0 end)`;

/** SQL for the cost of a distance in metres; null is an unknown distance. */
export const distanceCost = (metres: RawBuilder<unknown>) =>
  sql`coalesce(ln(1 + ${metres} / ${sql.lit(MIN_DISTANCE_METRES)}::float8) / ln(2.0::float8), ${sql.lit(UNKNOWN_DISTANCE_COST)})`;

export const isOpen = sql<boolean>`business_status is distinct from 'closed_permanently'`;

/** SQL for the distance in metres of an open place; null if it is unknown. */
export const metresFrom = ({ x, y }: IndexPoint) => sql`(spot <-> point(${x}::float8, ${y}::float8))`;

const spotOfClosed = sql`point(round(lng * ${sql.lit(EAST)}), round(lat * ${sql.lit(METRES_PER_DEGREE)}))`;

const indexedLetters = sql`translate(letters, '#$&*+<>', '1234567')`;
const indexedInitials = sql`translate(initials, '#$&*+<> ', '1234567')`;
/** The name, the words of the addresses, and the houses and buildings. */
const indexedTexts = sql`translate(letters || address_words || address_terms, '#$&*+<>', '1234567')`;

/** SQL for a condition that the trigram index over all texts can test: one of the texts is in the name or address. */
export const isInTexts = (texts: readonly string[]) =>
  sql<boolean>`${indexedTexts} like any(${texts.map((text) => `%${indexedText(text)}%`)}::text[])`;

const SOURCES: Record<Source, (search: NameSearch) => RawBuilder<unknown>> = {
  nearest: ({ point }) => sql`
    select id, letters, initials, null as name, null as address_words, ${metresFrom(point)} as metres
    from places where spot is not null
    order by ${metresFrom(point)}`,
  anywhere: ({ point, terms }) => sql`
    select id, letters, initials, name, address_words, ${metresFrom(point)} as metres from places
    where ${isOpen} and ${sql.join(terms.flatMap(trigramConditions), sql` and `)}`,
  starts: ({ point, terms }) => sql`
    select id, letters, initials, name, address_words, ${metresFrom(point)} as metres from places
    where ${isOpen} and ${isStart(namedTerms(terms))}`,
  whole: ({ point, terms }) => sql`
    select id, letters, initials, name, address_words, ${metresFrom(point)} as metres from places
    where ${isOpen} and ${indexedInitials} = any(${terms
      .flatMap(({ token }) => token.readings)
      .filter(({ keyedBy }) => keyedBy === 'initials')
      .map(({ key }) => indexedText(key))}::text[])`,
  closed: ({ point: { x, y }, terms }) => sql`
    select id, letters, initials, name, address_words, ${spotOfClosed} <-> point(${x}::float8, ${y}::float8) as metres
    from places where business_status = 'closed_permanently' and ${isStart(longTerms(terms))}`,
};

/** Whether the trigram indexes can find places for these terms. A shorter word contains no trigram. */
export const hasTrigrams = (terms: readonly Term[]): boolean => terms.flatMap(trigramConditions).length > 0;

const isLongEnough = (key: string) => /[0-9A-Za-z]{3}/.test(indexedText(key));

/** The condition of the trigram indexes that each match of the term satisfies; none if a reading is too short. */
function trigramConditions({ token: { readings, text }, where }: Term): RawBuilder<unknown>[] {
  const location = locationOf({ readings, text });
  if (where === 'address') return isLongEnough(location) ? [like(indexedTexts, ` ${location}`)] : [];
  const letters = readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ key }) => key);
  const initials = readings.filter(({ keyedBy }) => keyedBy === 'initials');
  const texts = where === 'either' && letters.length > 0 ? shortest([...letters, location]) : letters;
  if (![...texts, ...initials.map(({ key }) => key)].every(isLongEnough)) return [];
  const column = where === 'either' ? indexedTexts : indexedLetters;
  return [anyOf([...texts.map((each) => like(column, each)), ...initials.map(hasInitials)])];
}

/** Returns the texts without those that contain another one. */
const shortest = (texts: readonly string[]) =>
  [...new Set(texts)].filter((text, _, all) => !all.some((other) => other !== text && text.includes(other)));

const like = (text: RawBuilder<unknown>, key: string) => sql`${text} like ${`%${indexedText(key)}%`}`;

/** The condition for 국ㅂㅈ contains the letters of its syllables too. */
const hasInitials = ({ key, text, isDecidedByKey }: KoreanReading) =>
  isDecidedByKey
    ? like(indexedInitials, key)
    : sql`(${like(indexedInitials, key)} and ${like(indexedLetters, lettersPattern(text))})`;

const namedTerms = (terms: readonly Term[]) => terms.filter(({ where }) => where !== 'address');

/** The words with which the name of a closed place must start. Too many names start with a short word. */
function longTerms(terms: readonly Term[]): readonly Term[] {
  const named = namedTerms(terms);
  const long = named.filter(({ token }) => token.readings.every(({ key }) => isLongEnough(key)));
  return long.length > 0 ? long : named;
}

/** SQL for: the name starts with one of the words. */
const isStart = (terms: readonly Term[]) =>
  anyOf(
    terms
      .flatMap(({ token }) => token.readings)
      .map(({ keyedBy, key }) =>
        keyedBy === 'letters'
          ? sql`(letters >= ${key} and letters < ${keyAfter(key)})`
          : sql`(${indexedInitials} >= ${indexedText(key)} and ${indexedInitials} < ${keyAfter(indexedText(key))})`,
      ),
  );

/** SQL for the penalty of a row of the source; null if the row does not match. */
function penaltyOfRow(search: NameSearch, source: Source): RawBuilder<unknown> {
  const { terms, penaltyOf } = search;
  const [only, another] = terms;
  if (only !== undefined && another === undefined) return penaltyOfWord(only.token, search, source);
  const named = source === 'closed' ? longTerms(terms) : namedTerms(terms);
  const readings = named.flatMap(({ token }) => token.readings);
  const isMatch = sql.join(
    [anyOf(readings.map(source === 'closed' ? isAtStart : isInName)), ...terms.map(isMatchOfTerm)],
    sql` and `,
  );
  return sql`case when ${isMatch} then ${penaltyOf(source === 'closed' ? 'closed' : 'start', 0)}::float8 end`;
}

/** If a word has several readings, the reading with the lowest penalty counts. */
const penaltyOfWord = (
  { readings }: KoreanToken,
  { penaltyOf, wholeNameBonusOf }: NameSearch,
  source: Source,
): RawBuilder<unknown> =>
  sql`least(${sql.join(
    readings.map((reading) => {
      const { length } = reading.key;
      const start = penaltyOf(source === 'closed' ? 'closed' : 'start', length);
      const inside = source === 'closed' ? sql`null` : sql`${penaltyOf('inside', length)}::float8`;
      return sql`case when not ${isInName(reading)} then null
        when ${isWholeName(reading)} then ${start - wholeNameBonusOf(reading)}::float8
        when ${isAtStart(reading)} then ${start}::float8 else ${inside} end`;
    }),
  )})`;

function isMatchOfTerm({ token, where }: Term): RawBuilder<unknown> {
  const inName = token.readings.map(isInName);
  const inAddress = sql`${addressOfRow} like ${`% ${locationOf(token)}%`}`;
  if (where === 'name') return anyOf(inName);
  return where === 'address' ? inAddress : anyOf([...inName, inAddress]);
}

const initialsOfRow = sql`replace(s.initials, ' ', '')`;

const isInName = (reading: KoreanReading): RawBuilder<unknown> => {
  const { keyedBy, key, isDecidedByKey, text } = reading;
  if (!isDecidedByKey)
    return sql`(${initialsOfRow} like ${`%${key}%`} and s.letters like ${`%${lettersPattern(text)}`}
      and ${matchesPattern(reading)})`;
  if (keyedBy === 'letters') return sql`(s.letters like ${`%${key}%`})`;
  return sql`(s.initials like ${`%${key}%`}
    or s.initials like '% %' and s.initials ~ ${`(^| )${[...key].map((sign) => `[${sign}]`).join(' ?')}`})`;
};

const isAtStart = (reading: KoreanReading): RawBuilder<unknown> => {
  const { keyedBy, key, isDecidedByKey, text } = reading;
  if (keyedBy === 'letters') return sql`s.letters like ${`${key}%`}`;
  const isStarting = sql`${initialsOfRow} like ${`${key}%`}`;
  return isDecidedByKey
    ? isStarting
    : sql`(${isStarting} and s.letters like ${lettersPattern(text)} and ${matchesPattern(reading)})`;
};

const isWholeName = (reading: KoreanReading): RawBuilder<unknown> =>
  reading.keyedBy === 'letters'
    ? sql`s.letters = ${reading.key}`
    : sql`(${initialsOfRow} = ${reading.key} and ${isAtStart(reading)})`;

// The index of points contains neither the name nor the address, so they are read for matching rows only.
const nameOfRow = sql`coalesce(s.name, (select name from places where id = s.id))`;
const addressOfRow = sql`coalesce(s.address_words, (select address_words from places where id = s.id))`;

const matchesPattern = ({ pattern }: KoreanReading) => sql`${nameOfRow} ~ ${pattern}`;

const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** Maximum number of names that are read for each prefix. Whole names come first. */
const NAMES_OF_RANGE = 100;

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
  const { rows } = await sql<PlaceColumns & { at: number; isWhole: boolean }>`
    select k.at, k."isWhole", k.cost, p.id, ${columnsOfRow}
    from (
      select w.at::int4 - 1 as at, k.id, k.letters = w.first as "isWhole", ${distanceCost(sql`k.metres`)} as cost
      from unnest(${keys}::text[], ${keys.map(keyAfter)}::text[]) with ordinality as w (first, after, at)
      cross join lateral (
        select id, letters, ${metresFrom(point)} as metres from places
        where letters >= w.first and letters < w.after and ${isOpen}
        order by letters limit ${sql.lit(NAMES_OF_RANGE)}
      ) k
      order by "isWhole" desc, cost limit ${limit}
    ) k join places p on p.id = k.id
    order by k."isWhole" desc, k.cost
  `.execute(connection);
  return rows.map((row) => ({ id: row.id, cost: row.cost, at: row.at, isWhole: row.isWhole, row }));
}

/** Returns the nearest open places of each of the names. `keys` are the letter keys of the names. */
export async function selectOpenNamed(
  connection: Connection,
  { keys, point, rowsOfName }: { keys: readonly string[]; point: IndexPoint; rowsOfName: number },
): Promise<(FoundRow & { at: number })[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<PlaceColumns & { at: number }>`
    select w.at::int4 - 1 as at, k.cost, p.id, ${columnsOfRow}
    from unnest(${keys}::text[]) with ordinality as w (key, at)
    cross join lateral (
      select id, ${distanceCost(metresFrom(point))} as cost from places
      where letters = w.key and ${isOpen} order by cost limit ${rowsOfName}
    ) k join places p on p.id = k.id
  `.execute(connection);
  return rows.map((row) => ({ id: row.id, cost: row.cost, at: row.at, row }));
}
