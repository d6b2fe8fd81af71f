import { letterKey } from '#common/korean.ts';

/** Short names of provinces that are not prefixes of the full name. */
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
 * The distinct words of addresses that name a location, from the province to the road: without building and lot
 * numbers, floors and the country.
 * @example locationWords(['서울특별시 중구 명동9길 12, 2층 (을지로1가)']) // ['서울특별시', '서울시', '중구', '명동9길', '을지로1가']
 */
export function locationWords(addresses: readonly string[]): string[] {
  const words = addresses.flatMap((address) => splitAddress(withoutCountry(address)));
  return [...new Set(words.flatMap(locationNames))];
}

export const splitAddress = (address: string): string[] => address.split(/[\s(),]+/);

/** Common names of what an address word names; empty for a house, a floor or a lot. */
export function locationNames(word: string): string[] {
  const isLocation = /^[가-힣].*(시|도|군|구|읍|면|동|리|가|로|길)$/.test(word) && !/^(지하|지상)/.test(word);
  if (!isLocation) return [];
  const city = /^(..)(특별시|광역시|특별자치시)$/.exec(word);
  return [word, city && `${city[1]}시`, ALSO_CALLED[word]].filter((name) => typeof name === 'string');
}

/** As a search compares them: the letters of each word, each preceded by a space. */
export const wordKeys = (words: readonly string[]): string =>
  words.map((word) => ` ${letterKey(word)}`).join('');

const COUNTRY = '(?:대한민국|South Korea|Republic of Korea|Korea)';

/**
 * Removes the country, which maps services write at either end.
 * @example withoutCountry('대한민국 서울특별시 중구') // '서울특별시 중구'
 * @example withoutCountry('17 Jong-ro, Seoul, South Korea') // '17 Jong-ro, Seoul'
 */
export const withoutCountry = (address: string): string =>
  address
    .replace(new RegExp(`^\\s*${COUNTRY}(?:[\\s,]+|$)`), '')
    .replace(new RegExp(`(?:^|[\\s,]+)${COUNTRY}\\s*$`), '')
    .trim();

/**
 * Reduces an address to its neighbourhood, for a point that is near the address but not at it.
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

/**
 * The part of an address that names the house, without floor and neighbourhood; null if there is none.
 * @example houseOf('서울특별시 중구 명동9길 12-1, 2층 (을지로1가)') // '서울특별시 중구 명동9길 12-1'
 * @example houseOf('경기도 양평군 서종면 문호리 66-7번지') // '경기도 양평군 서종면 문호리 66-7'
 */
export const houseOf = (address: string): string | null =>
  /^.*?(?:로|길|[동리가읍면])\s+(?:산\s*|지하\s*)?\d+(?:-\d+)?(?!\d|-|\s*[로길])/.exec(
    withoutCountry(address),
  )?.[0] ?? null;

/** A house of a road (압구정로80길 19-1) or a lot of a neighbourhood (청담동 17-24). */
export type House = { street: string; number: string };

/**
 * The houses that addresses name: a road with its building number, or a neighbourhood with its lot number. Floors,
 * rooms and text in brackets are ignored.
 * @example housesOf('서울특별시 강남구 압구정로80길 19-1, 2층 (청담동)') // [{ street: '압구정로80길', number: '19-1' }]
 * @example housesOf('성수이로97') // [{ street: '성수이로', number: '97' }]
 */
export function housesOf(address: string): House[] {
  const words = withoutCountry(address)
    .replace(/\([^)]*\)?/g, ' ')
    .split(/[\s,]+/)
    .filter((word) => !FLOOR.test(word));
  return words.flatMap((word, at) => {
    const joined = STREET_AND_NUMBER.exec(word);
    if (joined) return [{ street: joined[1] as string, number: joined[2] as string }];
    if (!STREET.test(word)) return [];
    // 지하 and 산 come between the street and its number; a road may be written as two words: 학동로 97길.
    const rest = words.slice(at + 1).filter((each) => each !== '지하' && each !== '산');
    const [next = '', afterNext = ''] = rest;
    const branch = /^\d+[가-나]?(?:번)?길$/.test(next);
    const street = branch ? word + next : word;
    const number = /^(?:산|지하)?(\d+(?:-\d+)?)(?:번지)?$/.exec(branch ? afterNext : next)?.[1];
    return number === undefined ? [] : [{ street, number }];
  });
}

const STREET = /^[가-힣].*(?:로|길|동|리|가|읍|면)$/;
const STREET_AND_NUMBER = /^([가-힣].*(?:로|길|동|리|가))(?:지하|산)?(\d+(?:-\d+)?)(?:번지)?$/;
const FLOOR = /^(?:지하|지상|B)?\d+(?:층|F|호)$/i;

/**
 * As an index stores a house. The number ends with a terminator, so that 19 and 19-1 differ, and follows the street, so
 * that an incomplete number is a prefix.
 */
export const houseKey = ({ street, number }: House): string => `${letterKey(street)} ${number}.`;

/** Names of buildings and markets in addresses: 롯데월드타워, 노량진수산시장. */
export function buildingsOf(address: string): string[] {
  return [...new Set(address.split(/[\s(),]+/).filter((word) => BUILDING.test(word)))];
}

const BUILDING =
  /^(?=.*[가-힣])[가-힣A-Za-z0-9]{2,}(?:빌딩|타워|시장|백화점|호텔|몰|플라자|센터|프라자|상가|터미널|아울렛|스퀘어|팰리스|아파트|빌라트|하우스|캠퍼스|대학교|병원|공항|리조트|마트)$/;
