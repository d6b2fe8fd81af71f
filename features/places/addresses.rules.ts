import { letterKey } from '#common/korean.ts';

/** Short names of provinces that no longer one begins with. */
const ALSO_CALLED: Record<string, string> = {
  충청북도: '충북',
  충청남도: '충남',
  전라북도: '전북',
  전라남도: '전남',
  경상북도: '경북',
  경상남도: '경남',
  전북특별자치도: '전라북도',
  강원특별자치도: '강원도',
  제주특별자치도: '제주도',
};

/**
 * The words of addresses by which people name a place's whereabouts, from the province to the road, each once:
 * without building and lot numbers, floors and the country.
 * @example whereaboutsWords(['서울특별시 중구 명동9길 12, 2층 (을지로1가)']) // ['서울특별시', '서울시', '중구', '명동9길', '을지로1가']
 */
export function whereaboutsWords(addresses: readonly string[]): string[] {
  const words = addresses.flatMap((address) => wordsOfAddress(withoutCountry(address)));
  return [...new Set(words.flatMap(namesOfWhereabouts))];
}

export const wordsOfAddress = (address: string): string[] => address.split(/[\s(),]+/);

/** How people call what a word of an address names; nothing if it is a house, a floor or a lot. */
export function namesOfWhereabouts(word: string): string[] {
  const isWhereabouts =
    /^[가-힣].*(시|도|군|구|읍|면|동|리|가|로|길)$/.test(word) && !/^(지하|지상)/.test(word);
  if (!isWhereabouts) return [];
  const city = /^(..)(특별시|광역시|특별자치시)$/.exec(word);
  return [word, city && `${city[1]}시`, ALSO_CALLED[word]].filter((name) => typeof name === 'string');
}

/** As a search compares them: the letters of each word, each after a space. */
export const wordKeys = (words: readonly string[]): string =>
  words.map((word) => ` ${letterKey(word)}`).join('');

const COUNTRY = '(?:대한민국|South Korea|Republic of Korea|Korea)';

/**
 * Without the country, which maps services write at either end.
 * @example withoutCountry('대한민국 서울특별시 중구') // '서울특별시 중구'
 * @example withoutCountry('17 Jong-ro, Seoul, South Korea') // '17 Jong-ro, Seoul'
 */
export const withoutCountry = (address: string): string =>
  address
    .replace(new RegExp(`^\\s*${COUNTRY}(?:[\\s,]+|$)`), '')
    .replace(new RegExp(`(?:^|[\\s,]+)${COUNTRY}\\s*$`), '')
    .trim();

/**
 * What is left of an address for a point that is near it, not at it: the neighbourhood.
 * @example neighbourhoodOf('서울특별시 중구 명동9길 12 (을지로1가)') // '서울특별시 중구 을지로1가'
 * @returns null if the address names none
 */
export function neighbourhoodOf(address: string): string | null {
  const [, inBrackets] = /\(([가-힣0-9]+(?:동|가|리|읍|면|로))[,)]/.exec(`${address})`) ?? [];
  const words = withoutCountry(address)
    .replace(/\(.*$/, '')
    .split(/[\s,]+/);
  const upTo = words.findLastIndex((word) => /(동|가|리|읍|면)$/.test(word) && !/^(지하|지상|\d)/.test(word));
  if (inBrackets !== undefined) {
    const road = words.findIndex((word) => /(로|길)$/.test(word));
    return [...words.slice(0, road === -1 ? 2 : road), inBrackets].join(' ');
  }
  return upTo === -1 ? null : words.slice(0, upTo + 1).join(' ');
}
