import { compose, FINAL_JAMO, INITIAL_JAMO, isInitialConsonant, MEDIAL_JAMO, syllableOf } from './jamo.ts';
import { ACCENTED, fullWidth, SEPARATORS } from './korean-text.ts';

/** Regular expressions for words. They are valid in JavaScript and in PostgreSQL. */

const BETWEEN = `[${SEPARATORS}]*`;
const WORD_START = `(?<![^${SEPARATORS}])`;

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

const LAST_MEDIAL = MEDIAL_JAMO.length - 1;
const LAST_FINAL = FINAL_JAMO.length - 1;

/** Returns the pattern of typed syllables. Separators may be between any two characters. */
export const patternOfSyllables = (characters: readonly string[]): string => joined(characters, BETWEEN);

/**
 * Returns the pattern of initial consonants. Separators may be between them if the first is at the start of a word.
 * Inside a word, they must follow each other: ㄱㅂ does not match 마포구 버들길.
 */
export const patternOfInitials = (characters: readonly string[]): string =>
  `${WORD_START}(?:${joined(characters, BETWEEN)})|${joined(characters, '')}`;

const joined = (characters: readonly string[], between: string): string =>
  characters
    .map((character, at) =>
      at === characters.length - 1 ? lastCharacter(character, between) : oneCharacter(character),
    )
    .join(between);

function oneCharacter(character: string): string {
  if (isInitialConsonant(character)) return withInitial(character);
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
function lastCharacter(character: string, between: string): string {
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
  const carried = compose({ initial, medial, final: FINAL_JAMO.indexOf(kept) }) + between + withInitial(next);
  return `(?:${finished}|${carried})`;
}

const indexes = (jamo: string[], wanted = '') => [...wanted].map((each) => jamo.indexOf(each));

const syllablesFrom = ({ initial, medial }: { initial: number; medial: number }) =>
  `${compose({ initial, medial, final: 0 })}-${compose({ initial, medial, final: LAST_FINAL })}`;

function withInitial(consonant: string): string {
  const initial = INITIAL_JAMO.indexOf(consonant);
  const first = compose({ initial, medial: 0, final: 0 });
  const last = compose({ initial, medial: LAST_MEDIAL, final: LAST_FINAL });
  return `[${consonant}${first}-${last}]`;
}
