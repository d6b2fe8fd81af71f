import { type KoreanQuery, koreanQuery } from '#common/korean.ts';
import { letterKey } from '#common/korean-keys.ts';
import {
  type Sound,
  soundOf,
  soundsOf,
  spelledInHangul,
  spelledLetters,
  vowelLikeness,
} from '#features/places/romanisation.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { selectOpenStarts } from './search-places.sql.ts';
import { FAR, type FoundBy, type Search } from './place-search.ts';
import { buildingTerm } from './place-terms.ts';
import { selectBySounds, selectByTerms, type SoundingPlace } from './place-terms.sql.ts';
import { selectPlaces } from '#features/places/server/places.sql.ts';
import { searchPlaces } from './search-places.ts';

/**
 * Finds Hangul names for a query in Latin letters. The names sound like the query (mingles → 밍글스), or spell its
 * letters (KFC → 케이에프씨).
 */
export async function namesInHangul({ connection, query, point }: Search): Promise<FoundBy[]> {
  const texts = query.tokens.map(({ text }) => text);
  if (!texts.some((text) => /[A-Za-z]/.test(text))) return [];
  const spelled = texts.length === 1 ? texts.flatMap(spelledInHangul) : [];
  const [starts, alike] = await Promise.all([
    selectOpenStarts(connection, { keys: spelled.map(letterKey), point, limit: LATIN_NAMES }),
    soundingLike(connection, { text: texts.join(' '), query, point }),
  ]);
  const named = starts.map(({ id, cost, at }) => ({ id, cost, query: koreanQuery(spelled[at] as string) }));
  return [...named, ...alike];
}

/**
 * Finds names in Latin letters for a query in Hangul. If the query spells letters (케이에프씨 → KFC), finds names with
 * these letters. Otherwise finds names that sound like the query (스타벅스 → STARBUCKS), and places in buildings whose
 * name begins with the query.
 */
export async function inOtherLetters({ connection, query, meaning, point }: Search): Promise<FoundBy[]> {
  const text = meaning.names.join('');
  if (!/^[가-힣]+$/.test(text)) return [];
  const spelled = meaning.names.map((word) => spelledLetters(word) ?? word);
  if (spelled.join('') !== text) {
    const asked = koreanQuery([...spelled, ...meaning.regions].join(' '));
    return searchPlaces(connection, { query: asked, point, limit: LATIN_NAMES });
  }
  const sound = soundOf(text);
  const buildings = meaning.names.filter((name) => 3 <= [...name].length).map(buildingTerm);
  const inBuildings = (
    await selectByTerms(connection, { prefixes: buildings, point, limit: PLACES_OF_BUILDINGS })
  ).map(({ id, cost }) => ({ id, cost, query }));
  const rows = await selectBySounds(connection, {
    prefixes: hasEnoughSounds(sound) ? [soundPrefix(sound)] : [],
    point,
    rowsOfPrefix: 200,
  });
  const alike = likeSounds(rows, { sound, query }).filter(({ isSame }) => isSame);
  const ids = alike.map(({ id }) => id);
  if (ids.length === 0) return inBuildings;
  const names = new Map((await selectPlaces(connection, ids)).map(({ id, name }) => [id, name]));
  const inLatin = alike.filter(({ id }) => /[A-Za-z]{2}/.test(names.get(id) ?? ''));
  return [...inBuildings, ...inLatin.slice(0, LATIN_NAMES)];
}

const LATIN_NAMES = 10;
const PLACES_OF_BUILDINGS = 200;

async function soundingLike(
  connection: Connection,
  { text, query, point }: { text: string; query: KoreanQuery; point: IndexPoint },
): Promise<FoundBy[]> {
  const sounds = soundsOf(text).filter(hasEnoughSounds);
  const [sound] = sounds;
  if (sound === undefined) return [];
  const variants = isShort(sound) ? [] : oneConsonantOff(sound.consonants);
  const [same, similar] = await Promise.all([
    selectBySounds(connection, { prefixes: sounds.map(soundPrefix), point, rowsOfPrefix: 1000 }),
    selectBySounds(connection, { prefixes: variants.map((each) => `${each}|`), point, rowsOfPrefix: 20 }),
  ]);
  const rows = [...same, ...similar];
  return sounds.flatMap((each) => likeSounds(rows, { sound: each, query }));
}

const hasEnoughSounds = ({ consonants, vowels }: Sound) => LEAST_SOUND <= consonants.length + vowels.length;
const isShort = ({ consonants }: Sound) => consonants.length < 4;
/** A short sound must match a whole name. A long sound may match the beginning of a name. */
const soundPrefix = (sound: Sound) => sound.consonants + (isShort(sound) ? '|' : '');

/**
 * Returns the places of the rows whose vowels are also similar to the typed vowels. The places are sorted by
 * similarity and distance.
 */
function likeSounds(
  rows: readonly SoundingPlace[],
  { sound, query }: { sound: Sound; query: KoreanQuery },
): (FoundBy & { isSame: boolean })[] {
  const likes = rows.flatMap(({ id, cost, sound: key }) => {
    const [consonants = '', vowels = ''] = key.split('|');
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

/**
 * Returns the similarity of the typed vowels and the vowels of a name. If the name has more vowels than
 * the typed text, only the beginning of the name is compared.
 * @param isBeginning whether the typed text is at most the beginning of the name
 */
function likenessOfVowels(
  typed: string,
  { vowels, isBeginning }: { vowels: string; isBeginning: boolean },
): number {
  const likeness = (length: number) => vowelLikeness(typed, vowels.slice(0, length));
  return Math.max(likeness(typed.length + 1), isBeginning ? likeness(typed.length) : 0);
}

const LEAST_SOUND = 4;

const CONSONANT_CLASSES = [...'kntlmpsjh'];

/** Returns all sequences in which one consonant is removed, added or replaced. */
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
