import { type KoreanQuery, type KoreanToken, koreanQuery, letterKey } from '#common/korean.ts';
import { buildingsOf } from '#features/places/addresses.rules.ts';
import { housesOf } from '#features/places/houses.rules.ts';
import { type QueryWord, readQueryWords } from '#features/places/query-words.rules.ts';
import { distanceCost, SPLIT_WORD_PENALTY } from '#features/places/ranking.rules.ts';
import {
  type Sound,
  soundOf,
  soundsOf,
  spelledInHangul,
  spelledLetters,
  vowelLikeness,
} from '#features/places/romanisation.rules.ts';
import { correctionsOf } from '#features/places/typing-mistakes.rules.ts';
import { kindSounding, meantText } from '#features/places/word-meaning.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { readHanja } from './hanja.ts';
import { LETTERS_MAXIMUM, wholeNameKey } from './place-keys.ts';
import { buildingTerm, houseTerm, houseTermPrefix, soundTerm } from './place-terms.ts';
import {
  type PlaceRow,
  type RangedPlace,
  selectByTerms,
  selectNearestOfCategories,
  selectOpenNamed,
  selectOpenStarts,
  selectPlaces,
} from './places.sql.ts';
import { regionOf } from './regions.ts';
import { type SearchResults, searchPlaces } from './search-places.ts';
import { knownProfiles, type KnownProfiles, locationKey } from './search-words.ts';

export type FoundSuggestion = {
  row: PlaceRow;
  /** The text to mark in the name. */
  query: KoreanQuery;
  /** The whole name sounds like the query, in other letters. */
  isAlike: boolean;
  /** Found only by assuming a typing mistake. */
  isGuess: boolean;
};

/**
 * The places that best match the query, at most `limit`. Runs these steps in order until there are enough places:
 * houses and whole names; every word in the name or the address (`searchPlaces`); the words without kinds of food;
 * places of that kind in the region; names that sound the same; names that differ by one typing mistake. Results of
 * an earlier step rank above those of a later one, and open places above closed ones.
 * @param point location of `near`, unless a word names a region
 */
export async function findPlaces(
  connection: Connection,
  { typed: original, point: near, limit }: { typed: string; point: IndexPoint; limit: number },
): Promise<FoundSuggestion[]> {
  const typed = readHanja(original);
  const query = koreanQuery(typed);
  if (query.tokens.length === 0) return [];
  const profiles = knownProfiles(connection);
  const meaning = await readMeaning(connection, { query, near, profiles });
  const point = meaning.point ?? near;
  const exact = searchExactly({ connection, query, meaning, point, profiles });
  const named = searchNames({ connection, query, meaning, point });
  const search: Search = { connection, typed, query, meaning, point, limit, profiles, exact, named };
  // 성수 국밥 means a kind of food in a region, even if a place has that name.
  const isNameMeant = 0 < meaning.names.length || meaning.kinds.length === 0;
  const found = new Map<number, Candidate>();
  const countNear = () => [...found.values()].filter(({ step }) => step < STEPS.length).length;
  // Names that only sound the same and split words do not count, because a typing mistake is just as likely.
  const countAsTyped = () =>
    [...found.values()].filter(({ step, cost }) => step < FIRST_BY_SOUND && cost < SPLIT_WORD_PENALTY).length;
  let isNamed = false;
  for (const [at, { places, isGuess = false, isLastResort, isAnywhere }] of STEPS.entries()) {
    if (limit <= countNear()) break;
    if (isLastResort && isNamed) continue;
    if ((isGuess || isLastResort) && FEW < countAsTyped()) continue;
    for (const candidate of await places(search)) {
      // Places outside the named region rank after all places inside it.
      const isInReach = isGuess || (isAnywhere && isNameMeant) || candidate.cost <= farthest(meaning);
      if (!found.has(candidate.id))
        found.set(candidate.id, { ...candidate, step: isInReach ? at : STEPS.length, isGuess });
      if (places === wholeNames) isNamed = true;
    }
  }
  return inOrder(connection, { found: [...found.values()], search });
}

/** Up to this number of places, a typing mistake is likely. */
const FEW = 3;

/** The cost of a place at the edge of the named region. */
const farthest = ({ point, reach }: Meaning) => (point === null ? Infinity : distanceCost(reach) + 1);

type Search = {
  connection: Connection;
  typed: string;
  query: KoreanQuery;
  meaning: Meaning;
  point: IndexPoint;
  limit: number;
  profiles: KnownProfiles;
  /** Results of `searchPlaces`; queried once, because two steps use them. */
  exact: () => Promise<SearchResults>;
  /** Open places with one of these names, the first of the names first. */
  named: (names: readonly string[]) => Promise<FoundBy[]>;
};

type FoundBy = {
  id: number;
  cost: number;
  query: KoreanQuery;
  isAlike?: boolean;
  /**
   * Its name is a word that was read as a region, so it is a result only if another word matches it as well
   * (`agrees`).
   */
  isHomonym?: boolean;
};
type Candidate = FoundBy & { step: number; isGuess: boolean };

type Meaning = {
  /** Words that must be in the name or the address. */
  names: string[];
  /** Words that name a region; they may be in the address or the name. */
  regions: string[];
  kinds: Extract<QueryWord, { role: 'kind' }>[];
  weightless: string[];
  /** The centre and the reach, in metres, of the smallest named region; null if none is named. */
  point: IndexPoint | null;
  reach: number;
};

/** Number of words that are interpreted; further words are only searched literally. */
const WORDS_READ = 6;

async function readMeaning(
  connection: Connection,
  { query, near, profiles }: { query: KoreanQuery; near: IndexPoint; profiles: KnownProfiles },
): Promise<Meaning> {
  const words = query.tokens.slice(0, WORDS_READ).map((token) => readWord(token, query));
  const meaning: Meaning = {
    names: [],
    regions: [],
    kinds: [],
    weightless: [],
    point: null,
    reach: Infinity,
  };
  let at = near;
  if (1 < words.length) await profiles.read(query.tokens);
  for (const word of words) {
    if (word.role === 'kind') meaning.kinds.push(word);
    else if (word.role === 'weightless') meaning.weightless.push(word.text);
    else {
      const region =
        words.length === 1 ? null : await regionOf(connection, { word: word.text, near: at, profiles });
      if (region === null) {
        meaning.names.push(word.text);
        continue;
      }
      meaning.regions.push(word.text);
      if (region.point === null) continue;
      at = region.point;
      if (region.reach < meaning.reach) {
        meaning.point = region.point;
        meaning.reach = region.reach;
      }
    }
  }
  return meaning;
}

/** Among several words a kind of food may also be written as it sounds: 성수 pasta. Alone it is rather a name. */
function readWord(token: KoreanToken, { tokens }: KoreanQuery): QueryWord {
  const [word] = readQueryWords([meantText(token)]) as [QueryWord];
  const kind = word.role === 'name' && 1 < tokens.length ? kindSounding(token.text) : null;
  return kind ? { text: word.text, role: 'kind', kind } : word;
}

type Step = {
  places: (search: Search) => Promise<FoundBy[]>;
  isGuess?: boolean;
  /** Tried only if few places were found, and none with exactly this name. */
  isLastResort?: boolean;
  /** Results outside the named region are not moved to the end. */
  isAnywhere?: boolean;
};

const STEPS: readonly Step[] = [
  { places: houses },
  { places: wholeNames, isAnywhere: true },
  { places: namedAsRegion, isAnywhere: true },
  { places: asTyped },
  { places: wholeNamesAmongWords, isAnywhere: true },
  { places: withoutKinds, isLastResort: true },
  { places: ofKind },
  { places: namesInHangul },
  { places: ofKindSounding },
  { places: oneOfTheNames, isLastResort: true },
  { places: inOtherLetters, isLastResort: true },
  { places: corrected, isGuess: true },
];

const FIRST_BY_SOUND = STEPS.findIndex(({ places }) => places === namesInHangul);

/** Penalty for a house number of which only the beginning was typed. */
const UNFINISHED_NUMBER = 3;

/** Places at the houses and in the buildings that were typed. */
async function houses({ connection, typed, query, point }: Search): Promise<FoundBy[]> {
  const typedHouses = housesOf(typed).flatMap((house) => {
    // Typed without spaces, the street also contains the province and the district.
    const street = house.street.replace(/^.*[시군구](?=[가-힣]{2})/u, '');
    return street === house.street ? [house] : [house, { ...house, street }];
  });
  const buildings = query.tokens.map(meantText).flatMap(buildingsOf);
  const prefixes = [...typedHouses.map(houseTermPrefix), ...buildings.map(buildingTerm)];
  const whole = new Set(typedHouses.map(houseTerm));
  const rows = await selectByTerms(connection, { prefixes, point, rowsOfRange: 200 });
  return rows.map(({ id, cost, key }) => ({
    id,
    query,
    cost: cost + (key.startsWith('h:') && !whole.has(key) ? UNFINISHED_NUMBER : 0),
  }));
}

/**
 * Places anywhere whose name is exactly the query: all words joined, then without the weightless words. A food word
 * alone is treated as the start of a name.
 */
async function wholeNames({ query, meaning, exact, named }: Search): Promise<FoundBy[]> {
  if (query.tokens.length === 1) {
    const isName = meaning.kinds.length === 0 && lettersReadings(query).some(isLongEnough);
    return isName ? (await exact()).wholeNames.slice(0, NAMESAKES) : [];
  }
  return named(joinedWords(query, meaning));
}

function joinedWords(query: KoreanQuery, { weightless }: Meaning): string[] {
  const words = query.tokens.map(meantText);
  return [words.join(''), words.filter((word) => !weightless.includes(word)).join('')];
}

/**
 * Sequences of words that are a whole name: 고모네 삼겹살 한식 → 고모네 삼겹살. Regions and kinds of food alone do not
 * count.
 */
async function wholeNamesAmongWords({ query, meaning, named }: Search): Promise<FoundBy[]> {
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

/** Two syllables. Shorter queries are usually the start of a longer name. */
const LEAST_NAME_LETTERS = 4;
/** Maximum number of places with the same name that rank before other matches. */
const NAMESAKES = 3;

const isLongEnough = (name: string) => LEAST_NAME_LETTERS <= letterKey(name).length;

/** Open places with one of the names, in the order of the names; one statement reads the names of all steps. */
function searchNames({
  connection,
  query,
  meaning,
  point,
}: Pick<Search, 'connection' | 'query' | 'meaning' | 'point'>): Search['named'] {
  const keysOf = (names: readonly string[]) => [...new Set(names.filter(isLongEnough).map(letterKey))];
  const all = keysOf([...joinedWords(query, meaning), ...meaning.regions, ...runsOfWords(query, meaning)]);
  let rows: ReturnType<typeof selectOpenNamed> | undefined;
  return async (names) => {
    rows ??= selectOpenNamed(connection, {
      keys: all.map((key) => wholeNameKey(key).slice(0, LETTERS_MAXIMUM)),
      point,
      rowsOfName: NAMESAKES,
    });
    const keys = keysOf(names);
    return (await rows)
      .flatMap(({ id, at, cost }) => {
        const place = keys.indexOf(all[at] as string);
        return place === -1 ? [] : [{ id, query, cost: cost + place * FAR }];
      })
      .toSorted((a, b) => a.cost - b.cost)
      .slice(0, NAMESAKES);
  };
}

/** A cost greater than that of any distance within the country. */
const FAR = 15;

const lettersReadings = ({ tokens }: KoreanQuery): string[] =>
  tokens.flatMap(({ readings }) =>
    readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ text }) => text),
  );

/** More places than are returned, because they are ranked by name afterwards. */
const CANDIDATES = 30;

/** Places with every word in the name or the address, except weightless words (`searchPlaces`). */
async function asTyped({ exact }: Search): Promise<FoundBy[]> {
  return [...(await exact()).places];
}

function searchExactly({
  connection,
  query,
  meaning: { names, regions, kinds },
  point,
  profiles,
}: Pick<Search, 'connection' | 'query' | 'meaning' | 'point' | 'profiles'>): () => Promise<SearchResults> {
  const asked = [...names, ...regions, ...kinds.map(({ text }) => text)];
  const isSame = asked.length === query.tokens.length || asked.length === 0;
  const wanted = isSame ? query : koreanQuery(asked.join(' '));
  const limit = 1 < wanted.tokens.length ? CANDIDATES : 10;
  let results: Promise<SearchResults> | undefined;
  return () => (results ??= searchPlaces(connection, { query: wanted, point, limit, profiles }));
}

/** Searches names and regions without the kinds of food, which are rarely part of a name: 네기라이브 일식. */
async function withoutKinds({ connection, meaning, point, profiles }: Search): Promise<FoundBy[]> {
  const { names, regions, kinds } = meaning;
  if (names.length === 0) return [];
  const results: FoundBy[] = [];
  const tries = [
    ...(0 < kinds.length && 0 < regions.length ? [[...names, ...regions]] : []),
    ...(0 < kinds.length || 0 < regions.length ? [names] : []),
  ];
  for (const [at, words] of tries.entries()) {
    const query = koreanQuery(words.join(' '));
    const { places: found } = await searchPlaces(connection, { query, point, limit: CANDIDATES, profiles });
    results.push(...found.map((each) => ({ ...each, cost: each.cost + at * LEFT_OUT_WORD_PENALTY })));
  }
  return results;
}

/** Penalty for each word left out of the search, in doublings of distance. */
const LEFT_OUT_WORD_PENALTY = 4;

/** Number of places read around the point; takes about 2 ms. */
const WALK = 1500;

/** Places of the typed kinds of food, in the region or around the point. */
async function ofKind({ connection, query, meaning, point, limit }: Search): Promise<FoundBy[]> {
  if (0 < meaning.names.length) return [];
  if (meaning.kinds.length === 0 && meaning.point === null) return [];
  const categoryIds = [...new Set(meaning.kinds.flatMap(({ kind }) => kind.categoryIds))];
  const near = await selectNearestOfCategories(connection, { point, categoryIds, walk: WALK, limit });
  return near.map((each) => ({ ...each, query }));
}

/** Places of the kind of food that the only word sounds like: izakaya. */
async function ofKindSounding({ connection, query, point, limit }: Search): Promise<FoundBy[]> {
  const [word, another] = query.tokens;
  const kind = word && !another ? kindSounding(word.text) : null;
  if (kind === null) return [];
  const { categoryIds } = kind;
  const near = await selectNearestOfCategories(connection, { point, categoryIds, walk: WALK, limit });
  return near.map((each) => ({ ...each, query }));
}

/**
 * Searches each name word alone, the longest first, until one has results: a single word without a match must not
 * empty the result.
 */
async function oneOfTheNames({ connection, meaning, point, profiles }: Search): Promise<FoundBy[]> {
  if (meaning.names.length < 2) return [];
  const words = meaning.names
    .filter((word) => /[가-힣]{2}|[A-Za-z]{3}/.test(word))
    .toSorted((a, b) => b.length - a.length);
  const results: FoundBy[] = [];
  for (const [at, word] of words.entries()) {
    const query = koreanQuery(word);
    const { places: found } = await searchPlaces(connection, { query, point, limit: 10, profiles });
    results.push(...found.map((each) => ({ ...each, cost: each.cost + at * LEFT_OUT_WORD_PENALTY })));
    if (0 < found.length) break;
  }
  return results;
}

/** Names that sound like what was typed in Latin letters (mingles → 밍글스) or that its letters form (KFC → 케이에프씨). */
async function namesInHangul({ connection, query, point }: Search): Promise<FoundBy[]> {
  const texts = query.tokens.map(({ text }) => text);
  if (!texts.some((text) => /[A-Za-z]/.test(text))) return [];
  const spelled = texts.length === 1 ? texts.flatMap(spelledInHangul) : [];
  const starts = await selectOpenStarts(connection, {
    keys: spelled.map(letterKey),
    point,
    limit: LATIN_NAMES,
  });
  const named = starts.map(({ id, cost, at }) => ({ id, cost, query: koreanQuery(spelled[at] as string) }));
  return [...named, ...(await soundingLike(connection, { text: texts.join(' '), query, point }))];
}

/**
 * For Hangul: Latin names that sound like it (스타벅스 → STARBUCKS) or that it spells (케이에프씨 → KFC), and buildings whose
 * name begins with it.
 */
async function inOtherLetters({ connection, query, meaning, point, profiles }: Search): Promise<FoundBy[]> {
  const text = meaning.names.join('');
  if (!/^[가-힣]+$/.test(text)) return [];
  const spelled = meaning.names.map((word) => spelledLetters(word) ?? word);
  if (spelled.join('') !== text) {
    const asked = koreanQuery([...spelled, ...meaning.regions].join(' '));
    const { places } = await searchPlaces(connection, { query: asked, point, limit: LATIN_NAMES, profiles });
    return [...places];
  }
  const sound = soundOf(text);
  const buildings = meaning.names.filter((name) => 3 <= [...name].length).map(buildingTerm);
  const rows = await selectByTerms(connection, {
    prefixes: [...buildings, ...(isAudible(sound) ? [soundPrefix(sound)] : [])],
    point,
    rowsOfRange: 200,
  });
  const inBuildings = rows
    .filter(({ at }) => at < buildings.length)
    .map(({ id, cost }) => ({ id, cost, query }));
  const alike = likeSounds(
    rows.filter(({ at }) => at === buildings.length),
    { sound, query },
  ).filter(({ isSame }) => isSame);
  const ids = alike.map(({ id }) => id);
  if (ids.length === 0) return inBuildings;
  const names = new Map((await selectPlaces(connection, ids)).map(({ id, name }) => [id, name]));
  const inLatin = alike.filter(({ id }) => /[A-Za-z]{2}/.test(names.get(id) ?? ''));
  return [...inBuildings, ...inLatin.slice(0, LATIN_NAMES)];
}

const LATIN_NAMES = 10;

async function soundingLike(
  connection: Connection,
  { text, query, point }: { text: string; query: KoreanQuery; point: IndexPoint },
): Promise<FoundBy[]> {
  const sounds = soundsOf(text).filter(isAudible);
  const [sound] = sounds;
  if (sound === undefined) return [];
  const variants = isShort(sound) ? [] : oneConsonantOff(sound.consonants);
  const rows = [
    ...(await selectByTerms(connection, { prefixes: sounds.map(soundPrefix), point, rowsOfRange: 1000 })),
    ...(await selectByTerms(connection, {
      prefixes: variants.map((each) => soundTerm(`${each}|`)),
      point,
      rowsOfRange: 20,
    })),
  ];
  return sounds.flatMap((each) => likeSounds(rows, { sound: each, query }));
}

const isAudible = ({ consonants, vowels }: Sound) => LEAST_SOUND <= consonants.length + vowels.length;
const isShort = ({ consonants }: Sound) => consonants.length < 4;
/** A short sound must be that of a whole name; a long one may be the beginning of a name. */
const soundPrefix = (sound: Sound) => soundTerm(sound.consonants + (isShort(sound) ? '|' : ''));

/** The places whose vowels are similar as well, the most similar and nearest first. */
function likeSounds(
  rows: readonly RangedPlace[],
  { sound, query }: { sound: Sound; query: KoreanQuery },
): (FoundBy & { isSame: boolean })[] {
  const likes = rows.flatMap(({ id, cost, key }) => {
    const [consonants = '', vowels = ''] = key.slice(SOUND_PREFIX_LENGTH).split('|');
    const likeness = likenessOfVowels(sound.vowels, { vowels, isBeginning: consonants !== sound.consonants });
    if (likeness < (isShort(sound) ? 0.5 : 0.3)) return [];
    const isSame = consonants === sound.consonants && 0.5 <= likeness;
    const isIdentical = consonants === sound.consonants && vowels === sound.vowels;
    const isOther = consonants !== sound.consonants;
    const unlike = (isIdentical ? 0 : FAR / 4) + (isOther ? FAR / 2 : 0) + FAR * (1 - likeness);
    return [{ id, query, unlike, isSame, isAlike: true, cost: cost + unlike }];
  });
  const least = Math.min(...likes.map(({ unlike }) => unlike));
  return likes.filter(({ unlike }) => unlike <= least + FAR / 2).toSorted((a, b) => a.cost - b.cost);
}

/** For a longer name, only its beginning is compared. */
function likenessOfVowels(
  typed: string,
  { vowels, isBeginning }: { vowels: string; isBeginning: boolean },
): number {
  const likeness = (length: number) => vowelLikeness(typed, vowels.slice(0, length));
  return Math.max(likeness(typed.length + 1), isBeginning ? likeness(typed.length) : 0);
}

const LEAST_SOUND = 4;

const SOUND_PREFIX_LENGTH = soundTerm('').length;

const CONSONANT_CLASSES = [...'kntlmpsjh'];

/** All sequences with one consonant removed, added or replaced. */
function oneConsonantOff(consonants: string): string[] {
  const all = new Set<string>();
  for (let at = 0; at <= consonants.length; at++) {
    const [head, tail] = [consonants.slice(0, at), consonants.slice(at)];
    for (const other of CONSONANT_CLASSES) {
      all.add(head + other + tail);
      if (tail !== '') all.add(head + other + tail.slice(1));
    }
    if (tail !== '') all.add(head + tail.slice(1));
  }
  all.delete(consonants);
  return [...all];
}

/** Names that one typing mistake turns into the query: whole names first, then their beginnings. */
async function corrected({ connection, query, meaning, point }: Search): Promise<FoundBy[]> {
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
    .map(({ id, at, cost, isWhole }) => ({
      id,
      cost: cost + (isWhole ? 0 : FAR),
      query: koreanQuery(corrections[at] as string),
    }));
}

const CORRECTED = 20;

/** Bonuses of a place by what matches, in doublings of distance. */
const GAIN = { wholeName: 3, startOfName: 1.5, weightlessWord: 1.5, kind: 2, region: 3 };

/** Places whose name is also the name of a region or station: 도원 중식, 삼성동 도원. */
async function namedAsRegion({ query, meaning, named }: Search): Promise<FoundBy[]> {
  if (query.tokens.length === 1) return [];
  const found = await named(meaning.regions);
  return found.map((each) => ({ ...each, isHomonym: true }));
}

/** Number of other results before these homonyms, because the region is meant more often than the name. */
const BEFORE_HOMONYMS = 2;

/** Whether another typed word matches a place whose name was read as a region. */
function agrees(row: PlaceRow, { kinds, regions }: Meaning): boolean {
  const name = letterKey(row.name);
  const isOfKind = kinds.some(({ kind }) => kind.categoryIds.includes(row.category_id ?? ''));
  const isThere = regions.some((region) => {
    const key = locationKey(region);
    return key !== name && row.address_words.includes(` ${key}`);
  });
  return isOfKind || isThere;
}

async function inOrder(
  connection: Connection,
  { found, search }: { found: readonly Candidate[]; search: Search },
): Promise<FoundSuggestion[]> {
  if (found.length === 0) return [];
  const rows = new Map(
    (
      await selectPlaces(
        connection,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const several = 1 < search.query.tokens.length;
  const sorted = found
    .flatMap((candidate) => {
      const row = rows.get(candidate.id);
      if (row === undefined) return [];
      if (candidate.isHomonym && !agrees(row, search.meaning)) return [];
      const gain = several ? gainOf(row, search) : 0;
      return [{ row, candidate, cost: candidate.cost - gain }];
    })
    .toSorted(
      (a, b) =>
        Number(a.candidate.isGuess) - Number(b.candidate.isGuess) ||
        Number(isClosed(a.row)) - Number(isClosed(b.row)) ||
        a.candidate.step - b.candidate.step ||
        a.cost - b.cost ||
        a.row.id - b.row.id,
    );
  const homonyms = sorted.filter(({ candidate }) => candidate.isHomonym);
  const others = sorted.filter(({ candidate }) => !candidate.isHomonym);
  return [...others.slice(0, BEFORE_HOMONYMS), ...homonyms, ...others.slice(BEFORE_HOMONYMS)]
    .slice(0, search.limit)
    .map(({ row, candidate: { query, isGuess, isAlike = false } }) => ({ row, query, isGuess, isAlike }));
}

const isClosed = ({ business_status: status }: PlaceRow) =>
  status === 'closed_permanently' || status === 'closed_temporarily';

function gainOf(row: PlaceRow, { query, meaning }: Search): number {
  const name = letterKey(row.name);
  const has = (text: string) => name.includes(letterKey(text));
  const all = letterKey(query.tokens.map(meantText).join(''));
  const names = meaning.names.map(letterKey);
  let gain = 0;
  if (name === all || names.includes(name)) gain += GAIN.wholeName;
  if (names.some((key) => name.startsWith(key)) || name.startsWith(all)) gain += GAIN.startOfName;
  gain += GAIN.weightlessWord * meaning.weightless.filter(has).length;
  const { kinds, regions } = meaning;
  if (kinds.some(({ kind }) => kind.categoryIds.includes(row.category_id ?? '') || kind.words.some(has)))
    gain += GAIN.kind;
  if (regions.some((region) => row.address_words.includes(` ${letterKey(region)}`) || has(region)))
    gain += GAIN.region;
  return gain;
}
