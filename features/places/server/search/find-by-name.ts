import { type KoreanQuery, koreanQuery } from '#common/korean.ts';
import { letterKey } from '#common/korean-keys.ts';
import { SPLIT_WORD_PENALTY } from '#features/places/ranking.rules.ts';
import { correctionsOf } from '#features/places/typing-mistakes.rules.ts';
import { meantText } from '#features/places/word-meaning.rules.ts';
import { FAR, type FoundBy, lettersReadings, type Search } from './place-search.ts';

import { WORDS_READ, type Meaning } from './query-meaning.ts';
import { type SearchResult, searchPlaces } from './search-places.ts';
import { selectOpenNamed, selectOpenStarts } from './search-places.sql.ts';

/**
 * Finds places at any distance whose name equals the query. First all words are joined, then all words except the
 * weightless ones. A single word finds nothing if it is short or names a kind of food. Such a word more likely means
 * the kind of food, or is the start of a longer name.
 */
export async function wholeNames({ query, meaning, named }: Search): Promise<FoundBy[]> {
  if (query.tokens.length > 1) return named(joinedWords(query, meaning));
  return meaning.kinds.length === 0 ? named(lettersReadings(query)) : [];
}

function joinedWords(query: KoreanQuery, { weightless }: Meaning): string[] {
  const words = query.tokens.map(meantText);
  return [words.join(''), words.filter((word) => !weightless.includes(word)).join('')];
}

/**
 * Finds places whose whole name is a sequence of the typed words: 고모네 삼겹살 한식 → 고모네 삼겹살. A sequence that consists only
 * of regions and kinds of food is ignored.
 */
export async function wholeNamesAmongWords({ query, meaning, named }: Search): Promise<FoundBy[]> {
  return query.tokens.length === 1 ? [] : named(runsOfWords(query, meaning));
}

function runsOfWords(query: KoreanQuery, { names }: Meaning): string[] {
  const words = query.tokens.slice(0, WORDS_READ).map(meantText);
  return words
    .flatMap((_, from) => words.slice(from).map((_each, more) => words.slice(from, from + more + 1)))
    .filter((run) => run.length < words.length && run.some((word) => names.includes(word)))
    .toSorted((a, b) => b.length - a.length)
    .map((run) => run.join(''));
}

/** The minimum number of letters of a name (two syllables). A shorter query is usually the start of a longer name. */
const LEAST_NAME_LETTERS = 4;
/** Maximum number of places with the same name that rank before other matches. */
const NAMESAKES = 3;

const isLongEnough = (name: string) => LEAST_NAME_LETTERS <= letterKey(name).length;

/** Returns a function that finds the open places with one of the given names, in the order of the names. */
export function searchNames({
  connection,
  query,
  point,
}: Pick<Search, 'connection' | 'query' | 'point'>): Search['named'] {
  return async (names) => {
    const keys = [...new Set(names.filter(isLongEnough).map(letterKey))];
    const rows = await selectOpenNamed(connection, { keys, point, rowsOfName: NAMESAKES });
    return rows
      .map(({ at, ...found }) => ({ ...found, query, cost: found.cost + at * FAR }))
      .toSorted((a, b) => a.cost - b.cost)
      .slice(0, NAMESAKES);
  };
}

/**
 * Number of places to read. This number is larger than the number of returned places, because the places are sorted
 * by name afterwards.
 */
export const CANDIDATES = 30;

/** Finds places with every word in the name or the address. Weightless words may be missing (`searchPlaces`). */
export async function asTyped({ exact }: Search): Promise<FoundBy[]> {
  return exact();
}

/** Places whose name contains a word that `readQuery` divided: 달비골맛집 본점 for 달비골맛집. */
export async function asTypedTogether({ connection, typed, query, point }: Search): Promise<FoundBy[]> {
  const together = koreanQuery(typed);
  if (together.tokens.length === query.tokens.length) return [];
  const found = await searchPlaces(connection, { query: together, point, limit: 10 });
  // Results of a split word are places that have 맛집 in the name.
  return found.filter(({ cost }) => cost < SPLIT_WORD_PENALTY);
}

export function searchExactly({
  connection,
  query,
  meaning: { names, regions, kinds },
  point,
}: Pick<Search, 'connection' | 'query' | 'meaning' | 'point'>): () => Promise<SearchResult[]> {
  const searchedWords = [...names, ...regions, ...kinds.map(({ text }) => text)];
  const isSame = searchedWords.length === query.tokens.length || searchedWords.length === 0;
  const wanted = isSame ? query : koreanQuery(searchedWords.join(' '));
  const limit = 1 < wanted.tokens.length ? CANDIDATES : 10;
  return () => searchPlaces(connection, { query: wanted, point, limit });
}

/**
 * Searches the typed names and regions without the kinds of food. Kinds of food are rarely part of a name:
 * 네기라이브 일식 → 네기라이브.
 */
export async function withoutKinds({ connection, meaning, point }: Search): Promise<FoundBy[]> {
  const { names, regions, kinds } = meaning;
  if (names.length === 0) return [];
  const results: FoundBy[] = [];
  const tries = [
    ...(0 < kinds.length && 0 < regions.length ? [[...names, ...regions]] : []),
    ...(0 < kinds.length || 0 < regions.length ? [names] : []),
  ];
  for (const [at, words] of tries.entries()) {
    const query = koreanQuery(words.join(' '));
    const found = await searchPlaces(connection, { query, point, limit: CANDIDATES });
    results.push(...found.map((each) => ({ ...each, cost: each.cost + at * LATER_SEARCH_PENALTY })));
  }
  return results;
}

/**
 * Penalty for each search that was tried earlier in this step. The earlier searches use more words or a longer word.
 * The unit is a doubling of the distance.
 */
const LATER_SEARCH_PENALTY = 4;

/** Finds places whose name is also the name of a region or station: 도원 중식, 삼성동 도원. */
export async function namedAsRegion({ query, meaning, named }: Search): Promise<FoundBy[]> {
  if (query.tokens.length === 1) return [];
  const found = await named(meaning.regions);
  return found.map((each) => ({ ...each, isHomonym: true }));
}

/**
 * Searches each name word alone, the longest word first, until a word has results. Therefore one word without a match
 * does not make the whole search empty.
 */
export async function oneOfTheNames({ connection, meaning, point }: Search): Promise<FoundBy[]> {
  if (meaning.names.length < 2) return [];
  const words = meaning.names
    .filter((word) => /[가-힣]{2}|[A-Za-z]{3}/.test(word))
    .toSorted((a, b) => b.length - a.length);
  const results: FoundBy[] = [];
  for (const [at, word] of words.entries()) {
    const query = koreanQuery(word);
    const found = await searchPlaces(connection, { query, point, limit: 10 });
    results.push(...found.map((each) => ({ ...each, cost: each.cost + at * LATER_SEARCH_PENALTY })));
    if (0 < found.length) break;
  }
  return results;
}

/**
 * Finds names that become the query by one typing mistake. Whole names come first, then names that begin with the
 * corrected query.
 */
export async function corrected({ connection, query, meaning, point }: Search): Promise<FoundBy[]> {
  const { names } = meaning;
  const words = query.tokens.length === 1 ? lettersReadings(query) : [...new Set([names.join(''), ...names])];
  const corrections = words.flatMap(correctionsOf);
  const isLong = words.some((word) => 3 <= [...word].length);
  const rows = await selectOpenStarts(connection, {
    keys: corrections.map(letterKey),
    point,
    limit: CORRECTED,
  });
  return rows
    .filter(({ isWhole }) => isLong || isWhole)
    .map(({ at, isWhole, ...found }) => ({
      ...found,
      cost: found.cost + (isWhole ? 0 : FAR),
      query: koreanQuery(corrections[at] as string),
    }));
}

const CORRECTED = 20;
