/** The parts of Hangul syllables (Unicode 3.12). A syllable is a number: its initial, medial and final, in this order. */

export const INITIAL_JAMO = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
export const MEDIAL_JAMO = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'];
/** The first final is empty: a syllable without a final consonant. */
export const FINAL_JAMO = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'];

const FIRST_SYLLABLE = 0xac00;
const MEDIALS = MEDIAL_JAMO.length;
const FINALS = FINAL_JAMO.length;
export const SYLLABLE_COUNT = INITIAL_JAMO.length * MEDIALS * FINALS;

/** A syllable as the positions of its parts in `INITIAL_JAMO`, `MEDIAL_JAMO` and `FINAL_JAMO`. */
export type Syllable = { initial: number; medial: number; final: number };

/** Returns the position of a syllable among all syllables; null for any other character. */
export function syllableIndexOf(character: string): number | null {
  const index = character.charCodeAt(0) - FIRST_SYLLABLE;
  return index < 0 || SYLLABLE_COUNT <= index ? null : index;
}

export const syllableAt = (index: number): Syllable => ({
  initial: Math.floor(index / (MEDIALS * FINALS)),
  medial: Math.floor(index / FINALS) % MEDIALS,
  final: index % FINALS,
});

/** @example syllableOf('각') // { initial: 0, medial: 0, final: 1 } */
export function syllableOf(character: string): Syllable | null {
  const index = syllableIndexOf(character);
  return index === null ? null : syllableAt(index);
}

/** @example compose({ initial: 0, medial: 0, final: 1 }) // '각' */
export const compose = ({ initial, medial, final }: Syllable): string =>
  String.fromCharCode(FIRST_SYLLABLE + (initial * MEDIALS + medial) * FINALS + final);

export const isInitialConsonant = (character: string | undefined): boolean =>
  character !== undefined && INITIAL_JAMO.includes(character);
