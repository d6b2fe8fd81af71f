import type { KoreanQuery, KoreanToken } from '#common/korean.ts';
import { letterKey } from '#common/korean-keys.ts';
import {
  distanceCost,
  matchPenalty,
  multiWordPenalty,
  SPLIT_WORD_PENALTY,
  UNKNOWN_DISTANCE_COST,
  WHOLE_NAME_BONUS,
  wholeNameBonus,
} from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import {
  type BestPlaces,
  type FoundRow,
  hasTrigrams,
  type NameSearch,
  selectBest,
  type Source,
} from './search-places.sql.ts';
import { splitWord } from './search-words.ts';

export type SearchResult = FoundRow & {
  /**
   * The query whose matches are underlined in the result. If a word was split, this is the query with the split word.
   */
  query: KoreanQuery;
};

type Search = { connection: Connection; limit: number };

/** Numbers of open places around the point that are read, until these contain the best matches. */
const NEAR = { first: 2000, further: [6000, 20_000] };
/** Words are rare if at most this many places match them. All of these places are compared. */
const RARE = 4000;
/** If a single word finds fewer places than this, the word is split into a name and a location. */
const FEW = 3;

/**
 * Returns the best places for the query. If only one word was typed, it must be in the name. If several words were
 * typed, at least one must be in the name, and the others in the name or the address. If a single word finds too few
 * places, it is split into a name and a location. A closed place is found only if too few open places are found and its
 * name starts with a typed word.
 * @param point where the search starts
 */
export async function searchPlaces(
  connection: Connection,
  { query, point, limit }: { query: KoreanQuery; point: IndexPoint; limit: number },
): Promise<SearchResult[]> {
  const [first, another] = query.tokens;
  if (first === undefined) return [];
  const search = { connection, limit };
  const wanted = another === undefined ? searchOfWord(first, point) : searchOfWords(query.tokens, point);
  const results = (await findPlacesOf(search, wanted)).map((place) => ({ ...place, query }));
  if (another !== undefined || FEW <= results.length || results.some((place) => isNamed(place, first)))
    return results;
  const ids = new Set(results.map(({ id }) => id));
  const split = await findBySplitWord(search, { token: first, point });
  return [...results, ...split.filter(({ id }) => !ids.has(id))]
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, limit);
}

const isNamed = ({ row }: FoundRow, { readings }: KoreanToken) =>
  row !== undefined &&
  row.business_status !== 'closed_permanently' &&
  readings.some(({ keyedBy, key }) => keyedBy === 'letters' && key === letterKey(row.name));

const searchOfWord = (token: KoreanToken, point: IndexPoint): NameSearch => ({
  terms: [{ token, where: 'name' }],
  point,
  penaltyOf: matchPenalty,
  wholeNameBonusOf: ({ keyedBy, key }) => wholeNameBonus(keyedBy, key.length),
});

const searchOfWords = (tokens: readonly KoreanToken[], point: IndexPoint): NameSearch => ({
  terms: tokens.map((token) => ({ token, where: 'either' })),
  point,
  penaltyOf: multiWordPenalty,
  wholeNameBonusOf: () => 0,
});

/** Finds open places, and closed places if too few open ones are found. */
async function findPlacesOf(search: Search, wanted: NameSearch): Promise<FoundRow[]> {
  const open = best(
    [...(await findOpen(search, wanted)), ...(await findByWholeInitials(search, wanted))],
    search.limit,
  );
  if (search.limit <= open.length) return open;
  const closed = await select(search, wanted, 'closed', RARE);
  return [...open, ...closed.found].slice(0, search.limit);
}

/**
 * Finds the best open places. If the places around the point cannot contain all of them, all matches of the country are
 * compared. If there are too many matches, more places around the point are read.
 */
async function findOpen(search: Search, wanted: NameSearch): Promise<FoundRow[]> {
  const near = await select(search, wanted, 'nearest', NEAR.first);
  if (isComplete(near, search)) return near.found;
  const found: FoundRow[] = [];
  const worst = near.found[search.limit - 1]?.cost ?? Infinity;
  if (leastCostBeyond(Infinity) < worst) {
    const isIndexed = hasTrigrams(wanted.terms);
    const matches = await select(search, wanted, isIndexed ? 'anywhere' : 'starts', RARE + 1);
    if (isIndexed && matches.read <= RARE) return matches.found;
    found.push(...matches.found);
  }
  for (const rows of NEAR.further) {
    // Only the last step is worth reading if matches are so sparse that an earlier one is likely to contain too few.
    const isLast = rows === NEAR.further.at(-1);
    if (!isLast && (near.found.length * rows) / NEAR.first < search.limit) continue;
    const more = await select(search, wanted, 'nearest', rows);
    if (isComplete(more, search)) return more.found;
    found.push(...more.found);
  }
  return best(found, search.limit);
}

/** Finds places whose whole name has the typed initials. Their bonus can outweigh a long distance. */
async function findByWholeInitials(search: Search, wanted: NameSearch): Promise<FoundRow[]> {
  const [only, another] = wanted.terms;
  const readings = another === undefined && only !== undefined ? only.token.readings : [];
  const hasBonus = readings.some(
    (reading) => reading.keyedBy === 'initials' && WHOLE_NAME_BONUS < wanted.wholeNameBonusOf(reading),
  );
  return hasBonus ? (await select(search, wanted, 'whole', RARE)).found : [];
}

const select = (
  { connection, limit }: Search,
  wanted: NameSearch,
  source: Source,
  rows: number,
): Promise<BestPlaces> => selectBest(connection, { search: wanted, source, rows, limit });

/** The bonus that the activity of a place is assumed to be at most. Higher bonuses are rare. */
const LIKELY_ACTIVITY = 0.25;

/** Returns the least cost that a place beyond this distance, or at an unknown point, is likely to have. */
const leastCostBeyond = (metres: number) =>
  Math.min(distanceCost(metres), UNKNOWN_DISTANCE_COST) - LIKELY_ACTIVITY;

/** Whether no place that is farther away than all read places is likely to be better than the found places. */
const isComplete = ({ found, reach }: BestPlaces, { limit }: Search): boolean =>
  (found[limit - 1]?.cost ?? Infinity) <= leastCostBeyond(reach);

function best(found: readonly FoundRow[], limit: number): FoundRow[] {
  const places = new Map(found.map((place) => [place.id, place]));
  return [...places.values()].toSorted((a, b) => a.cost - b.cost || a.id - b.id).slice(0, limit);
}

/** Maximum number of ways to split a word that are tried. */
const MAX_SPLITS = 4;

async function findBySplitWord(
  search: Search,
  { token, point }: { token: KoreanToken; point: IndexPoint },
): Promise<SearchResult[]> {
  const results = new Map<number, SearchResult>();
  const ways = (await splitWord(search.connection, token)).slice(0, MAX_SPLITS);
  for (const source of ['anywhere', 'closed'] as const) {
    for (const { name, location, query } of results.size < search.limit ? ways : []) {
      const wanted: NameSearch = {
        terms: [
          { token: name, where: 'name' },
          { token: location, where: 'address' },
        ],
        point,
        penaltyOf: (position) => SPLIT_WORD_PENALTY + multiWordPenalty(position),
        wholeNameBonusOf: () => 0,
      };
      const { found } = await select(search, wanted, source, RARE);
      for (const place of found) if (!results.has(place.id)) results.set(place.id, { ...place, query });
    }
  }
  return [...results.values()];
}
