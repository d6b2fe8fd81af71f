import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul';
import { isInitialConsonant, syllableOf } from './jamo.ts';
import { initialsKey, letterKey } from './korean-keys.ts';
import { patternOfInitials, patternOfSyllables } from './korean-patterns.ts';
import { normalised, SEPARATOR, withoutAccents } from './korean-text.ts';

/**
 * Matches Korean as people type it:
 * - complete syllables, and a half-typed syllable (국ㅂ, 국바)
 * - a final consonant that belongs to the next syllable (순댁 for 순대국)
 * - initial consonants (ㄱㅂㅈ)
 * - Latin letters typed with the Korean keyboard off (rnrqkq)
 * - mixtures of these
 * Spaces and punctuation are ignored.
 * Screens use `koreanQuery`, and the index of places stores `letterKey` and `initialsOfWords` (korean-keys.ts). Both find
 * the same matches. How they work: docs/korean-search.md.
 */

/** The range [start, end) in UTF-16 code units of the searched text. */
export type MatchRange = [number, number];

export type KoreanQuery = {
  /** Whether the query is empty. An empty query matches everything. */
  isEmptyQuery: boolean;
  /** The words of the query. All of them must match. */
  tokens: KoreanToken[];
  /**
   * Whether every word matches one of the texts: a name, an address, tags …
   */
  matches: (texts: readonly string[]) => boolean;
  /** Returns the parts of a text to underline: the first match of each word, in order, not overlapping. */
  ranges: (text: string) => MatchRange[];
};

export type KoreanToken = {
  /** The word without spaces and punctuation. */
  text: string;
  /**
   * The possible meanings of the word. Latin letters may have two: the Korean text that the same keys type, and then
   * the text as written.
   */
  readings: KoreanReading[];
  /**
   * Source of a regular expression that matches any of the readings. It is valid in JavaScript and in PostgreSQL.
   * Initial consonants that match inside a word must not continue in the next word: ㄱㅂ does not match 마포구 버들길.
   */
  pattern: string;
};

export type KoreanReading = {
  /** The text that the keys spell: rnrqkq → 국밥, 순대ㄱ → 순댁. */
  text: string;
  pattern: string;
  /**
   * The function that computed `key`: `letterKey` or `initialsKey`. A text can match only at a position whose key
   * starts with `key`.
   */
  keyedBy: 'letters' | 'initials';
  key: string;
  /**
   * Whether every text that the key finds is a match. If false (국ㅂㅈ, ㄱ밥), the key finds candidates, and `pattern`
   * decides which of them match.
   */
  isDecidedByKey: boolean;
};

/**
 * Matches a lone surrogate, and the last code point: the index is searched by ranges of keys, and no range can end after
 * it. `toWellFormed` is not used, because browsers before Chrome 111 and Firefox 119 lack it.
 */
const UNSEARCHABLE = /[\p{Surrogate}\u{10FFFF}]/gu;
/** Replaces unsearchable characters. No text of a place contains it, so a word with it matches nothing. */
const IN_NO_TEXT = '\uFFFD';
const WORD_BREAK = /[\s(),/[\]]+/;

/**
 * @example koreanQuery('ㄴㅇㅁ').ranges('노을목 칼국수') // [[0, 3]]
 * @example koreanQuery('rnrq 전주').matches(['할매국밥', '전북 전주시 완산구']) // true
 */
export function koreanQuery(typed: string): KoreanQuery {
  const words = withoutAccents(normalised(typed)).replace(UNSEARCHABLE, IN_NO_TEXT).split(WORD_BREAK);
  const tokens = words.map(koreanToken).filter(isToken);
  const isEmptyQuery = typed.trim() === '';
  let compiled: RegExp[] | undefined;
  const expressions = () => (compiled ??= tokens.map(({ pattern }) => new RegExp(pattern, 'u')));
  return {
    isEmptyQuery,
    tokens,
    matches: (texts) =>
      isEmptyQuery ||
      (tokens.length > 0 && expressions().every((expression) => texts.some((text) => expression.test(text)))),
    ranges: (text) => merge(expressions().flatMap((expression) => firstMatch(expression, text))),
  };
}

function koreanToken(word: string): KoreanToken | null {
  const text = [...word].filter((character) => !SEPARATOR.test(character)).join('');
  if (text === '') return null;
  const readings = [...new Set([...withKoreanKeyboardOn(text), asTyped(text)])].map(koreanReading);
  const anyOf = (patterns: string[]) => patterns.map((pattern) => `(?:${pattern})`).join('|');
  return {
    text,
    readings,
    pattern: anyOf(readings.map(({ pattern }) => pattern)),
  };
}

const isToken = (token: KoreanToken | null): token is KoreanToken => token !== null;

/**
 * Types the keys of the text again, so that loose jamo are composed: 순대ㄱ → 순댁, ㄳ → ㄱㅅ. Complete syllables do not
 * change.
 */
const asTyped = (text: string) =>
  text.replace(
    /[가-힣]*[ㄱ-ㅣ][ㄱ-ㅣ가-힣]*/g,
    (hangul) => typedOnKoreanKeyboard(convertHangulToQwerty(hangul)) ?? hangul,
  );

/**
 * Returns the texts that Latin letters spell on the Korean keyboard, also with caps lock.
 * Drops results with a single vowel, or with a single consonant before a syllable (green: ㅎㄱㄷ두), because the keys of a
 * Korean name never spell such a result.
 */
function withKoreanKeyboardOn(text: string): string[] {
  if (!/^[0-9A-Za-z]*[A-Za-z][0-9A-Za-z]*$/.test(text)) return [];
  return [typedOnKoreanKeyboard(text), typedOnKoreanKeyboard(text.toLowerCase())].filter(
    (hangul): hangul is string => hangul !== null && !/[ㅏ-ㅣ]|[ㄱ-ㅎ][가-힣]/.test(hangul),
  );
}

/**
 * Converts Latin keys to Korean. es-hangul 2.4.0 throws if a vowel fits no syllable (HkQ). The result is then null,
 * because the text is not Korean.
 */
function typedOnKoreanKeyboard(text: string): string | null {
  try {
    return convertQwertyToHangul(text);
  } catch {
    return null;
  }
}

function koreanReading(text: string): KoreanReading {
  const characters = [...text];
  if (areTypedSyllables(characters))
    return {
      text,
      pattern: patternOfSyllables(characters),
      keyedBy: 'letters',
      key: letterKey(text),
      isDecidedByKey: true,
    };
  const hasSyllable = characters.some((character) => syllableOf(character) !== null);
  return {
    text,
    pattern: patternOfInitials(characters),
    keyedBy: 'initials',
    key: initialsKey(text),
    isDecidedByKey: !hasSyllable,
  };
}

/**
 * Whether the characters are syllables, of which the last may have only its initial consonant: 국밥, 국ㅂ. Otherwise the
 * characters are initial consonants, which syllables may precede or follow: ㄱㅂㅈ, 국ㅂㅈ, ㄱ밥, and a single ㄱ.
 */
function areTypedSyllables(characters: readonly string[]): boolean {
  const consonants = characters.filter(isInitialConsonant).length;
  const isLastIncomplete = 1 < characters.length && isInitialConsonant(characters.at(-1));
  return consonants === 0 || (consonants === 1 && isLastIncomplete);
}

function firstMatch(expression: RegExp, text: string): MatchRange[] {
  const match = expression.exec(text);
  return match === null ? [] : [[match.index, match.index + match[0].length]];
}

function merge(ranges: MatchRange[]): MatchRange[] {
  const merged: MatchRange[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
