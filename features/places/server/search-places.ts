import { type KoreanQuery, type KoreanReading, type KoreanToken, koreanQuery } from '#common/korean.ts';
import {
  type MatchPlace,
  matchPenalty,
  multiWordPenalty,
  SPLIT_WORD_PENALTY,
  wholeNameBonus,
} from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { INITIALS_MAXIMUM, LETTERS_MAXIMUM } from './place-keys.ts';
import { type KeySearch, type PlaceChecks, selectByKeyAnywhere, selectByKeyChecked } from './places.sql.ts';
import {
  type BestPlaces,
  type Budget,
  bestPlaces,
  firstBlocks,
  readBlocks,
  type SearchResult,
} from './read-blocks.ts';
import { type PlannedBlock, planBlocks } from './search-plan.ts';
import {
  commonCells,
  splitWords,
  knownProfiles,
  type KnownProfiles,
  lettersPattern,
  onlyKeyOf,
  syllablesOf,
  splitWord,
  type EstimatedWord,
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
  {
    query,
    point,
    limit,
    profiles = knownProfiles(connection),
  }: { query: KoreanQuery; point: IndexPoint; limit: number; profiles?: KnownProfiles },
): Promise<SearchResults> {
  const best = bestPlaces(limit);
  const wholeNames: SearchResult[] = [];
  const search: Search = { connection, point, best, wholeNames, profiles, budget: { checks: CHECKS } };
  const [first, ...others] = query.tokens;
  if (first === undefined) return { places: [], wholeNames };
  if (others.length > 0) {
    await findByMultipleWords(search, query);
  } else {
    await findOneWord(search, { query, token: first });
    if (best.list().length < FEW && wholeNames.length === 0) await findBySplitWord(search, first);
  }
  return { places: best.list(), wholeNames };
}

/** With fewer places a word is taken apart. */
const FEW = 3;

export type SearchResults = {
  places: readonly SearchResult[];
  /** Open places whose name is the one word that was typed, at any distance. */
  wholeNames: readonly SearchResult[];
};

type Search = {
  connection: Connection;
  point: IndexPoint;
  best: BestPlaces;
  wholeNames: SearchResult[];
  profiles: KnownProfiles;
  budget: Budget;
};

/** A word that at most so many keys hold is read in one range over the whole country; rows of initials cost more. */
const RARE = { letters: 1000, initials: 300 };
/** The same of a word among several: its places are read to check them. */
const RARE_AMONG_SEVERAL = 500;
/** Shorter keys are common. */
const LEAST_RARE_KEY = { letters: 3, initials: 3 };

/** Places that a search may read to check them: about 10 ms. */
const CHECKS = 3000;
/** Keys that a search for several words may pass by: about 10 ms. */
const KEYS = 40_000;

async function findOneWord(search: Search, { query, token }: { query: KoreanQuery; token: KoreanToken }) {
  const { connection, point, best, budget } = search;
  for (const reading of token.readings) {
    const { length } = reading.key;
    const bonus = wholeNameBonus(reading.keyedBy, length);
    const penalties = penaltiesOf((match) => matchPenalty(match, length));
    const keySearch = {
      ...cutKey(reading),
      point,
      penalties,
      wholeNameBonus: bonus,
      alsoInName: [],
    };
    const plan = planBlocks({ point, penalties, wholeNameBonus: bonus });
    const isMaybeRare = reading.isDecidedByKey && LEAST_RARE_KEY[reading.keyedBy] <= length;
    const done = isMaybeRare ? await readAnywhere(search, { keySearch, plan, query }) : 0;
    await readBlocks(connection, {
      plan: plan.slice(done),
      search: keySearch,
      checks: {
        ...inNameChecks(undecided(reading, token)),
        letters: reading.isDecidedByKey ? [] : [lettersPattern(reading.text)],
        addresses: [],
        either: [],
      },
      best,
      query,
      budget,
    });
  }
}

/** Repeats of what was typed within a name are rows of their own. */
const ROWS_OF_PLACE = 4;

/**
 * Reads a rare word in the whole country, a common one in the first blocks of the plan.
 * @returns blocks of the plan that are done
 */
async function readAnywhere(
  { connection, best, wholeNames }: Search,
  { keySearch, plan, query }: { keySearch: KeySearch; plan: readonly PlannedBlock[]; query: KoreanQuery },
): Promise<number> {
  const first = plan.slice(0, firstBlocks(keySearch));
  const limit = ROWS_OF_PLACE * best.limit;
  const { found, isAll } = await selectByKeyAnywhere(connection, {
    search: keySearch,
    blocks: first.map(({ block }) => block),
    readAtMost: RARE[keySearch.keyedBy],
    limit,
  });
  best.add(found, query);
  wholeNames.push(
    ...found.filter(({ isWholeName }) => isWholeName).map(({ id, cost }) => ({ id, cost, query })),
  );
  const isCut = found.length === limit && !best.isFull();
  return isCut ? 0 : isAll ? plan.length : first.length;
}

const penaltiesOf = (of: (match: MatchPlace) => number): Record<MatchPlace, number> => ({
  start: of('start'),
  inside: of('inside'),
  closed: of('closed'),
});

const SEVERAL_WORDS_PENALTIES = penaltiesOf(multiWordPenalty);
const SPLIT_WORD_PENALTIES = penaltiesOf((match) => SPLIT_WORD_PENALTY + multiWordPenalty(match));

/** The first few words may stand in the name or in the address in any way; the words after them are checked. */
const WORDS_DIVIDED = 4;

async function findByMultipleWords(search: Search, query: KoreanQuery): Promise<void> {
  const { point, profiles } = search;
  const words = await profiles.read(query.tokens);
  const [rarest, ...others] = words.toSorted((a, b) => a.inNames - b.inNames) as [
    EstimatedWord,
    ...EstimatedWord[],
  ];
  const isRare = rarest.inNames <= RARE_AMONG_SEVERAL;
  if (isRare) {
    const inEither = others.map(inNameOrAddress);
    await readAtOnce(search, { word: rarest, alsoInName: [], either: inEither, query });
  }
  const either = words.slice(WORDS_DIVIDED).map(inNameOrAddress);
  for (const { inName, inAddress } of splitWords(words.slice(0, WORDS_DIVIDED))) {
    if (isRare && !inAddress.includes(rarest)) continue;
    const cells = commonCells(inAddress);
    const plan = planBlocks({
      point,
      penalties: SEVERAL_WORDS_PENALTIES,
      wholeNameBonus: 0,
      ...(cells && { cells }),
    });
    const addresses = inAddress.map(({ location }) => location);
    await findInName(search, { words: inName, plan, checks: { addresses, either }, query });
  }
}

const inNameOrAddress = ({ token, location }: EstimatedWord) => ({ name: token.pattern, address: location });

/** Places with a rare word in the name, and the other words as the checks say, from all of the country. */
async function readAtOnce(
  { connection, point, best, budget }: Search,
  {
    word: { token },
    alsoInName,
    either,
    query,
  }: {
    word: EstimatedWord;
    alsoInName: readonly EstimatedWord[];
    either: PlaceChecks['either'];
    query: KoreanQuery;
  },
): Promise<void> {
  for (const reading of token.readings) {
    const { keys, unkeyed } = keysOfOthers(alsoInName, reading);
    const { found } = await selectByKeyChecked(connection, {
      search: {
        ...cutKey(reading),
        point,
        penalties: SEVERAL_WORDS_PENALTIES,
        wholeNameBonus: 0,
        alsoInName: keys,
      },
      blocks: 'all',
      limit: ROWS_OF_PLACE * best.limit,
      checks: { ...inNameChecks([...undecided(reading, token), ...unkeyed]), addresses: [], either },
      readAtMost: budget.checks,
    });
    best.add(found, query);
  }
}

/** The keys of a word that are passed by in one range to find those that hold another word: about 1 ms. */
const PASSED_BY = 4000;

/** Places with all the words in the name, looked up by the rarest of them: closed ones begin with that. */
async function findInName(
  search: Search,
  {
    words,
    plan,
    checks,
    query,
  }: {
    words: readonly EstimatedWord[];
    plan: readonly PlannedBlock[];
    checks: Pick<PlaceChecks, 'addresses' | 'either'>;
    query: KoreanQuery;
  },
): Promise<void> {
  const [rarest, ...others] = words.toSorted((a, b) => a.inNames - b.inNames) as [
    EstimatedWord,
    ...EstimatedWord[],
  ];
  if (others.length > 0 && checks.addresses.length === 0 && rarest.inNames <= PASSED_BY)
    return readAtOnce(search, { word: rarest, alsoInName: others, either: checks.either, query });
  const affordable = others.length === 0 ? plan : nearestPart(plan, rarest.inNames);
  await findByWord(search, { word: rarest, others, plan: affordable, checks, query });
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
    word: EstimatedWord;
    others: readonly EstimatedWord[];
    plan: readonly PlannedBlock[];
    checks: Pick<PlaceChecks, 'addresses' | 'either'>;
    query: KoreanQuery;
  },
): Promise<void> {
  for (const reading of word.token.readings) {
    const { keys, unkeyed } = keysOfOthers(others, reading);
    await readBlocks(connection, {
      plan,
      search: {
        ...cutKey(reading),
        point,
        penalties: SEVERAL_WORDS_PENALTIES,
        wholeNameBonus: 0,
        alsoInName: keys,
      },
      checks: { ...inNameChecks([...undecided(reading, word.token), ...unkeyed]), ...checks },
      best,
      query,
      budget,
    });
  }
}

/** Other words of a name by their keys, and those that have none of this kind. */
function keysOfOthers(others: readonly EstimatedWord[], { keyedBy }: KoreanReading) {
  const keys = others.map((other) => onlyKeyOf(other, keyedBy));
  return {
    keys: keys.filter((key) => key !== null),
    unkeyed: others.filter((_, at) => keys[at] === null).map(({ token }) => token),
  };
}

/** If even the rarest word is very common, so much of the country as a search can afford. */
const nearestPart = (plan: readonly PlannedBlock[], inNames: number) =>
  plan.slice(0, Math.ceil((plan.length * KEYS) / Math.max(KEYS, Math.min(inNames, 10 * KEYS))));

const MAX_SPLITS = 4;

async function findBySplitWord(
  { connection, point, best, budget }: Search,
  token: KoreanToken,
): Promise<void> {
  const ways = await splitWord(connection, token);
  for (const { name, location, key, cells } of ways.slice(0, MAX_SPLITS)) {
    const plan = planBlocks({
      point,
      penalties: SPLIT_WORD_PENALTIES,
      wholeNameBonus: 0,
      cells,
    });
    const query = koreanQuery(`${name} ${location}`);
    const reading = query.tokens[0]?.readings[0];
    if (reading === undefined) continue;
    await readBlocks(connection, {
      plan,
      search: {
        ...cutKey(reading),
        point,
        penalties: SPLIT_WORD_PENALTIES,
        wholeNameBonus: 0,
        alsoInName: [],
      },
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

const inNameChecks = (tokens: readonly KoreanToken[]): Pick<PlaceChecks, 'names' | 'holds' | 'letters'> => ({
  names: tokens.map(({ pattern }) => pattern),
  holds: tokens.flatMap(syllablesOf),
  letters: [],
});
