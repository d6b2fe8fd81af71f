import { type KoreanQuery, koreanQuery, letterKey } from '#common/korean.ts';
import { housesOf } from '#features/places/addresses.rules.ts';
import { type QueryWord, readQueryWords } from '#features/places/query-words.rules.ts';
import { distanceCost } from '#features/places/ranking.rules.ts';
import { soundOf, spelledLetters, vowelLikeness } from '#features/places/romanisation.rules.ts';
import { correctionsOf } from '#features/places/typing-mistakes.rules.ts';
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
  selectOpenStarts,
  selectPlaces,
} from './places.sql.ts';
import { regionOf } from './regions.ts';
import { searchPlaces } from './search-places.ts';

export type FoundSuggestion = {
  row: PlaceRow;
  /** The text to mark in the name. */
  query: KoreanQuery;
  /** Found only by assuming a typing mistake. */
  isGuess: boolean;
};

/**
 * The places that best match the query, at most `limit`. Runs these steps in turn while places are missing: houses and
 * whole names; every word in the name or the address (`searchPlaces`); the remaining words without weightless words and
 * kinds of food; places of that kind in the region; names that sound the same; names that differ by one typing mistake.
 * A later step never ranks above an earlier one, and closed places come after open ones.
 * @param point location of `near`, unless a word names a region
 */
export async function findPlaces(
  connection: Connection,
  { typed: original, point: near, limit }: { typed: string; point: IndexPoint; limit: number },
): Promise<FoundSuggestion[]> {
  const typed = readHanja(original);
  const query = koreanQuery(typed);
  if (query.tokens.length === 0) return [];
  const meaning = await readMeaning(connection, { query, near });
  const search: Search = { connection, typed, query, meaning, point: meaning.point ?? near, limit };
  const found = new Map<number, Candidate>();
  const countNear = () => [...found.values()].filter(({ step }) => step < STEPS.length).length;
  for (const [at, { places, isGuess }] of STEPS.entries()) {
    if (limit <= countNear()) break;
    if (isGuess && FEW < countNear()) break;
    for (const candidate of await places(search)) {
      // Places outside the named region come after all places in it.
      const step = isGuess || candidate.cost <= farthest(meaning) ? at : STEPS.length;
      if (!found.has(candidate.id)) found.set(candidate.id, { ...candidate, step, isGuess });
    }
  }
  return inOrder(connection, { found: [...found.values()], search });
}

/** With fewer places than this, a typing mistake is likely. */
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
};

type FoundBy = { id: number; cost: number; query: KoreanQuery };
type Candidate = FoundBy & { step: number; isGuess: boolean };

type Meaning = {
  /** Words that a name or an address must have. */
  names: string[];
  /** Words that name a region; an address or a name may have them. */
  regions: string[];
  kinds: Extract<QueryWord, { role: 'kind' }>[];
  weightless: string[];
  /** The centre and the reach, in metres, of the smallest named region; null if none is named. */
  point: IndexPoint | null;
  reach: number;
};

/** Additional words are searched only as typed. */
const WORDS_READ = 6;

async function readMeaning(
  connection: Connection,
  { query, near }: { query: KoreanQuery; near: IndexPoint },
): Promise<Meaning> {
  const words = readQueryWords(query.tokens.slice(0, WORDS_READ).map(meantText));
  const meaning: Meaning = {
    names: [],
    regions: [],
    kinds: [],
    weightless: [],
    point: null,
    reach: Infinity,
  };
  let at = near;
  for (const word of words) {
    if (word.role === 'kind') meaning.kinds.push(word);
    else if (word.role === 'weightless') meaning.weightless.push(word.text);
    else {
      const region = words.length === 1 ? null : await regionOf(connection, { word: word.text, near: at });
      if (region === null) {
        meaning.names.push(word.text);
        continue;
      }
      meaning.regions.push(word.text);
      if (region.point !== null && region.reach < meaning.reach) {
        meaning.point = region.point;
        meaning.reach = region.reach;
        at = region.point;
      }
    }
  }
  return meaning;
}

/** What the keys mean with the Korean keyboard turned off. */
const meantText = ({ readings, text }: KoreanQuery['tokens'][number]): string =>
  readings.find(({ keyedBy }) => keyedBy === 'letters')?.text ?? text;

type Step = { places: (search: Search) => Promise<FoundBy[]>; isGuess: boolean };

const STEPS: readonly Step[] = [
  { places: houses, isGuess: false },
  { places: wholeNames, isGuess: false },
  { places: asTyped, isGuess: false },
  { places: wholeNamesAmongWords, isGuess: false },
  { places: withoutKinds, isGuess: false },
  { places: ofKind, isGuess: false },
  { places: namesInHangul, isGuess: false },
  { places: oneOfTheNames, isGuess: false },
  { places: namesInLatin, isGuess: false },
  { places: corrected, isGuess: true },
];

/** A complete house number ranks before the longer numbers that it is a prefix of. */
const UNFINISHED_NUMBER = 3;

async function houses({ connection, typed, query, point }: Search): Promise<FoundBy[]> {
  const typedHouses = housesOf(typed).flatMap((house) => {
    // Typed without spaces, the street also contains the province and the district.
    const street = house.street.replace(/^.*[시군구](?=[가-힣]{2})/u, '');
    return street === house.street ? [house] : [house, { ...house, street }];
  });
  const buildings = query.tokens
    .map(meantText)
    .filter((text) => 3 <= [...text].length && /[가-힣]/.test(text));
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
async function wholeNames({ connection, query, meaning, point }: Search): Promise<FoundBy[]> {
  if (query.tokens.length === 1 && 0 < meaning.kinds.length) return [];
  const words = query.tokens.map(meantText);
  const names =
    query.tokens.length === 1
      ? lettersReadings(query)
      : [words.join(''), words.filter((word) => !meaning.weightless.includes(word)).join('')];
  return placesNamed(connection, { names, query, point });
}

/**
 * Sequences of words that are a whole name: 고모네 삼겹살 한식 → 고모네 삼겹살. Regions and kinds of food alone do not
 * count.
 */
async function wholeNamesAmongWords({ connection, query, meaning, point }: Search): Promise<FoundBy[]> {
  if (query.tokens.length === 1) return [];
  const words = query.tokens.slice(0, WORDS_READ).map(meantText);
  const runs = words
    .flatMap((_, from) => words.slice(from).map((_each, more) => words.slice(from, from + more + 1)))
    .filter((run) => run.length < words.length && run.some((word) => meaning.names.includes(word)))
    .toSorted((a, b) => b.length - a.length);
  return placesNamed(connection, { names: runs.map((run) => run.join('')), query, point });
}

/** Two syllables. Shorter queries are usually the start of a longer name. */
const LEAST_NAME_LETTERS = 4;
/** Maximum number of places of the same name that rank before other matches. */
const NAMESAKES = 3;

/** Open places with one of the names, in the order of the names. */
async function placesNamed(
  connection: Connection,
  { names, query, point }: { names: readonly string[]; query: KoreanQuery; point: IndexPoint },
): Promise<FoundBy[]> {
  const keys = [...new Set(names.map(letterKey))].filter((key) => LEAST_NAME_LETTERS <= key.length);
  const rows = await selectOpenStarts(connection, {
    keys: keys.map((key) => wholeNameKey(key).slice(0, LETTERS_MAXIMUM)),
    point,
    rowsOfRange: 100,
  });
  return rows
    .map(({ id, at, cost }) => ({ id, query, cost: cost + at * FAR }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, NAMESAKES);
}

/** As a cost, greater than between any two places of the country. */
const FAR = 15;

const lettersReadings = ({ tokens }: KoreanQuery): string[] =>
  tokens.flatMap(({ readings }) =>
    readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ text }) => text),
  );

/** More than are shown, because the best match is decided by name afterwards. */
const CANDIDATES = 30;

/** Every word in the name or the address, as `searchPlaces` finds them. Weightless words are left out. */
async function asTyped({ connection, query, meaning, point }: Search): Promise<FoundBy[]> {
  const { names, regions, kinds } = meaning;
  const asked = [...names, ...regions, ...kinds.map(({ text }) => text)];
  const isSame = asked.length === query.tokens.length || asked.length === 0;
  const wanted = isSame ? query : koreanQuery(asked.join(' '));
  return searchPlaces(connection, {
    query: wanted,
    point,
    limit: 1 < wanted.tokens.length ? CANDIDATES : 10,
  }).then((results) => [...results]);
}

/** Names and regions without the kinds of food, which names rarely contain: 네기라이브 일식. */
async function withoutKinds({ connection, meaning, point }: Search): Promise<FoundBy[]> {
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
    results.push(...found.map((each) => ({ ...each, cost: each.cost + at * LESS_SAID })));
  }
  return results;
}

/** Penalty for each word left out of the search, in doublings of distance. */
const LESS_SAID = 4;

/** Places read around the region, about 2 ms. */
const WALK = 1500;

/** Places of the kinds of food named, in the region or around the point. */
async function ofKind({ connection, query, meaning, point, limit }: Search): Promise<FoundBy[]> {
  if (0 < meaning.names.length) return [];
  if (meaning.kinds.length === 0 && meaning.point === null) return [];
  const categoryIds = [...new Set(meaning.kinds.flatMap(({ kind }) => kind.categoryIds))];
  const near = await selectNearestOfCategories(connection, { point, categoryIds, walk: WALK, limit });
  return near.map((each) => ({ ...each, query }));
}

/** Each name word alone, the longest first: a word that occurs in no name must not empty the result. */
async function oneOfTheNames({ connection, meaning, point }: Search): Promise<FoundBy[]> {
  if (meaning.names.length < 2) return [];
  const words = meaning.names
    .filter((word) => /[가-힣]{2}|[A-Za-z]{3}/.test(word))
    .toSorted((a, b) => b.length - a.length);
  const results: FoundBy[] = [];
  for (const [at, word] of words.entries()) {
    const found = await searchPlaces(connection, { query: koreanQuery(word), point, limit: 10 });
    results.push(...found.map((each) => ({ ...each, cost: each.cost + at * LESS_SAID })));
    if (0 < found.length) break;
  }
  return results;
}

/** Names that sound like what was typed in Latin letters: mingles → 밍글스. */
async function namesInHangul({ connection, query, point }: Search): Promise<FoundBy[]> {
  const texts = query.tokens.map(({ text }) => text);
  if (!texts.some((text) => /[A-Za-z]/.test(text))) return [];
  return soundingLike(connection, { text: texts.join(' '), query, point });
}

/** Names in Latin letters that sound like what was typed in Hangul: 스타벅스 → STARBUCKS. */
async function namesInLatin({ connection, query, meaning, point }: Search): Promise<FoundBy[]> {
  const text = meaning.names.join('');
  if (!/^[가-힣]+$/.test(text)) return [];
  const spelled = meaning.names.map((word) => spelledLetters(word) ?? word);
  if (spelled.join('') !== text) {
    const asked = koreanQuery([...spelled, ...meaning.regions].join(' '));
    return [...(await searchPlaces(connection, { query: asked, point, limit: LATIN_NAMES }))];
  }
  const found = (await soundingLike(connection, { text, query, point })).filter(({ isSame }) => isSame);
  const rows = await selectPlaces(
    connection,
    found.map(({ id }) => id),
  );
  const isLatin = new Set(rows.filter(({ name }) => /[A-Za-z]{2}/.test(name)).map(({ id }) => id));
  return found.filter(({ id }) => isLatin.has(id)).slice(0, LATIN_NAMES);
}

const LATIN_NAMES = 10;

async function soundingLike(
  connection: Connection,
  { text, query, point }: { text: string; query: KoreanQuery; point: IndexPoint },
): Promise<(FoundBy & { isSame: boolean })[]> {
  const sound = soundOf(text);
  if (sound.consonants.length + sound.vowels.length < LEAST_SOUND) return [];
  const isShort = sound.consonants.length < 4;
  const variants = isShort ? [] : oneConsonantOff(sound.consonants);
  const rows = [
    ...(await bySound(connection, {
      prefixes: [sound.consonants + (isShort ? '|' : '')],
      point,
      rowsOfRange: 1000,
    })),
    ...(await bySound(connection, { prefixes: variants.map((each) => `${each}|`), point, rowsOfRange: 20 })),
  ];
  const likes = rows.flatMap(({ id, cost, key }) => {
    const [consonants = '', vowels = ''] = key.slice(SOUND_PREFIX_LENGTH).split('|');
    const likeness = vowelLikeness(sound.vowels, vowels.slice(0, sound.vowels.length + 1));
    if (likeness < (isShort ? 0.5 : 0.3)) return [];
    const isSame = consonants === sound.consonants && 0.5 <= likeness;
    const unlike = (consonants === sound.consonants ? 0 : FAR / 2) + FAR * (1 - likeness);
    return [{ id, query, unlike, isSame, cost: cost + unlike }];
  });
  const least = Math.min(...likes.map(({ unlike }) => unlike));
  return likes.filter(({ unlike }) => unlike <= least + FAR / 2).toSorted((a, b) => a.cost - b.cost);
}

const LEAST_SOUND = 4;

const SOUND_PREFIX_LENGTH = soundTerm('').length;

const bySound = (
  connection: Connection,
  { prefixes, point, rowsOfRange }: { prefixes: readonly string[]; point: IndexPoint; rowsOfRange: number },
): Promise<RangedPlace[]> =>
  selectByTerms(connection, { prefixes: prefixes.map(soundTerm), point, rowsOfRange });

const CONSONANT_CLASSES = [...'kntlmpsjh'];

/** One consonant removed, added or replaced. */
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
  const keys = corrections.map(letterKey);
  const findBy = async (prefixes: string[], penalty: number): Promise<FoundBy[]> => {
    const rows = await selectOpenStarts(connection, { keys: prefixes, point, rowsOfRange: 20 });
    return rows.map(({ id, at, cost }) => ({
      id,
      cost: cost + penalty,
      query: koreanQuery(corrections[at] as string),
    }));
  };
  const whole = await findBy(keys.map(wholeNameKey), 0);
  const begun = words.some((word) => 3 <= [...word].length) ? await findBy(keys, FAR) : [];
  return [...whole, ...begun].toSorted((a, b) => a.cost - b.cost).slice(0, CORRECTED);
}

const CORRECTED = 10;

/** Bonus of a place for its name, in doublings of distance. */
const GAIN = { wholeName: 3, startOfName: 1.5, weightlessWord: 1.5, kind: 2, region: 3 };

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
  return found
    .flatMap((candidate) => {
      const row = rows.get(candidate.id);
      if (row === undefined) return [];
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
    )
    .slice(0, search.limit)
    .map(({ row, candidate }) => ({ row, query: candidate.query, isGuess: candidate.isGuess }));
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
