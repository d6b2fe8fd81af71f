import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul';

/**
 * Matches Korean as people type it:
 * - complete syllables, and a half-typed syllable (국ㅂ, 국바)
 * - a final consonant that belongs to the next syllable (순댁 for 순대국)
 * - initial consonants (ㄱㅂㅈ)
 * - Latin letters typed with the Korean keyboard off (rnrqkq)
 * - mixtures of these
 * Spaces and punctuation are ignored.
 * Screens use `koreanQuery`, and the index of places stores `letterKey` and `initialsOfWords`. Both find the same matches.
 */

/** The range [start, end) in UTF-16 code units of the searched text. */
export type MatchRange = [number, number];

export type KoreanQuery = {
  /** Whether the query is empty. An empty query matches everything. */
  isEmptyQuery: boolean;
  /** The words of the query. All of them must match. */
  tokens: KoreanToken[];
  /**
   * Whether the texts match. `texts` are a name, an address, tags …
   * A text takes about a microsecond, so a list of 10,000 is filtered between two key strokes.
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
 * @example koreanQuery('ㄴㅇㅁ').ranges('노을목 칼국수') // [[0, 3]]
 * @example koreanQuery('rnrq 전주').matches(['할매국밥', '전북 전주시 완산구']) // true
 */
export function koreanQuery(typed: string): KoreanQuery {
  const words = withoutAccents(normalised(typed)).replace(UNSEARCHABLE, '\uFFFD').split(WORD_BREAK);
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

/**
 * Returns the text in one spelling, with composed Hangul and with ASCII characters instead of full-width ones.
 * @example normalised('ＢＨＣ（본점）') // 'BHC(본점)'
 */
export const normalised = (text: string): string => text.normalize('NFC').replace(FULL_WIDTH, halfWidth);

const FULL_WIDTH = /[！-～]/g;
const WIDTH_DIFFERENCE = 0xfee0;
const halfWidth = (character: string) => String.fromCharCode(character.charCodeAt(0) - WIDTH_DIFFERENCE);
const fullWidth = (character: string) => String.fromCharCode(character.charCodeAt(0) + WIDTH_DIFFERENCE);

/** Accented Latin letters by their letter without accent, in both cases: e → éèêëēĕ…ÉÈÊË… */
const ACCENTED: Record<string, string> = {};
for (const [first, last] of [
  [0x00c0, 0x024f],
  [0x1e00, 0x1eff],
] as const) {
  for (let code = first; code <= last; code++) {
    const letter = String.fromCharCode(code);
    const plain = letter.normalize('NFD').charAt(0).toLowerCase();
    if (/[a-z]/.test(plain)) ACCENTED[plain] = (ACCENTED[plain] ?? '') + letter;
  }
}

/** @example withoutAccents('Café') // 'Cafe' */
const withoutAccents = (text: string): string =>
  text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => {
    const plain = letter.normalize('NFD').charAt(0);
    return /[A-Za-z]/.test(plain) ? plain : letter;
  });

/**
 * Returns the keystrokes of a text. The key of an incomplete syllable is a prefix of the key of the complete syllable.
 * Hangul becomes the Latin letters of its 2-beolsik keys (# $ & * + < > for ㄲㄸㅃㅆㅉㅒㅖ).
 * Latin letters become capitals without accents. Digits and other scripts are unchanged. SQL must order keys with `collate "C"`.
 * @example letterKey('국밥 2호') // 'rnrqkq2gh'
 * @example letterKey('KFC') // 'KFC'
 */
export function letterKey(text: string): string {
  let key = '';
  // `for … of` is not used: its iterator would take more memory than the key, and correcting a typo computes hundreds
  // of keys.
  for (let at = 0; at < text.length; at++) {
    const isPair = 0xffff < (text.codePointAt(at) as number);
    key += lettersOf(isPair ? text.slice(at, ++at + 1) : text.charAt(at));
  }
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

const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = 11_172;
const MEDIALS = 21;
const FINALS = 28;

const INITIAL_JAMO = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const FINAL_JAMO = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'];
const MEDIAL_JAMO = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'];

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

/** Final consonants and vowels that further typing can extend: 각 → 갃, 고 → 과 괘 괴. */
const CONTINUED_FINALS: Record<string, string> = { ㄱ: 'ㄳ', ㄴ: 'ㄵㄶ', ㄹ: 'ㄺㄻㄼㄽㄾㄿㅀ', ㅂ: 'ㅄ' };
const CONTINUED_MEDIALS: Record<string, string> = { ㅗ: 'ㅘㅙㅚ', ㅜ: 'ㅝㅞㅟ', ㅡ: 'ㅢ' };
/** Compound final consonants and their two parts: 닭 → 달 + ㄱ. */
const SPLIT_FINALS: Record<string, [string, string]> = {
  ㄳ: ['ㄱ', 'ㅅ'],
  ㄵ: ['ㄴ', 'ㅈ'],
  ㄶ: ['ㄴ', 'ㅎ'],
  ㄺ: ['ㄹ', 'ㄱ'],
  ㄻ: ['ㄹ', 'ㅁ'],
  ㄼ: ['ㄹ', 'ㅂ'],
  ㄽ: ['ㄹ', 'ㅅ'],
  ㄾ: ['ㄹ', 'ㅌ'],
  ㄿ: ['ㄹ', 'ㅍ'],
  ㅀ: ['ㄹ', 'ㅎ'],
  ㅄ: ['ㅂ', 'ㅅ'],
};

/** Characters that are ignored in texts and queries. They may be between any two characters. */
const SEPARATORS =
  ' -/:-@\\[-`{-~\\u0001-\\u001f\\u007f-\\u00bf\\u2000-\\u206f\\u3000-\\u303fㆍ・！-／：-＠［-｀｛-～';
const SEPARATOR = new RegExp(`[${SEPARATORS}]`, 'u');
const BETWEEN = `[${SEPARATORS}]*`;
const WORD_START = `(?<![^${SEPARATORS}])`;
/**
 * Matches a lone surrogate, and the last code point, because no range of keys can end after it. `toWellFormed` is not
 * used, because browsers before Chrome 111 and Firefox 119 lack it.
 */
const UNSEARCHABLE = /[\p{Surrogate}\u{10FFFF}]/gu;
const WORD_BREAK = /[\s(),/[\]]+/;

type Syllable = { initial: number; medial: number; final: number };

function syllableOf(character: string): Syllable | null {
  const index = character.charCodeAt(0) - FIRST_SYLLABLE;
  if (index < 0 || SYLLABLES <= index) return null;
  return {
    initial: Math.floor(index / (MEDIALS * FINALS)),
    medial: Math.floor(index / FINALS) % MEDIALS,
    final: index % FINALS,
  };
}

const compose = ({ initial, medial, final }: Syllable) =>
  String.fromCharCode(FIRST_SYLLABLE + (initial * MEDIALS + medial) * FINALS + final);

function lettersOf(character: string): string {
  const index = character.charCodeAt(0) - FIRST_SYLLABLE;
  if (index < 0 || SYLLABLES <= index) return lettersOfOther(character);
  syllableLetters ??= Array.from({ length: SYLLABLES }, (_, at) => lettersOfSyllable(at));
  return syllableLetters[index] as string;
}

/**
 * The letters of all syllables. The array is built on first use, because a look-up takes a tenth of the time of
 * computing the letters.
 */
let syllableLetters: string[] | undefined;

const lettersOfSyllable = (index: number) =>
  (INITIAL_LETTERS[Math.floor(index / (MEDIALS * FINALS))] as string) +
  (MEDIAL_LETTERS[Math.floor(index / FINALS) % MEDIALS] as string) +
  (FINAL_LETTERS[index % FINALS] as string);

function initialOf(character: string): string {
  const index = character.charCodeAt(0) - FIRST_SYLLABLE;
  if (index < 0 || SYLLABLES <= index) return lettersOfOther(character);
  return INITIAL_LETTERS[Math.floor(index / (MEDIALS * FINALS))] as string;
}

function lettersOfOther(character: string): string {
  if (SEPARATOR.test(character)) return '';
  return JAMO_LETTERS.get(character) ?? withoutAccents(normalised(character)).toUpperCase();
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

/** Composes loose jamo as the keyboard would: 순대ㄱ → 순댁, ㄳ → ㄱㅅ. Complete syllables do not change. */
const asTyped = (text: string) =>
  text.replace(/[가-힣]*[ㄱ-ㅣ][ㄱ-ㅣ가-힣]*/g, (hangul) => spelt(convertHangulToQwerty(hangul)) ?? hangul);

/**
 * Returns the texts that Latin letters spell on the Korean keyboard, also with caps lock.
 * Drops results with a single vowel, or with a single consonant before a syllable (green: ㅎㄱㄷ두), because the keys of a
 * Korean name never spell such a result.
 */
function withKoreanKeyboardOn(text: string): string[] {
  if (!/^[0-9A-Za-z]*[A-Za-z][0-9A-Za-z]*$/.test(text)) return [];
  return [spelt(text), spelt(text.toLowerCase())].filter(
    (hangul): hangul is string => hangul !== null && !/[ㅏ-ㅣ]|[ㄱ-ㅎ][가-힣]/.test(hangul),
  );
}

/**
 * Converts Latin keys to Korean. es-hangul 2.4.0 throws if a vowel fits no syllable (HkQ). The result is then null,
 * because the text is not Korean.
 */
function spelt(text: string): string | null {
  try {
    return convertQwertyToHangul(text);
  } catch {
    return null;
  }
}

function koreanReading(text: string): KoreanReading {
  const characters = [...text];
  const pattern = characters
    .map((character, at) =>
      at === characters.length - 1 ? lastCharacter(character) : oneCharacter(character),
    )
    .join(BETWEEN);
  const consonants = characters.filter(isConsonant).length;
  const isWhole =
    consonants === 0 || (consonants === 1 && 1 < characters.length && isConsonant(characters.at(-1)));
  const key = letterKey(text);
  if (isWhole) return { text, pattern, keyedBy: 'letters', key, isDecidedByKey: true };
  const hasSyllable = characters.some((character) => syllableOf(character) !== null);
  return {
    text,
    pattern: `${WORD_START}(?:${pattern})|${pattern.replaceAll(BETWEEN, '')}`,
    keyedBy: 'initials',
    key: initialsKey(text),
    isDecidedByKey: !hasSyllable,
  };
}

const isConsonant = (character: string | undefined) =>
  character !== undefined && INITIAL_JAMO.includes(character);

function oneCharacter(character: string): string {
  if (isConsonant(character)) return withInitial(character);
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  const cases = lower + upper;
  if (/[0-9A-Za-z]/.test(character))
    return `[${cases}${cases.replace(/./g, fullWidth)}${ACCENTED[lower] ?? ''}]`;
  return lower === upper || lower.length !== upper.length ? character : `[${lower}${upper}]`;
}

/**
 * Returns the pattern of the last character. The character may be incomplete, so it matches everything that further
 * typing can make of it.
 */
function lastCharacter(character: string): string {
  const syllable = syllableOf(character);
  if (syllable === null) return oneCharacter(character);
  const { initial, medial, final } = syllable;
  if (final === 0) {
    const medials = [medial, ...indexes(MEDIAL_JAMO, CONTINUED_MEDIALS[MEDIAL_JAMO[medial] as string])];
    return `[${medials.map((each) => syllablesFrom({ initial, medial: each })).join('')}]`;
  }
  const jamo = FINAL_JAMO[final] as string;
  const finals = [final, ...indexes(FINAL_JAMO, CONTINUED_FINALS[jamo])];
  const finished = `[${finals.map((each) => compose({ initial, medial, final: each })).join('')}]`;
  const [kept, next] = SPLIT_FINALS[jamo] ?? ['', jamo];
  const carried = compose({ initial, medial, final: FINAL_JAMO.indexOf(kept) }) + BETWEEN + withInitial(next);
  return `(?:${finished}|${carried})`;
}

const indexes = (jamo: string[], wanted = '') => [...wanted].map((each) => jamo.indexOf(each));

const syllablesFrom = ({ initial, medial }: { initial: number; medial: number }) =>
  `${compose({ initial, medial, final: 0 })}-${compose({ initial, medial, final: FINALS - 1 })}`;

function withInitial(consonant: string): string {
  const initial = INITIAL_JAMO.indexOf(consonant);
  const first = compose({ initial, medial: 0, final: 0 });
  const last = compose({ initial, medial: MEDIALS - 1, final: FINALS - 1 });
  return `[${consonant}${first}-${last}]`;
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
