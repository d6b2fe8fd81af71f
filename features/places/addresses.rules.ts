import { letterKey } from '#common/korean-keys.ts';
import { otherRegionNames } from '#common/regions.ts';
import { locationNames } from './location-names.rules.ts';
import { neighbourhoodInBrackets } from './short-address.rules.ts';

/**
 * Returns the distinct words that name a location in the addresses of a place, from the province to the road or
 * neighbourhood, and the other names of its regions. The country, house numbers and floors are left out.
 * @example locationWords(['서울특별시 중구 명동9길 12, 2층 (을지로1가)']) // ['서울특별시', '서울시', '중구', '명동9길', '을지로1가']
 */
export function locationWords(addresses: readonly string[]): string[] {
  const words = [...addresses.flatMap(typedWords), ...otherRegionNames(addresses.map(withoutCountry))];
  return [...new Set(words.flatMap(locationNames))];
}

/** Returns the words of an address that name a location, as they are written. */
export const typedLocationWords = (address: string): string[] => [
  ...new Set(typedWords(address).flatMap(locationNames)),
];

const typedWords = (address: string) => splitAddress(withoutCountry(address));

export const splitAddress = (address: string): string[] => address.split(/[\s(),]+/);

/**
 * Returns the letter keys of the words. Each key is preceded by a space, so that a search can match the start of a
 * word.
 */
export const wordKeys = (words: readonly string[]): string =>
  words.map((word) => ` ${letterKey(word)}`).join('');

const COUNTRY = '(?:대한민국|South Korea|Republic of Korea|Korea)';
const COUNTRY_FIRST = new RegExp(`^\\s*${COUNTRY}(?:[\\s,]+|$)`);
const COUNTRY_LAST = new RegExp(`(?:^|[\\s,]+)${COUNTRY}\\s*$`);

/**
 * Returns the address without the country, which maps services write at the start or at the end.
 * @example withoutCountry('대한민국 서울특별시 중구') // '서울특별시 중구'
 * @example withoutCountry('17 Jong-ro, Seoul, South Korea') // '17 Jong-ro, Seoul'
 */
export const withoutCountry = (address: string): string =>
  address.includes('대한민국') || address.includes('Korea')
    ? address.replace(COUNTRY_FIRST, '').replace(COUNTRY_LAST, '').trim()
    : address.trim();

/**
 * Returns the address up to the neighbourhood, without the road and the house number. It describes a point that is
 * near the address but not at it.
 * @example neighbourhoodOf('서울특별시 중구 명동9길 12 (을지로1가)') // '서울특별시 중구 을지로1가'
 * @returns null if the address names no neighbourhood
 */
export function neighbourhoodOf(address: string): string | null {
  // Appends a bracket, because the address may lack its closing bracket.
  const inBrackets = neighbourhoodInBrackets(`${address})`);
  const words = withoutCountry(address)
    .replace(/\(.*$/, '')
    .split(/[\s,]+/);
  const upTo = words.findLastIndex((word) => /(동|가|리|읍|면)$/.test(word) && !/^(지하|지상|\d)/.test(word));
  if (inBrackets !== '') {
    const road = words.findIndex((word) => /(로|길)$/.test(word));
    return [...words.slice(0, road === -1 ? 2 : road), inBrackets].join(' ');
  }
  return upTo === -1 ? null : words.slice(0, upTo + 1).join(' ');
}

/**
 * Returns the address up to the house number, without the floor and the text in brackets. Returns null if the address
 * has no house number.
 * @example houseOf('서울특별시 중구 명동9길 12-1, 2층 (을지로1가)') // '서울특별시 중구 명동9길 12-1'
 * @example houseOf('경기도 양평군 서종면 문호리 66-7번지') // '경기도 양평군 서종면 문호리 66-7'
 */
export const houseOf = (address: string): string | null =>
  /^.*?(?:로|길|[동리가읍면])\s+(?:산\s*|지하\s*)?\d+(?:-\d+)?(?!\d|-|\s*[로길])/.exec(
    withoutCountry(address),
  )?.[0] ?? null;

export function buildingsOf(address: string): string[] {
  return [...new Set(address.split(/[\s(),]+/).filter((word) => BUILDING.test(word)))];
}

const BUILDING =
  /^(?=.*[가-힣])[가-힣A-Za-z0-9]{2,}(?:빌딩|타워|시장|백화점|호텔|몰|플라자|센터|프라자|상가|터미널|아울렛|스퀘어|팰리스|아파트|빌라트|하우스|캠퍼스|대학교|병원|공항|리조트|마트)$/;
