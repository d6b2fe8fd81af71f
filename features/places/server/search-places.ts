import type { KoreanQuery, KoreanReading, KoreanToken } from '#common/korean.ts';
import {
  type MatchPosition,
  matchPenalty,
  multiWordPenalty,
  SPLIT_WORD_PENALTY,
  wholeNameBonus,
} from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { INITIALS_MAXIMUM, LETTERS_MAXIMUM } from './place-keys.ts';
import {
  type KeySearch,
  type PlaceChecks,
  type Within,
  selectByKeyAnywhere,
  selectByKeyChecked,
} from './place-keys.sql.ts';
import {
  type BestPlaces,
  type Budget,
  bestPlaces,
  blocksInParts,
  firstBlocksOf,
  KEYS_FOR_PLACE,
  readBlocks,
  rowsFor,
  type SearchResult,
} from './read-blocks.ts';
import { type BlockPlan, partOfPlan, planBlocks } from './search-plan.ts';
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
 * Returns the best places for the query. If only one word was typed, it must be in the name. If several words were
 * typed, at least one must be in the name, and the others in the name or the address. If a single word finds too few
 * places, it is split into a name and a location. The result is the same as the result of reading all places, except
 * when the budget of the search is used up. This can happen if all words are very common, or if a word is a mixture
 * such as 국ㅂㅈ. The results are then places near the point.
 * @param point where the search starts
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

/** If a single word finds fewer places than this, the word is split. */
const FEW = 3;

export type SearchResults = {
  places: readonly SearchResult[];
  /** If one word was typed, the open places at any distance whose name is exactly this word. */
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

/**
 * The maximum number of matching keys of a rare word. For a rare word, the first statement reads the keys of the
 * whole country. The limit for initials is lower, because reading initials takes longer.
 */
const RARE = { letters: 1000, initials: 300 };
/**
 * The maximum number of names that may contain a rare word, for two cases: the rarest of several typed words, and the
 * name part of a split word. In both cases the search reads the keys of the whole country, and then the places, to
 * check the other words or the location.
 */
const RARE_AMONG_SEVERAL = 2000;
/** A word whose key is shorter than this counts as common. */
const LEAST_RARE_KEY = { letters: 3, initials: 3 };

/** Maximum number of places that one search checks. Checking this many places takes about 10 ms. */
const CHECKS = 3000;
/** Maximum number of keys that a search for several words scans. Scanning this many keys takes about 10 ms. */
const KEYS = 40_000;

async function findOneWord(search: Search, { query, token }: { query: KoreanQuery; token: KoreanToken }) {
  const { connection, point, best, budget } = search;
  const unmatched = new Set<KoreanReading>();
  for (const [at, reading] of token.readings.entries()) {
    if (unmatched.has(reading)) continue;
    const { length } = reading.key;
    const bonus = wholeNameBonus(reading.keyedBy, length);
    const penalties = penaltiesOf((match) => matchPenalty(match, length));
    const keySearch = {
      ...cutKey(reading),
      point,
      penalties,
      wholeNameBonus: bonus,
      alsoInName: [],
      worstCost: best.worstCost(),
    };
    const plan = planBlocks({ point, penalties, wholeNameBonus: bonus });
    const isMaybeRare = reading.isDecidedByKey && LEAST_RARE_KEY[reading.keyedBy] <= length;
    const later = token.readings.slice(at + 1);
    const done = isMaybeRare ? await readAnywhere(search, { keySearch, plan, query, later, unmatched }) : 0;
    await readBlocks(connection, {
      plan: partOfPlan(plan, { from: done }),
      search: keySearch,
      checks: {
        ...inNameChecks(tokensToCheck(reading, token)),
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

/**
 * Reads the keys of a rare word in the whole country, or the keys of a common word in the first blocks of the plan.
 * The statement also tests which of the later readings of the word occur in names. Readings that occur in no name are
 * added to `unmatched`, so that the caller does not search for them.
 * @returns how many blocks of the plan have been read completely
 */
async function readAnywhere(
  { connection, best, wholeNames }: Search,
  {
    keySearch,
    plan,
    query,
    later,
    unmatched,
  }: {
    keySearch: KeySearch;
    plan: BlockPlan;
    query: KoreanQuery;
    later: readonly KoreanReading[];
    unmatched: Set<KoreanReading>;
  },
): Promise<number> {
  const first = firstBlocksOf(plan);
  const others = later.filter(({ keyedBy }) => keyedBy === 'letters');
  const { found, isAll, isCut, areOthersKnown } = await selectByKeyAnywhere(connection, {
    search: keySearch,
    blocks: blocksInParts(first),
    limit: best.limit,
    keys: KEYS_FOR_PLACE * rowsFor(best.limit, keySearch),
    readAtMost: RARE[keySearch.keyedBy],
    otherKeys: others.map((other) => cutKey(other).key),
  });
  for (const [at, other] of others.entries()) if (!areOthersKnown[at]) unmatched.add(other);
  best.add(found, query);
  // Initial consonants are not the name: star has the same keys as ㄴㅅㅁㄱ.
  if (keySearch.keyedBy === 'letters')
    wholeNames.push(
      ...found
        .filter(({ isWholeName }) => isWholeName)
        .toSorted((a, b) => a.cost - b.cost)
        .map((place) => ({ ...place, query })),
    );
  if (isCut) return 0;
  return isAll ? plan.blocks.length : first.blocks.length;
}

const penaltiesOf = (of: (match: MatchPosition) => number): Record<MatchPosition, number> => ({
  start: of('start'),
  inside: of('inside'),
  closed: of('closed'),
});

const SEVERAL_WORDS_PENALTIES = penaltiesOf(multiWordPenalty);
const SPLIT_WORD_PENALTIES = penaltiesOf((match) => SPLIT_WORD_PENALTY + multiWordPenalty(match));

/**
 * Each of the first words may be a word of the name or a word of the address. The search tries every combination for
 * the first words, at most this many. Each further word may match the name or the address.
 */
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
    const inEither = others.filter(isLocation).map(inNameOrAddress);
    const inName = others.filter((word) => !isLocation(word));
    const within = inNameOrCells(others.filter(isLocation));
    const checks = { addresses: [], either: inEither };
    await readAtOnce(search, { word: rarest, alsoInName: inName, checks, within, query });
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
    const within = cells && { cells, inName: [] };
    await findInName(search, { words: inName, plan, within, checks: { addresses, either }, query });
  }
}

const isLocation = ({ cells }: EstimatedWord) => 0 < cells.size;

const inNameOrAddress = ({ token, location }: EstimatedWord) => ({ name: token.pattern, address: location });

/**
 * Returns a condition on keys that excludes places before they are read. Each word must be in the name or the address
 * of a place. If no word is in the name, all words are in the address. Therefore the name contains one of the words,
 * or the place is in a cell where all words occur in addresses.
 */
function inNameOrCells(words: readonly EstimatedWord[]): Within | undefined {
  const readings = words.flatMap(({ token }) => token.readings);
  const cells = commonCells(words);
  return cells && readings.every(({ keyedBy, isDecidedByKey }) => keyedBy === 'letters' && isDecidedByKey)
    ? { cells, inName: readings.map(({ key }) => key) }
    : undefined;
}

/** Finds places in the whole country whose name contains `word`, a rare word, and that also match the other words. */
async function readAtOnce(
  { connection, point, best, budget }: Search,
  {
    word: { token },
    alsoInName,
    checks,
    within,
    query,
  }: {
    word: EstimatedWord;
    alsoInName: readonly EstimatedWord[];
    checks: Pick<PlaceChecks, 'addresses' | 'either'>;
    within: Within | undefined;
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
        worstCost: best.worstCost(),
      },
      blocks: 'all',
      limit: rowsFor(best.limit, reading),
      checks: { ...inNameChecks([...tokensToCheck(reading, token), ...unkeyed]), ...checks },
      within,
      readAtMost: budget.checks,
    });
    best.add(found, query);
  }
}

/**
 * If at most this many names contain the rarest word, the search may scan all keys of the word at once. The
 * alternative is to read the keys area by area, the nearest area first. The scan takes about 1.5 ms. Reading the same
 * number of keys by area takes three times as long.
 */
const SCANNED_AT_ONCE_MAXIMUM = 8000;

/**
 * Finds places whose name contains all the words. The keys of the rarest word are read. A closed place is found only
 * if its name begins with the rarest word.
 */
async function findInName(
  search: Search,
  {
    words,
    plan,
    within,
    checks,
    query,
  }: {
    words: readonly EstimatedWord[];
    plan: BlockPlan;
    /** A condition that all places in the blocks of the plan satisfy. */
    within: Within | undefined;
    checks: Pick<PlaceChecks, 'addresses' | 'either'>;
    query: KoreanQuery;
  },
): Promise<void> {
  const [rarest, ...others] = words.toSorted((a, b) => a.inNames - b.inNames) as [
    EstimatedWord,
    ...EstimatedWord[],
  ];
  const byArea = (part: BlockPlan) => findByWord(search, { word: rarest, others, plan: part, checks, query });
  if (others.length === 0) return byArea(plan);
  const atOnce = () => readAtOnce(search, { word: rarest, alsoInName: others, checks, within, query });
  // If the best places so far are near, few areas can contain better places.
  const areas = plan.costsAtLeast.findLastIndex((cost) => cost < search.best.worstCost()) + 1;
  if (rarest.inNames <= SCANNED_AT_ONCE_MAXIMUM && rarest.inNames < KEYS_PER_AREA * areas) return atOnce();
  const affordable = nearestPart(plan, rarest.inNames);
  if (checks.addresses.length > 0) return byArea(affordable);
  await byArea(partOfPlan(affordable, { to: AREAS_BEFORE_ALL }));
  if (!search.best.isFull() && rarest.inNames <= KEYS) return atOnce();
  return byArea(partOfPlan(affordable, { from: AREAS_BEFORE_ALL }));
}

/** Reading one area takes as long as scanning this many keys of the whole country. */
const KEYS_PER_AREA = 30;
/**
 * If all words of the name are common, this many blocks are read first. If they contain too few places, the keys of
 * the whole country are scanned.
 */
const AREAS_BEFORE_ALL = 48;

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
    plan: BlockPlan;
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
        worstCost: best.worstCost(),
      },
      checks: { ...inNameChecks([...tokensToCheck(reading, word.token), ...unkeyed]), ...checks },
      best,
      query,
      budget,
    });
  }
}

/**
 * Divides the words, which must all be in the name, into two groups. Words that a key of the kind `keyedBy` can match
 * are returned as keys. The remaining words are returned as tokens.
 */
function keysOfOthers(others: readonly EstimatedWord[], { keyedBy }: KoreanReading) {
  const keys = others.map((other) => onlyKeyOf(other, keyedBy));
  return {
    keys: keys.filter((key) => key !== null),
    unkeyed: others.filter((_, at) => keys[at] === null).map(({ token }) => token),
  };
}

/**
 * Returns the whole plan if all of its blocks can be read. If the rarest word is too common for this, returns only
 * the nearest blocks.
 */
const nearestPart = (plan: BlockPlan, inNames: number) =>
  partOfPlan(plan, {
    to: Math.ceil((plan.blocks.length * KEYS) / Math.max(KEYS, Math.min(inNames, 10 * KEYS))),
  });

const MAX_SPLITS = 4;

async function findBySplitWord(
  { connection, point, best, budget, profiles }: Search,
  token: KoreanToken,
): Promise<void> {
  const ways = (await splitWord(profiles, token)).slice(0, MAX_SPLITS);
  for (const { name, location, query } of ways) {
    const [reading] = name.token.readings;
    if (reading === undefined) continue;
    const search = {
      ...cutKey(reading),
      point,
      penalties: SPLIT_WORD_PENALTIES,
      wholeNameBonus: 0,
      alsoInName: [],
      worstCost: best.worstCost(),
    };
    const { cells } = location;
    const checks = { ...inNameChecks([]), addresses: [location.location], either: [] };
    if (name.inNames <= RARE_AMONG_SEVERAL) {
      const limit = rowsFor(best.limit, reading);
      const within = { cells, inName: [] };
      const rare = { search, blocks: 'all', limit, checks, within, readAtMost: budget.checks } as const;
      best.add((await selectByKeyChecked(connection, rare)).found, query);
      continue;
    }
    const plan = planBlocks({ point, penalties: SPLIT_WORD_PENALTIES, wholeNameBonus: 0, cells });
    await readBlocks(connection, { plan, search, checks, best, query, budget });
  }
}

const cutKey = ({ keyedBy, key }: KoreanReading) => ({
  keyedBy,
  key: key.slice(0, keyedBy === 'letters' ? LETTERS_MAXIMUM : INITIALS_MAXIMUM),
});

/**
 * Returns the tokens that must be checked in the name. A mixture such as 국ㅂㅈ is searched by its initials only, and
 * must therefore be checked.
 */
const tokensToCheck = (reading: KoreanReading, token: KoreanToken): KoreanToken[] =>
  reading.isDecidedByKey ? [] : [token];

const inNameChecks = (tokens: readonly KoreanToken[]): Pick<PlaceChecks, 'names' | 'holds' | 'letters'> => ({
  names: tokens.map(({ pattern }) => pattern),
  holds: tokens.flatMap(syllablesOf),
  letters: [],
});
