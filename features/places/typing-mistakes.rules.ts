/**
 * The rules in this file compute the words that a Hangul word with one typing mistake may stand for. The mistakes
 * are:
 * - a vowel that sounds similar to the right vowel or is next to its key (ㅐ/ㅔ)
 * - a missing, extra or wrong final consonant
 * - an initial consonant that is next to the right key or of the same family (ㄱㄲㅋ)
 * - two syllables swapped
 * - one syllable repeated or missing
 */

/** The number of syllables of a word that can be corrected. Longer words have too many variants. */
export const CORRECTED_SYLLABLES = { least: 2, most: 12 } as const;

/**
 * Returns the possible corrections of a word. The result does not contain the word itself.
 * @param word Hangul syllables only
 * @example correctionsOf('하둥관').includes('하동관') // true
 */
export function correctionsOf(word: string): string[] {
  const syllables = [...word];
  if (syllables.length < CORRECTED_SYLLABLES.least || CORRECTED_SYLLABLES.most < syllables.length) return [];
  if (!/^[가-힣]+$/.test(word)) return [];
  const corrections = new Set<string>();
  const replaced = (at: number, by: string, count = 1) =>
    corrections.add(word.slice(0, at) + by + word.slice(at + count));
  for (const [at, syllable] of syllables.entries()) {
    for (const other of likeSyllables(syllable)) replaced(at, other);
    const next = syllables[at + 1];
    if (next === syllable) replaced(at, syllable, 2);
    else if (next !== undefined) replaced(at, next + syllable, 2);
    replaced(at, syllable + syllable);
    const carried = next === undefined ? null : moveFinal(syllable, next);
    if (carried !== null) replaced(at, carried, 2);
  }
  corrections.delete(word);
  return [...corrections];
}

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const MEDIALS = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'];
const FINALS = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'];

/** The 2-beolsik keyboard. A key has up to six neighbours: left, right, two above and two below. */
const KEYBOARD = ['ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ', 'ㅁㄴㅇㄹㅎㅗㅓㅏㅣ', 'ㅋㅌㅊㅍㅠㅜㅡ'];

function neighboursOf(jamo: string): string[] {
  const row = KEYBOARD.findIndex((keys) => keys.includes(jamo));
  const column = KEYBOARD[row]?.indexOf(jamo) ?? -1;
  if (column === -1) return [];
  const near: [number, number][] = [
    ...([
      [row, column - 1],
      [row, column + 1],
    ] as [number, number][]),
    // On the keyboard, each row is half a key to the right of the row above.
    ...([
      [row - 1, column],
      [row - 1, column + 1],
    ] as [number, number][]),
    ...([
      [row + 1, column - 1],
      [row + 1, column],
    ] as [number, number][]),
  ];
  return near.flatMap(([y, x]) => KEYBOARD[y]?.[x] ?? []);
}

const FAMILIES = ['ㄱㄲㅋ', 'ㄷㄸㅌ', 'ㅂㅃㅍ', 'ㅅㅆ', 'ㅈㅉㅊ'];
const LIKE_MEDIALS = ['ㅐㅔㅒㅖ', 'ㅚㅙㅞㅔ', 'ㅓㅕㅝㅗ', 'ㅏㅑㅘ', 'ㅗㅛㅜ', 'ㅜㅠㅡ', 'ㅢㅣㅡㅟ', 'ㅝㅓ'];
/**
 * Finals that may replace any other final consonant. A compound final such as ㄳ may replace only ㄱ or ㅅ (`CLUSTERS`).
 */
const COMMON_FINALS = [...'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㄲㅆ'];
const CLUSTERS: Record<string, string> = {
  ㄱ: 'ㄳㄺ',
  ㄴ: 'ㄵㄶ',
  ㄹ: 'ㄺㄻㄼㅀ',
  ㅁ: 'ㄻ',
  ㅂ: 'ㅄㄼ',
  ㅅ: 'ㄳㅄ',
  ㅈ: 'ㄵ',
  ㅎ: 'ㄶㅀ',
};

const others = (groups: readonly string[], jamo: string) =>
  groups.filter((group) => group.includes(jamo)).flatMap((group) => [...group]);

const LIKE_INITIALS = new Map(
  INITIALS.map((jamo) => [
    jamo,
    [...others(FAMILIES, jamo), ...neighboursOf(jamo)].filter((each) => INITIALS.includes(each)),
  ]),
);
const LIKE_MEDIAL = new Map(
  MEDIALS.map((jamo) => [
    jamo,
    [...others(LIKE_MEDIALS, jamo), ...neighboursOf(jamo)].filter((each) => MEDIALS.includes(each)),
  ]),
);

function likeSyllables(syllable: string): string[] {
  const { initial, medial, final } = partsOf(syllable);
  const finalJamo = FINALS[final] as string;
  const finals = ['', ...COMMON_FINALS, ...(CLUSTERS[finalJamo] ?? '')];
  return [
    ...(LIKE_INITIALS.get(INITIALS[initial] as string) ?? []).map((jamo) =>
      compose(INITIALS.indexOf(jamo), medial, final),
    ),
    ...(LIKE_MEDIAL.get(MEDIALS[medial] as string) ?? []).map((jamo) =>
      compose(initial, MEDIALS.indexOf(jamo), final),
    ),
    ...finals.map((jamo) => compose(initial, medial, FINALS.indexOf(jamo))),
  ].filter((other) => other !== syllable);
}

/**
 * Moves the final consonant to the next syllable (닭엘비 → 달겔비), or moves the initial consonant of the next syllable
 * back (달겔비 → 닭엘비). Returns null if neither move is possible.
 */
function moveFinal(syllable: string, next: string): string | null {
  const [a, b] = [partsOf(syllable), partsOf(next)];
  const initial = INITIALS[b.initial] as string;
  if (a.final === 0 && initial !== 'ㅇ' && FINALS.includes(initial))
    return compose(a.initial, a.medial, FINALS.indexOf(initial)) + compose(11, b.medial, b.final);
  const final = FINALS[a.final] as string;
  if (initial === 'ㅇ' && INITIALS.includes(final))
    return compose(a.initial, a.medial, 0) + compose(INITIALS.indexOf(final), b.medial, b.final);
  return null;
}

function partsOf(syllable: string): { initial: number; medial: number; final: number } {
  const index = syllable.charCodeAt(0) - 0xac00;
  return { initial: Math.floor(index / 588), medial: Math.floor(index / 28) % 21, final: index % 28 };
}

const compose = (initial: number, medial: number, final: number) =>
  String.fromCharCode(0xac00 + (initial * 21 + medial) * 28 + final);
