import { convertHangulToQwerty, getChoseong, romanize } from 'es-hangul';
import type { Coordinates } from '#common/geo.ts';
import { type Random, randomFrom } from '#features/places/server/import/generated-places.test-factory.ts';

/** A place that the searches must find. */
export type Target = {
  placeId: string;
  name: string;
  nameEn: string;
  cuisine: string;
  /** The address as shown: province, district, road and number, or the lot. */
  address: string;
  lot: string;
  dong: string;
  district: string;
  lat: number;
  lng: number;
};

export type RelevanceCase = {
  typed: string;
  /** Location of the search; undefined if it is unknown. */
  near: Coordinates | undefined;
  /** Whether a result is correct for the search. */
  isAnswer: (found: { placeId: string; name: string; address: string; categoryId: string | null }) => boolean;
};

export type RelevanceClass = { name: string; cases: RelevanceCase[] };

/** The locations from which places are searched: Seoul, Busan, Jeju, and an unknown location. */
const POINTS: (Coordinates | undefined)[] = [
  { lat: 37.5665, lng: 126.978 },
  { lat: 35.1587, lng: 129.1604 },
  { lat: 33.4996, lng: 126.5312 },
  undefined,
];

/**
 * Returns texts that people may type to find each target, for each way of typing. The typing mistakes come from the
 * tables below (`CONFUSED`), which are independent of the code under test.
 */
export function relevanceClasses(targets: readonly Target[], seed = 1): RelevanceClass[] {
  const random = randomFrom(seed);
  const caseClass = (
    name: string,
    make: (target: Target) => string | null,
    { isNear = false }: { isNear?: boolean } = {},
  ): RelevanceClass => ({
    name,
    cases: targets.flatMap((target, at) => {
      const typed = make(target);
      if (typed === null || typed.trim() === '') return [];
      const beside = { lat: target.lat + 0.009, lng: target.lng + 0.009 };
      const near = isNear ? beside : POINTS[at % POINTS.length];
      return [{ typed, near, isAnswer: ({ placeId }) => placeId === target.placeId }];
    }),
  });
  const houseMatch = ({ address }: Target) => /(\S+(?:로|길)) (\d+(?:-\d+)?)/.exec(address);
  return [
    caseClass('exact name', ({ name }) => name),
    caseClass('exact name without spaces', ({ name }) => (/ /.test(name) ? name.replaceAll(' ', '') : null)),
    caseClass('beginning of the name, nearby', ({ name }) => hangulOnly(name, 3)?.slice(0, 2) ?? null, {
      isNear: true,
    }),
    caseClass('half a syllable, nearby', ({ name }) => halfTyped(name), { isNear: true }),
    caseClass('initials, nearby', ({ name }) => initials(name, 3), { isNear: true }),
    caseClass('initials of four and more', ({ name }) => initials(name, 4)),
    caseClass('Latin keyboard layout', ({ name }) => onLatinLayout(name)),
    caseClass('Latin keyboard layout, Caps Lock', ({ name }) => onLatinLayout(name)?.toUpperCase() ?? null),
    caseClass('name and 맛집', ({ name }) => `${name} 맛집`),
    caseClass('name and 추천 or 근처', ({ name }) => `${name} ${random() < 0.5 ? '추천' : '근처'}`),
    caseClass('name and cuisine', ({ name, cuisine }) => `${name} ${cuisine.replace('/', ' ')}`),
    caseClass('name and a word that matches nothing', ({ name }) => `${name} 미쉐린가이드`),
    caseClass('name and neighbourhood', ({ name, dong }) => `${name} ${dong}`),
    caseClass(
      'neighbourhood first',
      ({ name, dong }) => `${dong.replace(/[0-9가]*(동|읍|면)?[0-9가]*$/u, '') || dong} ${name}`,
    ),
    caseClass('name and neighbourhood joined', ({ name, dong }) => `${name.replaceAll(' ', '')}${dong}`),
    caseClass(
      'province, district and name',
      ({ name, address, district }) => `${address.slice(0, 2)} ${district} ${name}`,
    ),
    caseClass('road address', (target) => houseMatch(target)?.slice(1).join(' ') ?? null),
    caseClass('road address without spaces', (target) => houseMatch(target)?.slice(1).join('') ?? null),
    caseClass('whole road address', ({ address }) =>
      /(로|길) \d/.test(address) ? address.replace(/ \d+층.*$/, '') : null,
    ),
    caseClass('lot address', ({ lot }) => /(\S+[동읍면가리] \d+(?:-\d+)?)/.exec(lot)?.[1] ?? null),
    caseClass('mistake: vowel', ({ name }) => mistake(name, random, 'vowel')),
    caseClass('mistake: final consonant', ({ name }) => mistake(name, random, 'final')),
    caseClass('mistake: key beside the right one', ({ name }) => mistake(name, random, 'key')),
    caseClass('mistake: syllables swapped or doubled', ({ name }) => mistake(name, random, 'syllable')),
    caseClass('Revised Romanisation', ({ name }) =>
      hangulOnly(name, 2) ? romanize(name.replaceAll(' ', '')) : null,
    ),
    caseClass('informal romanisation', ({ name }) =>
      hangulOnly(name, 2) ? informally(romanize(name.replaceAll(' ', ''))) : null,
    ),
    caseClass('English name', ({ nameEn }) => nameEn || null),
  ];
}

const hangulOnly = (name: string, minimumLength: number): string | null => {
  const text = name.replaceAll(' ', '');
  return /^[가-힣]+$/.test(text) && minimumLength <= text.length ? text : null;
};

const initials = (name: string, minimumLength: number) => {
  const text = hangulOnly(name, minimumLength);
  return text && getChoseong(text);
};

const onLatinLayout = (name: string) => {
  const text = hangulOnly(name, 2);
  return text && convertHangulToQwerty(text);
};

function halfTyped(name: string): string | null {
  const text = hangulOnly(name, 3);
  if (text === null) return null;
  return text.slice(0, 2) + compose({ ...decompose(text[2]!), final: 0 });
}

/** Replaces letters as many signs do: k for g and p for b at the beginning, u for eo and eu, k for kk. */
const informally = (romanised: string) =>
  romanised.replace(/^g/, 'k').replace(/eo/g, 'u').replace(/eu/g, 'u').replace(/^b/, 'p').replace(/kk/g, 'k');

/** Letters that people confuse: adjacent keys of the 2-beolsik keyboard, and similar sounds. */
const CONFUSED = {
  vowel: {
    ㅐ: 'ㅔ',
    ㅔ: 'ㅐ',
    ㅓ: 'ㅗ',
    ㅗ: 'ㅓ',
    ㅏ: 'ㅓ',
    ㅜ: 'ㅡ',
    ㅡ: 'ㅜ',
    ㅣ: 'ㅏ',
    ㅚ: 'ㅙ',
    ㅙ: 'ㅚ',
    ㅕ: 'ㅓ',
    ㅛ: 'ㅗ',
  },
  key: {
    ㄱ: 'ㄷㅅ',
    ㄴ: 'ㅁㅇ',
    ㄷ: 'ㅈㄱ',
    ㄹ: 'ㅇㅎ',
    ㅁ: 'ㄴ',
    ㅂ: 'ㅈㅁ',
    ㅅ: 'ㄱㅎ',
    ㅇ: 'ㄴㄹ',
    ㅈ: 'ㅂㄷ',
    ㅎ: 'ㄹ',
    ㅋ: 'ㅌ',
    ㅌ: 'ㅋㅊ',
    ㅊ: 'ㅌㅍ',
    ㅍ: 'ㅊ',
  },
} as const;

// The letters of a syllable in the order of Unicode, from which its code is computed.
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const FINALS_WITH_NONE = 28;
/** ㄱ ㄴ ㄹ ㅁ ㅂ ㅅ ㅇ as final consonants. */
const COMMON_FINALS = [1, 4, 8, 16, 17, 19, 21];
const NO_FINAL = 0;

/** The positions of the letters of a syllable in `INITIALS`, `VOWELS` and the finals of Unicode. */
type Letters = { initial: number; vowel: number; final: number };

function decompose(syllable: string): Letters {
  const index = syllable.charCodeAt(0) - 0xac00;
  const initialAndVowel = Math.floor(index / FINALS_WITH_NONE);
  return {
    initial: Math.floor(initialAndVowel / VOWELS.length),
    vowel: initialAndVowel % VOWELS.length,
    final: index % FINALS_WITH_NONE,
  };
}

const compose = ({ initial, vowel, final }: Letters): string =>
  String.fromCharCode(0xac00 + (initial * VOWELS.length + vowel) * FINALS_WITH_NONE + final);

const chooseFrom = <T>(random: Random, values: ArrayLike<T>): T =>
  values[Math.floor(random() * values.length)]!;

type Mistake = 'vowel' | 'final' | 'key' | 'syllable';

const ATTEMPTS = 30;

/** Returns the name with one mistake. Returns null if the name is short, or no syllable allows the mistake. */
function mistake(name: string, random: Random, kind: Mistake): string | null {
  const text = hangulOnly(name, 3);
  if (text === null) return null;
  const syllables = [...text];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const index = Math.floor(random() * syllables.length);
    if (kind === 'syllable') {
      const changed = swapOrDouble(syllables, index, random);
      if (changed) return changed.join('');
    } else {
      const letters = MISTAKES[kind](decompose(syllables[index]!), random);
      if (letters) return syllables.with(index, compose(letters)).join('');
    }
  }
  return null;
}

/** The mistakes in one syllable. A function returns null if the syllable does not allow the mistake. */
const MISTAKES: Record<Exclude<Mistake, 'syllable'>, (letters: Letters, random: Random) => Letters | null> = {
  vowel: (letters) => {
    const confused = CONFUSED.vowel[VOWELS[letters.vowel] as keyof typeof CONFUSED.vowel];
    return confused ? { ...letters, vowel: VOWELS.indexOf(confused) } : null;
  },
  final: (letters, random) => {
    if (letters.final === NO_FINAL) return { ...letters, final: chooseFrom(random, COMMON_FINALS) };
    if (random() < 0.6) return { ...letters, final: NO_FINAL };
    return {
      ...letters,
      final: chooseFrom(
        random,
        COMMON_FINALS.filter((final) => final !== letters.final),
      ),
    };
  },
  key: (letters, random) => {
    const keysBeside = CONFUSED.key[INITIALS[letters.initial] as keyof typeof CONFUSED.key];
    return keysBeside ? { ...letters, initial: INITIALS.indexOf(chooseFrom(random, keysBeside)) } : null;
  },
};

/** Swaps the syllable at the index with the next one, or doubles it. Returns null if the next one is equal or missing. */
function swapOrDouble(syllables: readonly string[], index: number, random: Random): string[] | null {
  const [syllable, next] = syllables.slice(index, index + 2);
  if (syllable === undefined || next === undefined || syllable === next) return null;
  const changed = random() < 0.5 ? [next, syllable] : [syllable, syllable, next];
  return [...syllables.slice(0, index), ...changed, ...syllables.slice(index + 2)];
}
