import type { KoreanToken } from '#common/korean.ts';
import { type FoodKind, KIND_WORDS, readQueryWords } from './query-words.rules.ts';
import { type Sound, soundOf, vowelLikeness } from './romanisation.rules.ts';

/**
 * Returns the Korean text of a word that was typed with the Korean keyboard off. Returns any other word unchanged.
 * @example meantText(koreanQuery('RNRQKQ').tokens[0]) // '국밥'
 */
export function meantText({ readings, text }: KoreanToken): string {
  const whole = readings.filter(({ keyedBy }) => keyedBy === 'letters').map((reading) => reading.text);
  const hangul = whole.filter((each) => /[가-힣]/.test(each));
  // The first reading assumes that capitals were typed with Shift (ㅆ). The last reading assumes that Caps Lock was on
  // (ㅅ). A word without small letters was probably typed with Caps Lock.
  return (/[a-z]/.test(text) ? hangul[0] : hangul.at(-1)) ?? whole[0] ?? text;
}

/** The minimum number of consonants and vowels of a word. Shorter words sound like too many other words. */
export const LEAST_SOUNDS = 4;

/**
 * Returns the kind of food whose name sounds like a word in Latin letters; null if there is none.
 * @example kindSounding('pasta') // as 파스타
 */
export function kindSounding(text: string): FoodKind | null {
  if (!/^[A-Za-z\s]+$/.test(text)) return null;
  const typed = soundOf(text);
  if (typed.consonants.length + typed.vowels.length < LEAST_SOUNDS) return null;
  kindSounds ??= KIND_WORDS.map((word) => ({ word, sound: soundOf(word) }));
  const likeness = (sound: Sound) => vowelLikeness(typed.vowels, sound.vowels);
  const [best] = kindSounds
    .filter(({ sound }) => sound.consonants === typed.consonants && 0.5 <= likeness(sound))
    .sort((a, b) => likeness(b.sound) - likeness(a.sound));
  const [role] = best ? readQueryWords([best.word]) : [];
  return role?.role === 'kind' ? role.kind : null;
}

let kindSounds: { word: string; sound: Sound }[] | undefined;
