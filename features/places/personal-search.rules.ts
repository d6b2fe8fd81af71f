import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { type KoreanToken, koreanQuery, type MatchRange } from '#common/korean.ts';
import { otherRegionNames } from '#common/regions.ts';
import { locationNames } from './location-names.rules.ts';
import { type FoodKind, readQueryWords } from './query-words.rules.ts';
import {
  namesOfLetters,
  type Sound,
  soundOf,
  soundsOf,
  spelledLetters,
  vowelLikeness,
} from './romanisation.rules.ts';
import { namesStation, STATION_REACH } from './station-names.rules.ts';
import { correctionsOf } from './typing-mistakes.rules.ts';
import { kindSounding, LEAST_SOUNDS, meantText } from './word-meaning.rules.ts';

/**
 * Searches a member's list and journal by the rules of place search. The first step looks for every word in the name,
 * a label or the address. If the first step finds few items, the next steps also try kinds of food, names that sound
 * the same, and one typing mistake. If no item has all words, the items with the most words are returned. The screens
 * load this file when the first letter is typed.
 */

export type SearchedTexts = {
  name: string;
  /** The tags, the name of the category, and texts that the member wrote. */
  labels: readonly string[];
  address: string;
  /** The 동, which the address does not always contain; '' if the 동 is unknown. */
  neighbourhood: string;
  categoryId: string | null;
  coordinates: Coordinates | null;
};

/** Returns the coordinates of the stations that a word names, for example 성수역 or 홍대. */
export type StationsNamed = (word: string) => readonly Coordinates[];

export type Found = {
  /** Results are sorted by cost, lowest first. A match in the name costs less than a match in the address. */
  cost: number;
  /**
   * `match`: all words were found. `partial`: not all words were found. `guess`: the item was found only by assuming
   * a typing mistake.
   */
  closeness: 'match' | 'partial' | 'guess';
  /** Returns the ranges to underline in the name. */
  inName: (text: string) => MatchRange[];
  /** Returns the ranges to underline in another text. Only words that are not in the name are underlined there. */
  elsewhere: (text: string) => MatchRange[];
};

/** If an exact search finds fewer items than this, less exact matches are added. */
const ENOUGH = 4;

/** Searches items for a text that was already given: `personalSearch` with a fixed `typed`. */
export type PersonalSearch = <Item extends { searched: SearchedTexts }>(
  items: readonly Item[],
  shown?: readonly Item[] | null,
) => Map<Item, Found> | null;

/**
 * Searches the items for the typed text.
 * @param stationsNamed if omitted, a word such as 성수역 finds only items in the neighbourhood of the same name (성수동)
 * @param shown the items that pass the filters of the screen. If given, only these count as enough exact matches.
 * @returns how each found item matches; null if nothing is typed
 */
export function personalSearch<Item extends { searched: SearchedTexts }>(
  items: readonly Item[],
  typed: string,
  stationsNamed: StationsNamed = () => [],
  shown: readonly Item[] | null = null,
): Map<Item, Found> | null {
  const { tokens, isEmptyQuery } = koreanQuery(typed);
  if (isEmptyQuery) return null;
  const words = readWords(tokens);
  const found = new Map<Item, Found>();
  if (words.length === 0) return found;
  const rows = items.map((item): Row<Item> => ({ item, texts: textsOf(item.searched), matches: [] }));
  const add = (closeness: Found['closeness'], matchesOf: (row: Row<Item>) => Matches) => {
    for (const row of rows) {
      if (found.has(row.item)) continue;
      const matches = matchesOf(row);
      if (isComplete(matches)) found.set(row.item, asFound(matches, closeness));
    }
  };
  const isEnough = () => ENOUGH <= (shown?.filter((item) => found.has(item)).length ?? found.size);
  // For each item, this step stops at the first word that the item lacks. Most items lack the first word, so the step
  // is fast. The later steps match all words. They run only if few items contain all words.
  add('match', ({ texts }) => untilFirstMiss(words, (word) => exactMatch(word, texts)));
  if (isEnough()) return found;
  const looseMatch = looselyMatching(words, stationsNamed);
  add('match', (row) => {
    row.matches = words.map((word, at) => exactMatch(word, row.texts) ?? looseMatch(at, row.texts));
    return row.matches;
  });
  if (found.size === 0) {
    const joined = joinedMatching(words);
    if (joined) add('match', (row) => joined(row));
  }
  if (isEnough()) return found;
  const corrected = words.map(correctedMatching);
  add('guess', (row) => row.matches.map((match, at) => match ?? corrected[at]?.(row.texts) ?? null));
  if (0 < found.size || words.length === 1) return found;
  const most = Math.max(...rows.map(({ matches }) => matches.filter(isFound).length));
  if (0 < most)
    add('partial', ({ matches }) => {
      const some = matches.filter(isFound);
      return some.length === most ? some : [null];
    });
  return found;
}

/**
 * Computes and caches the derived texts that only some searches need. The screens call this function for every item
 * while the browser is idle. Therefore no search has to compute the texts of all items at once.
 */
export function prepareForSearch(searched: SearchedTexts): void {
  const { soundParts, soundsOfWhereabouts, compactName, otherWords } = textsOf(searched);
  soundParts();
  soundsOfWhereabouts();
  compactName();
  otherWords();
}

/** The match of each typed word; null for a word that does not match. */
type Matches = readonly (Match | null)[];
type Row<Item> = { item: Item; texts: Texts; matches: Matches };

const isFound = (match: Match | null): match is Match => match !== null;
const isComplete = (matches: Matches): matches is readonly Match[] => matches.every(isFound);

/** A typed word that an item must match. */
type Word = {
  typed: string;
  /**
   * The Korean text that the typed keys produce on a Korean keyboard, for a word that was typed with the Korean
   * keyboard off.
   */
  meant: string;
  isIn: (text: string) => boolean;
  at: (text: string) => number;
  kind: FoodKind | null;
};
/** How a word matches an item. `mark` is the text to underline. */
type Match = { cost: number; isInName: boolean; mark: string };

const COST = { name: 1, label: 2, address: 3, kind: 4, sound: 5, mistake: 6 };

/** Interprets the typed words. Weightless words such as 맛집 and 근처 are required only if there are no other words. */
function readWords(tokens: readonly KoreanToken[]): Word[] {
  const roles = readQueryWords(tokens.map(meantText));
  const words = tokens.flatMap((token, at): (Word & { isWeightless: boolean })[] => {
    const role = roles[at];
    if (!role) return [];
    const isCut = role.text !== meantText(token);
    const [{ pattern } = token] = isCut ? koreanQuery(role.text).tokens : [token];
    const expression = new RegExp(pattern, 'u');
    return [
      {
        typed: isCut ? role.text : token.text,
        meant: role.text,
        isIn: (text) => expression.test(text),
        at: (text) => text.search(expression),
        kind: role.role === 'kind' ? role.kind : kindSounding(token.text),
        isWeightless: role.role === 'weightless',
      },
    ];
  });
  const required = words.filter(({ isWeightless }) => !isWeightless);
  return 0 < required.length ? required : words;
}

const LATIN = /^[A-Za-z\s]+$/;

function untilFirstMiss(words: readonly Word[], matchOf: (word: Word) => Match | null): Matches {
  const matches: (Match | null)[] = [];
  for (const word of words) {
    const match = matchOf(word);
    matches.push(match);
    if (match === null) break;
  }
  return matches;
}

function exactMatch({ typed, isIn, at }: Word, { name, labels, whereabouts }: Texts): Match | null {
  const start = at(name);
  if (start !== -1) return { cost: start === 0 ? 0 : COST.name, isInName: true, mark: typed };
  if (labels.some(isIn)) return { cost: COST.label, isInName: false, mark: typed };
  return whereabouts.some(isIn) ? { cost: COST.address, isInName: false, mark: typed } : null;
}

function looselyMatching(
  words: readonly Word[],
  stationsNamed: StationsNamed,
): (at: number, texts: Texts) => Match | null {
  const sounds = words.map((word) => soundMatching(soundText(word)));
  const stations = words.map(({ meant }) => (namesStation(meant) ? stationsNamed(meant) : []));
  return (at, texts) => {
    const word = words[at];
    if (!word) return null;
    return (
      kindMatch(word, texts) ?? stationMatch(word, texts, stations[at] ?? []) ?? sounds[at]?.(texts) ?? null
    );
  };
}

/**
 * Returns a matching function for the case that no item has all words. Several words can together sound like one name
 * (blue bottle and 블루보틀), or one word can combine two words (하동관명동). Returns null if neither case is possible.
 */
function joinedMatching(words: readonly Word[]): ((row: Row<unknown>) => Matches) | null {
  const [word, ...others] = words;
  if (0 < others.length) {
    const sounds = soundMatching(words.map(soundText).join(' '));
    return sounds && (({ texts }) => [sounds(texts)]);
  }
  if (!word || !/^[가-힣]{4,12}$/.test(word.meant)) return null;
  const pairs = Array.from({ length: word.meant.length - 3 }, (_, at) =>
    readWords(koreanQuery(`${word.meant.slice(0, at + 2)} ${word.meant.slice(at + 2)}`).tokens),
  );
  return ({ texts }) => {
    for (const pair of pairs) {
      const [first, ...rest] = pair;
      const match = first ? exactMatch(first, texts) : null;
      if (match === null) continue;
      const matches = [match, ...rest.map((each) => exactMatch(each, texts))];
      if (isComplete(matches)) return matches;
    }
    return [null];
  };
}

function kindMatch({ kind }: Word, { lowerName, categoryId }: Texts): Match | null {
  if (kind === null) return null;
  const named = kind.words.find((each) => lowerName.includes(each));
  if (named === undefined && !kind.categoryIds.includes(categoryId ?? '')) return null;
  return { cost: COST.kind, isInName: true, mark: named ?? '' };
}

/** Matches items near one of the stations, and items in the neighbourhood with the same name: 성수역 also finds 성수동. */
function stationMatch(
  { meant }: Word,
  { whereabouts, coordinates }: Texts,
  stations: readonly Coordinates[],
): Match | null {
  const place = /..역$/u.test(meant) ? meant.slice(0, -1) : null;
  if (place !== null && whereabouts.some((each) => each.includes(place)))
    return { cost: COST.address, isInName: false, mark: place };
  const isNear =
    coordinates && stations.some((station) => distanceMetres(station, coordinates) <= STATION_REACH);
  return isNear ? { cost: COST.address, isInName: false, mark: '' } : null;
}

const soundText = ({ typed, meant }: Word) => (LATIN.test(typed) ? typed : meant);

/**
 * If a sound has fewer consonants than this, the whole name or a whole word must sound the same. If a sound has at
 * least this number of consonants, only the start of the name or word must sound the same.
 */
const LEAST_CONSONANTS = 4;

/**
 * Returns a function that matches texts in the other script: mingles finds 밍글스, and 스타벅스 finds STARBUCKS. Returns
 * null if the typed text is too short, or is neither entirely Latin letters nor entirely Hangul.
 */
function soundMatching(text: string): ((texts: Texts) => Match | null) | null {
  const isLatin = LATIN.test(text);
  if (!isLatin && !/^[가-힣\s]+$/.test(text)) return null;
  const spelled = isLatin ? null : spelledLetters(text.replaceAll(' ', ''))?.toLowerCase();
  const letterNames = namesOfLetters(text);
  const typed = soundsOf(text).filter(
    ({ consonants, vowels }) => LEAST_SOUNDS <= consonants.length + vowels.length,
  );
  const isLongEnough = 0 < typed.length;
  if (!isLongEnough && !spelled && !letterNames) return null;
  const isAlikeIn = ({ sound }: SoundPart) => typed.some((each) => isAlike(each, sound));
  return ({ hasHangul, hasLatin, lowerName, soundParts, soundsOfWhereabouts }) => {
    if (spelled && lowerName.includes(spelled))
      return { cost: COST.sound, isInName: true, mark: spelled.toUpperCase() };
    const named = letterNames?.exec(lowerName)?.[0];
    if (named) return { cost: COST.sound, isInName: true, mark: named };
    const inName = (isLatin ? hasHangul : hasLatin) ? soundParts().find(isAlikeIn) : undefined;
    if (inName) return { cost: COST.sound, isInName: true, mark: inName.text };
    const elsewhere = isLatin ? soundsOfWhereabouts().find(isAlikeIn) : undefined;
    return elsewhere ? { cost: COST.sound + COST.address, isInName: false, mark: elsewhere.text } : null;
  };
}

type SoundPart = { text: string; sound: Sound };

function isAlike(typed: Sound, { consonants, vowels }: Sound): boolean {
  if (typed.consonants.length < LEAST_CONSONANTS)
    return consonants === typed.consonants && 0.5 <= vowelLikeness(typed.vowels, vowels);
  const begun = vowels.slice(0, typed.vowels.length + 1);
  return consonants.startsWith(typed.consonants) && 0.3 <= vowelLikeness(typed.vowels, begun);
}

/**
 * The minimum number of syllables for comparing a corrected word with parts of words. A shorter word is compared only
 * with whole words, because with one mistake it would match too many parts of names.
 */
const LEAST_PART = 3;

function correctedMatching({ meant }: Word): (texts: Texts) => Match | null {
  const corrections = new Set(correctionsOf(meant));
  if (corrections.size === 0) return () => null;
  const lengths = [-1, 0, 1].map((more) => meant.length + more).filter((length) => 2 <= length);
  const isLong = LEAST_PART <= meant.length;
  const partOfName = ({ text, wordStarts, ends }: CompactText) => {
    for (const length of lengths) {
      const starts = isLong ? text.length - length + 1 : wordStarts.length;
      for (let at = 0; at < starts; at++) {
        const start = isLong ? at : (wordStarts[at] as number);
        const part = text.slice(start, start + length);
        if (corrections.has(part) && (isLong || ends.has(start + length))) return part;
      }
    }
    return null;
  };
  // The result is cached by word, because many places have the same words in addresses and tags.
  const known = new Map<string, string | null>();
  const partOfWord = (word: string) => {
    let part = known.get(word);
    if (part === undefined) {
      const begun = isLong ? lengths.map((length) => word.slice(0, length)) : [word];
      part = begun.find((each) => corrections.has(each)) ?? null;
      known.set(word, part);
    }
    return part;
  };
  return (texts) => {
    const inName = partOfName(texts.compactName());
    if (inName !== null) return { cost: COST.mistake, isInName: true, mark: inName };
    for (const word of texts.otherWords()) {
      const mark = partOfWord(word);
      if (mark !== null) return { cost: COST.mistake + COST.address, isInName: false, mark };
    }
    return null;
  };
}

function asFound(matches: readonly Match[], closeness: Found['closeness']): Found {
  const marksOf = (isInName: boolean) => (text: string) =>
    koreanQuery(
      matches
        .filter((match) => match.isInName === isInName)
        .map(({ mark }) => mark)
        .join(' '),
    ).ranges(text);
  return {
    cost: matches.reduce((sum, { cost }) => sum + cost, 0) + (closeness === 'guess' ? GUESSED : 0),
    closeness,
    inName: marksOf(true),
    elsewhere: marksOf(false),
  };
}

/** The extra cost of a guessed match. This cost is higher than the cost of any other match. */
const GUESSED = 1000;

/**
 * The `SearchedTexts` of an item with derived values. The derived values that only some searches need are functions.
 */
type Texts = {
  name: string;
  lowerName: string;
  hasHangul: boolean;
  hasLatin: boolean;
  labels: readonly string[];
  whereabouts: readonly string[];
  categoryId: string | null;
  coordinates: Coordinates | null;
  /** The words of the name, and the name from each word to its end: 블루 보틀 → 블루, 보틀, 블루보틀. */
  soundParts: () => readonly SoundPart[];
  soundsOfWhereabouts: () => readonly SoundPart[];
  compactName: () => CompactText;
  otherWords: () => readonly string[];
};

type CompactText = {
  text: string;
  wordStarts: readonly number[];
  ends: ReadonlySet<number>;
};

const prepared = new WeakMap<SearchedTexts, Texts>();

function textsOf(searched: SearchedTexts): Texts {
  const known = prepared.get(searched);
  if (known) return known;
  const { name, labels, address, neighbourhood, categoryId, coordinates } = searched;
  const [province = ''] = address.split(' ', 1);
  const whereabouts = [
    address,
    neighbourhood,
    ...[province, ...otherRegionNames([address, neighbourhood])].flatMap(namesOfRegion),
  ].filter(Boolean);
  const texts: Texts = {
    name,
    lowerName: name.toLowerCase(),
    hasHangul: /[가-힣]/.test(name),
    hasLatin: /[A-Za-z]{2}/.test(name),
    labels,
    whereabouts,
    categoryId,
    coordinates,
    soundParts: once(() => soundPartsOf(name)),
    soundsOfWhereabouts: once(() => [...address.split(WORD_BREAK), neighbourhood].flatMap(soundsOfWord)),
    compactName: once(() => compact(name)),
    otherWords: once(() =>
      [...labels, ...whereabouts]
        .flatMap((text) => text.split(WORD_BREAK))
        .filter((word) => /^[가-힣]{2}/.test(word)),
    ),
  };
  prepared.set(searched, texts);
  return texts;
}

/** Returns the names of a region: 경상북도, 경북. */
const namesOfRegion = oncePerText((region) => locationNames(region));

/** Returns the word and its sound, with and without the suffix: 성수동2가 and 성수. */
const soundsOfWord = oncePerText((word): SoundPart[] =>
  [word, word.replace(/(?<=..)(?:동?\d가|[시도군구읍면동리])$/u, '')]
    .filter(() => 0 < locationNames(word).length)
    .map((text) => ({ text, sound: soundOf(text) })),
);

function soundPartsOf(name: string): SoundPart[] {
  const words = name.split(WORD_BREAK).filter(Boolean);
  const parts = [...words, ...words.map((_, at) => words.slice(at).join(''))];
  return [...new Set(parts)].map((text) => ({ text, sound: soundOf(text) }));
}

function compact(text: string): CompactText {
  const words = text.split(WORD_BREAK).filter(Boolean);
  const wordStarts: number[] = [];
  const ends = new Set<number>();
  let length = 0;
  for (const word of words) {
    wordStarts.push(length);
    length += word.length;
    ends.add(length);
  }
  return { text: words.join(''), wordStarts, ends };
}

const WORD_BREAK = /[^\p{L}\p{N}]+/u;

/** Caches the results of `make` by text, because many places have the same words in their addresses. */
function oncePerText<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text) ?? make(text);
    made.set(text, known);
    return known;
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
