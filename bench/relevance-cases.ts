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

const POINTS: (Coordinates | undefined)[] = [
  { lat: 37.5665, lng: 126.978 },
  { lat: 35.1587, lng: 129.1604 },
  { lat: 33.4996, lng: 126.5312 },
  undefined,
];

/**
 * Returns texts that people may type to find each target, for each way of typing. The typing mistakes come from a
 * separate keyboard model, which is independent of the code under test.
 */
export function relevanceClasses(targets: readonly Target[], seed = 1): RelevanceClass[] {
  const random = randomFrom(seed);
  const of = (
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
  const houses = ({ address }: Target) => /(\S+(?:로|길)) (\d+(?:-\d+)?)/.exec(address);
  return [
    of('exact name', ({ name }) => name),
    of('exact name without spaces', ({ name }) => (/ /.test(name) ? name.replaceAll(' ', '') : null)),
    of('beginning of the name, nearby', ({ name }) => hangulOnly(name, 3)?.slice(0, 2) ?? null, {
      isNear: true,
    }),
    of('half a syllable, nearby', ({ name }) => halfTyped(name), { isNear: true }),
    of('initials, nearby', ({ name }) => initials(name, 3), { isNear: true }),
    of('initials of four and more', ({ name }) => initials(name, 4)),
    of('Latin keyboard layout', ({ name }) => onLatinLayout(name)),
    of('Latin keyboard layout, Caps Lock', ({ name }) => onLatinLayout(name)?.toUpperCase() ?? null),
    of('name and 맛집', ({ name }) => `${name} 맛집`),
    of('name and 추천 or 근처', ({ name }) => `${name} ${random() < 0.5 ? '추천' : '근처'}`),
    of('name and cuisine', ({ name, cuisine }) => `${name} ${cuisine.replace('/', ' ')}`),
    of('name and a word that matches nothing', ({ name }) => `${name} 미쉐린가이드`),
    of('name and neighbourhood', ({ name, dong }) => `${name} ${dong}`),
    of(
      'neighbourhood first',
      ({ name, dong }) => `${dong.replace(/[0-9가]*(동|읍|면)?[0-9가]*$/u, '') || dong} ${name}`,
    ),
    of('name and neighbourhood joined', ({ name, dong }) => `${name.replaceAll(' ', '')}${dong}`),
    of(
      'province, district and name',
      ({ name, address, district }) => `${address.slice(0, 2)} ${district} ${name}`,
    ),
    of('road address', (target) => houses(target)?.slice(1).join(' ') ?? null),
    of('road address without spaces', (target) => houses(target)?.slice(1).join('') ?? null),
    of('whole road address', ({ address }) =>
      /(로|길) \d/.test(address) ? address.replace(/ \d+층.*$/, '') : null,
    ),
    of('lot address', ({ lot }) => /(\S+[동읍면가리] \d+(?:-\d+)?)/.exec(lot)?.[1] ?? null),
    of('mistake: vowel', ({ name }) => mistake(name, random, 'vowel')),
    of('mistake: final consonant', ({ name }) => mistake(name, random, 'final')),
    of('mistake: key beside the right one', ({ name }) => mistake(name, random, 'key')),
    of('mistake: syllables swapped or doubled', ({ name }) => mistake(name, random, 'syllable')),
    of('Revised Romanisation', ({ name }) =>
      hangulOnly(name, 2) ? romanize(name.replaceAll(' ', '')) : null,
    ),
    of('informal romanisation', ({ name }) =>
      hangulOnly(name, 2) ? informally(romanize(name.replaceAll(' ', ''))) : null,
    ),
    of('English name', ({ nameEn }) => nameEn || null),
  ];
}

const hangulOnly = (name: string, least: number): string | null => {
  const text = name.replaceAll(' ', '');
  return /^[가-힣]+$/.test(text) && least <= text.length ? text : null;
};

const initials = (name: string, least: number) => {
  const text = hangulOnly(name, least);
  return text && getChoseong(text);
};

const onLatinLayout = (name: string) => {
  const text = hangulOnly(name, 2);
  return text && convertHangulToQwerty(text);
};

function halfTyped(name: string): string | null {
  const text = hangulOnly(name, 3);
  if (text === null) return null;
  const third = text.charCodeAt(2) - 0xac00;
  return text.slice(0, 2) + String.fromCharCode(0xac00 + third - (third % 28));
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
const I = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const V = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';

function mistake(name: string, random: Random, kind: 'vowel' | 'final' | 'key' | 'syllable'): string | null {
  const text = hangulOnly(name, 3);
  if (text === null) return null;
  const syllables = [...text];
  for (let tries = 0; tries < 30; tries++) {
    const at = Math.floor(random() * syllables.length);
    const index = (syllables[at] as string).charCodeAt(0) - 0xac00;
    const [i, v, f] = [Math.floor(index / 588), Math.floor(index / 28) % 21, index % 28];
    const put = (a: number, b: number, c: number) =>
      syllables.with(at, String.fromCharCode(0xac00 + (a * 21 + b) * 28 + c)).join('');
    if (kind === 'vowel') {
      const other = CONFUSED.vowel[V[v] as keyof typeof CONFUSED.vowel];
      if (other) return put(i, V.indexOf(other), f);
    } else if (kind === 'final') {
      // The final consonants are ㄱ ㄴ ㄹ ㅁ ㅂ ㅅ ㅇ, and 0, which means no final consonant.
      const finals = [0, 1, 4, 8, 16, 17, 19, 21].filter((each) => each !== f);
      return put(
        i,
        v,
        f === 0
          ? (finals[1 + Math.floor(random() * 6)] as number)
          : random() < 0.6
            ? 0
            : (finals[Math.floor(random() * finals.length)] as number),
      );
    } else if (kind === 'key') {
      const beside = CONFUSED.key[I[i] as keyof typeof CONFUSED.key];
      if (beside) return put(I.indexOf(beside[Math.floor(random() * beside.length)] as string), v, f);
    } else if (at + 1 < syllables.length && syllables[at] !== syllables[at + 1]) {
      const [one, two] = [syllables[at] as string, syllables[at + 1] as string];
      const changed = random() < 0.5 ? [two, one] : [one, one, two];
      return [...syllables.slice(0, at), ...changed, ...syllables.slice(at + 2)].join('');
    }
  }
  return null;
}
