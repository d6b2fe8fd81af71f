import type { Coordinates } from '#common/geo.ts';
import { initialsKey, letterKey } from '#common/korean-keys.ts';
import { getChoseong } from 'es-hangul';
import {
  type GeneratedPlace,
  makePlaces,
  type Random,
  randomFrom,
} from '#features/places/server/import/generated-places.test-factory.ts';

/** A way of typing, with searches generated from the names of places. */
export type QueryClass = { name: string; queries: string[] };

/** Points at which searches start: city centres, a county, the sea, and abroad. */
export const SEARCH_POINTS: Coordinates[] = [
  { lat: 37.5665, lng: 126.978 },
  { lat: 37.498, lng: 127.0276 },
  { lat: 35.1587, lng: 129.1604 },
  { lat: 36.3504, lng: 127.3845 },
  { lat: 36.99, lng: 129.4 },
  { lat: 33.4996, lng: 126.5312 },
  { lat: 36, lng: 125 },
  { lat: 35.68, lng: 139.76 },
];

export function queryClasses({ perClass }: { perClass: number }): QueryClass[] {
  const random = randomFrom(7);
  // These places are the first rows of the generated register, because the seed is the same. They are spread over the
  // whole country.
  const places = [...makePlaces({ count: 20_000 })].filter(({ isClosed }) => !isClosed);
  const some = <T>(make: (place: GeneratedPlace) => T | null): T[] => {
    const made = new Set<T>();
    for (let tries = 0; made.size < perClass && tries < 50 * perClass; tries++) {
      const value = make(places[Math.floor(random() * places.length)] as GeneratedPlace);
      if (value !== null) made.add(value);
    }
    return [...made];
  };
  return [
    { name: 'one initial (ㅎ)', queries: [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'] },
    { name: 'one syllable (하)', queries: some(({ name }) => /[가-힣]/.exec(name)?.[0] ?? null) },
    { name: 'two syllables', queries: some(({ name }) => part(name, 2, random)) },
    {
      name: 'three and more syllables',
      queries: some(({ name }) => part(name, 3 + Math.floor(random() * 3), random)),
    },
    { name: 'a whole name', queries: some(({ name }) => name) },
    {
      name: 'half a syllable (국ㅂ, 국바)',
      queries: some(({ name }) => halfTyped(part(name, 3, random), random)),
    },
    { name: 'a final too many (순댁)', queries: some(({ name }) => finalTooMany(part(name, 3, random))) },
    { name: 'two initials', queries: some(({ name }) => initials(part(name, 2, random))) },
    {
      name: 'three and more initials (ㄱㅂㅈ)',
      queries: some(({ name }) => initials(part(name, 3 + Math.floor(random() * 3), random))),
    },
    {
      name: 'Latin keyboard layout (rnrqkq)',
      queries: some(({ name }) => typedLetters(part(name, 2 + Math.floor(random() * 3), random))),
    },
    {
      name: 'Latin (BLUE)',
      queries: some(({ name }) => /[A-Za-z]{2,6}/.exec(name)?.[0]?.toLowerCase() ?? null),
    },
    {
      name: 'very common (국밥, 식당)',
      queries: [
        '국밥',
        '식당',
        '칼국수',
        '갈비',
        '치킨',
        '김밥',
        '분식',
        '카페',
        '호프',
        '가든',
        '국',
        '식',
        'ㄱㅂ',
        'ㅅㄷ',
        '온달국밥',
        '점',
      ],
    },
    {
      name: 'very rare (ㄲㄲㄲ, 뷁)',
      queries: [
        'ㄲㄲㄲ',
        'ㅃㅃ',
        '뷁',
        '쀍쀍',
        '퀭한집',
        'ㅉㅉㅉㅉ',
        '뽱',
        'xyzzy',
        '🍜',
        '漢',
        '999호',
        '없는이름의집',
      ],
    },
    {
      name: 'name and neighbourhood (하동관 명동)',
      queries: some((place) =>
        words(part(place.name, 3, random), place.dong.slice(0, 2 + Math.floor(random() * 2))),
      ),
    },
    {
      name: 'neighbourhood first, three words',
      queries: some((place) => words(district(place), place.dong.slice(0, 2), part(place.name, 2, random))),
    },
    {
      name: 'no space between (하동관명동)',
      queries: some((place) => joined(part(place.name, 3, random), place.dong.slice(0, 2))),
    },
    {
      name: 'a common word and a province (국밥 부산)',
      queries: ['국밥', '식당', '치킨', '카페'].flatMap((word) =>
        ['서울', '부산', '강원', '전남'].map((where) => `${word} ${where}`),
      ),
    },
    { name: 'two words of the name, any order', queries: some(({ name }) => twoParts(name)) },
    {
      name: 'two common words, seldom together',
      queries: ['식당 국밥', '초밥 국밥', '치킨 카페', '갈비 냉면', '김밥 분식', '호프 가든'],
    },
    { name: 'mixed (국ㅂㅈ, ㄱ밥)', queries: some(({ name }) => mixed(part(name, 3, random), random)) },
  ];
}

function part(name: string, length: number, random: Random): string | null {
  const runs = name.match(/[가-힣]+/g) ?? [];
  const long = runs.filter((run) => length <= run.length);
  const run = long[Math.floor(random() * long.length)];
  if (run === undefined) return null;
  const at = Math.floor(random() * (run.length - length + 1));
  return run.slice(at, at + length);
}

const initials = (text: string | null) => text && getChoseong(text);
const words = (...parts: (string | null)[]) => (parts.every(Boolean) ? parts.join(' ') : null);
const joined = (...parts: (string | null)[]) => (parts.every(Boolean) ? parts.join('') : null);
const district = ({ district: name, province }: GeneratedPlace) =>
  (name || province).split(' ').at(-1)?.slice(0, 2) ?? null;

/** Returns the Latin letters that are typed for the text if the keyboard is not switched to Korean. */
const typedLetters = (text: string | null) =>
  text && letterKey(text).replace(/[#$&*+<>]/g, (key) => 'REQTWOP'['#$&*+<>'.indexOf(key)] as string);

function halfTyped(text: string | null, random: Random): string | null {
  if (text === null) return null;
  const last = text.at(-1) as string;
  const open = String.fromCharCode(last.charCodeAt(0) - ((last.charCodeAt(0) - 0xac00) % 28));
  return text.slice(0, -1) + (random() < 0.5 ? getChoseong(last) : open);
}

/** Changes 순대국 to 순댁, if the keyboard would compose such a syllable. */
function finalTooMany(text: string | null): string | null {
  if (text === null) return null;
  const [before, open, next] = [text.slice(0, -2), text.at(-2) as string, text.at(-1) as string];
  const final = 'ㄱㄲ-ㄴ--ㄷㄹ-------ㅁㅂ-ㅅㅆㅇㅈㅊㅋㅌㅍㅎ'.indexOf(getChoseong(next));
  if ((open.charCodeAt(0) - 0xac00) % 28 !== 0 || final === -1) return null;
  return before + String.fromCharCode(open.charCodeAt(0) + final + 1);
}

function twoParts(name: string): string | null {
  const [first, second] = name.match(/[가-힣]{2,}/g) ?? [];
  if (first === undefined) return null;
  if (second !== undefined) return `${second.slice(0, 2)} ${first.slice(0, 2)}`;
  return first.length < 4 ? null : `${first.slice(-2)} ${first.slice(0, 2)}`;
}

function mixed(text: string | null, random: Random): string | null {
  if (text === null || initialsKey(text).length < 3) return null;
  const [first, second, third] = [...text] as [string, string, string];
  return random() < 0.5
    ? first + getChoseong(second) + getChoseong(third)
    : getChoseong(first) + second + third;
}
