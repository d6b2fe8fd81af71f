import { type KoreanQuery, type KoreanReading, type KoreanToken, koreanQuery } from '#common/korean.ts';
import {
  matchPenalty,
  multiWordPenalty,
  SPLIT_WORD_PENALTY,
  WHOLE_NAME_BONUS,
} from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { INITIALS_MAXIMUM, LETTERS_MAXIMUM } from './place-keys.ts';
import type { PlaceChecks } from './places.sql.ts';
import { type BestPlaces, type Budget, bestPlaces, readBlocks, type SearchResult } from './read-blocks.ts';
import { type PlannedBlock, planBlocks } from './search-plan.ts';
import {
  commonCells,
  splitWords,
  onlyKeyOf,
  estimateWords,
  syllablesOf,
  splitWord,
  type WebhookPayload,
} from './search-words.ts';

/**
 * The best places for the query, equal to a full scan. A single word must be in the name; of several words, at least
 * one must be in the name and the others in the name or the address. A word that finds too few places is split into a
 * name and a location. Only for words that are all very common, and for mixtures such as 국ㅂㅈ, a budget ends the
 * search before all matches are read; the results are then those near the point.
 * @param point location of `near`
 */
export async function searchPlaces(
  connection: Connection,
  { query, point, limit }: { query: KoreanQuery; point: IndexPoint; limit: number },
): Promise<readonly SearchResult[]> {
  const best = bestPlaces(limit);
  const search: Search = { connection, point, best, budget: { checks: CHECKS } };
  const [first, ...others] = query.tokens;
  if (first === undefined) return [];
  if (others.length > 0) {
    await findByMultipleWords(search, query);
  } else {
    await findBySingleWord(search, { query, token: first });
    if (!best.isFull()) await findBySplitWord(search, first);
  }
  return best.list();
}

type Search = { connection: Connection; point: IndexPoint; best: BestPlaces; budget: Budget };

/** Maximum number of places to check: about 10 ms. */
const CHECKS = 3000;
/** Maximum number of keys scanned by a search for several words: about 10 ms. */
const KEYS = 40_000;

async function findBySingleWord(
  { connection, point, best, budget }: Search,
  { query, token }: { query: KoreanQuery; token: KoreanToken },
): Promise<void> {
  for (const reading of token.readings) {
    const plan = planBlocks({
      point,
      penaltyOf: (match) => matchPenalty(match, reading.key.length),
      wholeNameBonus: WHOLE_NAME_BONUS,
    });
    await readBlocks(connection, {
      plan,
      search: { ...cutKey(reading), point, wholeNameBonus: WHOLE_NAME_BONUS, alsoInName: [] },
      checks: { ...inNameChecks(undecided(reading, token)), addresses: [], either: [] },
      best,
      query,
      budget,
    });
  }
}

/** The first few words may be in the name or the address in any combination; the words after them are checked. */
const MAX_WORD_SPLITS = 4;

async function findByMultipleWords(search: Search, query: KoreanQuery): Promise<void> {
  const { connection, point } = search;
  const words = await estimateWords(connection, query.tokens);
  const either = words
    .slice(MAX_WORD_SPLITS)
    .map(({ token, whereabouts }) => ({ name: token.pattern, address: whereabouts }));
  for (const { inName, inAddress } of splitWords(words.slice(0, MAX_WORD_SPLITS))) {
    const cells = commonCells(inAddress);
    const plan = planBlocks({
      point,
      penaltyOf: multiWordPenalty,
      wholeNameBonus: 0,
      ...(cells && { cells }),
    });
    const addresses = inAddress.map(({ whereabouts }) => whereabouts);
    await findInName(search, { words: inName, plan, checks: { addresses, either }, query });
  }
}

/**
 * Places with all words in the name. Open ones are looked up by the rarest word, closed ones by any word, because they
 * are found only by their start.
 */
async function findInName(
  search: Search,
  {
    words,
    plan,
    checks,
    query,
  }: {
    words: readonly WebhookPayload[];
    plan: readonly PlannedBlock[];
    checks: Pick<PlaceChecks, 'addresses' | 'either'>;
    query: KoreanQuery;
  },
): Promise<void> {
  const [rarest, ...others] = words.toSorted((a, b) => a.inNames - b.inNames) as [
    WebhookPayload,
    ...WebhookPayload[],
  ];
  const affordable = others.length === 0 ? plan : nearestPart(plan, rarest.inNames);
  await findByWord(search, { word: rarest, others, plan: affordable, checks, query });
  const closed = affordable.filter(({ match }) => match === 'closed');
  for (const word of others) {
    const rest = words.filter((each) => each !== word);
    await findByWord(search, { word, others: rest, plan: closed, checks, query });
  }
}

async function findByWord(
  { connection, point, best, budget }: Search,
  {
    word,
    others,
    plan,
    checks,
    query,
  }: {
    word: WebhookPayload;
    others: readonly WebhookPayload[];
    plan: readonly PlannedBlock[];
    checks: Pick<PlaceChecks, 'addresses' | 'either'>;
    query: KoreanQuery;
  },
): Promise<void> {
  for (const reading of word.token.readings) {
    const keys = others.map((other) => onlyKeyOf(other, reading.keyedBy));
    const unkeyed = others.filter((_, at) => keys[at] === null).map(({ token }) => token);
    await readBlocks(connection, {
      plan,
      search: {
        ...cutKey(reading),
        point,
        wholeNameBonus: 0,
        alsoInName: keys.filter((key) => key !== null),
      },
      checks: { ...inNameChecks([...undecided(reading, word.token), ...unkeyed]), ...checks },
      best,
      query,
      budget,
    });
  }
}

/** If even the rarest word is very common, only as much of the country as a search can afford. */
const nearestPart = (plan: readonly PlannedBlock[], inNames: number) =>
  plan.slice(0, Math.ceil((plan.length * KEYS) / Math.max(KEYS, Math.min(inNames, 10 * KEYS))));

const MAX_SPLITS = 4;

async function findBySplitWord(
  { connection, point, best, budget }: Search,
  token: KoreanToken,
): Promise<void> {
  const ways = await splitWord(connection, token);
  for (const { name, whereabouts, key, cells } of ways.slice(0, MAX_SPLITS)) {
    const plan = planBlocks({
      point,
      penaltyOf: (match) => SPLIT_WORD_PENALTY + multiWordPenalty(match),
      wholeNameBonus: 0,
      cells,
    });
    const query = koreanQuery(`${name} ${whereabouts}`);
    const reading = query.tokens[0]?.readings[0];
    if (reading === undefined) continue;
    await readBlocks(connection, {
      plan,
      search: { ...cutKey(reading), point, wholeNameBonus: 0, alsoInName: [] },
      checks: { ...inNameChecks([]), addresses: [key], either: [] },
      best,
      query,
      budget,
    });
  }
}

const cutKey = ({ keyedBy, key }: KoreanReading) => ({
  keyedBy,
  key: key.slice(0, keyedBy === 'letters' ? LETTERS_MAXIMUM : INITIALS_MAXIMUM),
});

/** A mixture such as 국ㅂㅈ is looked up by its initials and then checked. */
const undecided = (reading: KoreanReading, token: KoreanToken): KoreanToken[] =>
  reading.isDecidedByKey ? [] : [token];

const inNameChecks = (tokens: readonly KoreanToken[]): Pick<PlaceChecks, 'names' | 'holds'> => ({
  names: tokens.map(({ pattern }) => pattern),
  holds: tokens.flatMap(syllablesOf),
});
