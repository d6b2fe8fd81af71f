import { convertHangulToQwerty } from 'es-hangul';
import {
  FINAL_JAMO,
  INITIAL_JAMO,
  MEDIAL_JAMO,
  SYLLABLE_COUNT,
  syllableAt,
  syllableIndexOf,
  syllableOf,
} from './jamo.ts';
import { normalised, SEPARATOR, withoutAccents } from './korean-text.ts';

/** The keys under which the index of places stores names (docs/korean-search.md). */

/** The characters for 2-beolsik keys that are typed with Shift. They differ from the Latin capitals of Latin text. */
const SHIFTED: Record<string, string> = { R: '#', E: '$', Q: '&', T: '*', W: '+', O: '<', P: '>' };
const typedKeys = (jamo: string) =>
  convertHangulToQwerty(jamo).replace(/[A-Z]/g, (shifted) => SHIFTED[shifted] ?? shifted);
const INITIAL_LETTERS = INITIAL_JAMO.map(typedKeys);
const MEDIAL_LETTERS = MEDIAL_JAMO.map(typedKeys);
const FINAL_LETTERS = FINAL_JAMO.map((jamo) => (jamo === '' ? '' : typedKeys(jamo)));
const JAMO_LETTERS = new Map(
  [...INITIAL_JAMO, ...MEDIAL_JAMO, ...FINAL_JAMO.slice(1)].map((jamo) => [jamo, typedKeys(jamo)]),
);

/**
 * The letters of all syllables. The array is built on first use, because a look-up takes a tenth of the time of
 * computing the letters.
 */
let syllableLetters: string[] | undefined;

function lettersOf(character: string): string {
  const index = syllableIndexOf(character);
  if (index === null) return lettersOfOther(character);
  syllableLetters ??= Array.from({ length: SYLLABLE_COUNT }, (_, at) => lettersOfSyllable(at));
  return syllableLetters[index] as string;
}

function lettersOfSyllable(index: number): string {
  const { initial, medial, final } = syllableAt(index);
  return `${INITIAL_LETTERS[initial]}${MEDIAL_LETTERS[medial]}${FINAL_LETTERS[final]}`;
}

function lettersOfOther(character: string): string {
  if (SEPARATOR.test(character)) return '';
  return JAMO_LETTERS.get(character) ?? withoutAccents(normalised(character)).toUpperCase();
}

function initialOf(character: string): string {
  const syllable = syllableOf(character);
  return syllable === null ? lettersOfOther(character) : (INITIAL_LETTERS[syllable.initial] as string);
}

/**
 * Returns the keystrokes of a text. The key of an incomplete syllable is a prefix of the key of the complete syllable.
 * Hangul becomes the Latin letters of its 2-beolsik keys (# $ & * + < > for ㄲㄸㅃㅆㅉㅒㅖ).
 * Latin letters become capitals without accents. Digits and other scripts are unchanged. SQL must order keys with `collate "C"`.
 * @example letterKey('국밥 2호') // 'rnrqkq2gh'
 * @example letterKey('KFC') // 'KFC'
 */
export function letterKey(text: string): string {
  let key = '';
  for (const character of text) key += lettersOf(character);
  return key;
}

/**
 * Returns the initial consonants of a text, written with the letters of `letterKey`. Other characters are the same as
 * in `letterKey`.
 * @example initialsKey('국밥집') // 'rqw'
 * @example initialsKey('3대 곰탕') // '3erx'
 */
export function initialsKey(text: string): string {
  let key = '';
  for (const character of text) key += initialOf(character);
  return key;
}

/**
 * Returns the `initialsKey` of each word of a text, separated by spaces.
 * @example initialsOfWords('마포구 국밥(집)') // 'avr rq w'
 */
export function initialsOfWords(text: string): string {
  let key = '';
  for (const character of text) key += initialOf(character) || ' ';
  return key.trim().replace(/ +/g, ' ');
}
