import readings from './hanja.json' with { type: 'json' };

const READINGS: Readonly<Record<string, string>> = readings;

/**
 * Replaces hanja with their Korean readings. At the start of a word, the initial sound rule (두음 법칙) is applied.
 * Characters without a known reading are kept.
 * @example readHanja('樂園食堂') // '낙원식당'
 */
export function readHanja(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text;
  return text.replace(/\p{Script=Han}+/gu, (run, at: number) => {
    const hangul = Array.from(run, (character) => READINGS[character] ?? character).join('');
    return /\p{L}$/u.test(text.slice(0, at)) ? hangul : withInitialSound(hangul);
  });
}

const RIEUL = 5;
const NIEUN = 2;
const IEUNG = 11;
/** The indexes of the vowels ㅑ ㅕ ㅖ ㅛ ㅠ ㅣ. At the start of a word, ㄹ and ㄴ are silent before these vowels. */
const SOFTENING_VOWELS = new Set([2, 6, 7, 12, 17, 20]);

/** Applies the initial sound rule: 락원 → 낙원, 룡궁 → 용궁, 녀인 → 여인. */
function withInitialSound(word: string): string {
  const index = word.charCodeAt(0) - 0xac00;
  if (index < 0 || 11_172 <= index) return word;
  const [initial, rest] = [Math.floor(index / 588), index % 588];
  const softens = SOFTENING_VOWELS.has(Math.floor(rest / 28));
  const becomes = softens ? IEUNG : NIEUN;
  if (initial !== RIEUL && !(initial === NIEUN && softens)) return word;
  return String.fromCharCode(0xac00 + becomes * 588 + rest) + word.slice(1);
}
