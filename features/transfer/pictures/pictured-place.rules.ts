import { disassemble } from 'es-hangul';
import { letterKey } from '#common/korean-keys.ts';
import { housesOf } from '#features/places/houses.rules.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { isSameHouse, searchWithAddress } from '../matching.rules.ts';
import { parsePastedText } from '../pasted-text.rules.ts';
import { ANY_PROVINCE } from '../texts/regions.rules.ts';
import type { RecognisedLine } from './recognised-lines.rules.ts';

/** A place as recognised in a picture, with the likeliest name first. Every value may be wrong. */
export type PicturedPlace = { names: string[]; address: string; phoneNumber: string };

/** Maximum number of names that are searched for. */
const NAMES_MAXIMUM = 6;
/** Maximum number of candidates that are offered. */
export const PICTURE_CANDIDATES_MAXIMUM = 3;

/**
 * Finds the lines that may be the name and the address of a place. A name stands out by its size, is near the address,
 * or follows a label. Texts of apps are ignored.
 */
export function picturedPlaceOf(lines: readonly RecognisedLine[]): PicturedPlace {
  const read = lines.map((line) => ({ line, ...contentOf(line.text) }));
  const addressAt = read.findIndex(({ address }) => address !== '');
  const tallest = Math.max(...lines.map(({ height }) => height));
  const prominence = read.map(({ line, names }, at) => {
    if (names.length === 0) return 0;
    const isLabelled = /\[(?:네이버 ?지도|카카오 ?맵)\]?/.test(lines[at - 1]?.text ?? '');
    const isBeforeAddress = addressAt === at + 1;
    return (
      (line.height / tallest) * (line.confidence / 100) + (isLabelled ? 1 : 0) + (isBeforeAddress ? 0.4 : 0)
    );
  });
  const names = read
    .map((each, at) => ({ names: each.names, prominence: prominence[at] ?? 0 }))
    .filter((each) => each.prominence > 0)
    .toSorted((a, b) => b.prominence - a.prominence)
    .flatMap((each) => each.names);
  return {
    names: [...new Set(names)].slice(0, NAMES_MAXIMUM),
    address: read[addressAt]?.address ?? '',
    phoneNumber: read.find(({ phoneNumber }) => phoneNumber !== '')?.phoneNumber ?? '',
  };
}

/**
 * Reads a line of a picture in the same way as pasted text. A line that contains neither an address nor a telephone
 * number may be a name, or several names.
 */
function contentOf(text: string): { names: string[]; address: string; phoneNumber: string } {
  const line = text.replace(EDGE, '');
  const phoneNumber = PHONE.exec(line)?.[0] ?? '';
  const address = addressIn(line);
  const { places } = parsePastedText(line);
  const [place] = places;
  if (address !== '' || place?.address) {
    return { names: [], address: address || (place?.address ?? ''), phoneNumber };
  }
  if (phoneNumber !== '') return { names: [], address: '', phoneNumber };
  const names = places.filter(({ link }) => !link).map(({ name }) => name.replace(EDGE, ''));
  return {
    names: names.filter((name) => !APP_TEXT.test(name) && 2 <= letterKey(name).length),
    address: '',
    phoneNumber,
  };
}

/**
 * Returns the address in a line, up to the house number. Text recognition inserts spaces into words and omits spaces
 * between words. Therefore only the order of province, districts, street and number is used.
 * @example addressIn('서울 용산구회 나 무 로 41길 4 02-6272-5678') // 서울 용산구 회나무로41길 4
 */
export function addressIn(line: string): string {
  const dense = line
    .slice(0, LINE_MAXIMUM)
    .replace(/[.,:;'"`~]/g, '')
    // Removes all spaces except the space between two numbers, as in 19-1 2층.
    .replace(/(?<![\d-]) +| +(?![\d-])/g, '');
  const { province = '', districts = '', street = '', number = '' } = ADDRESS.exec(dense)?.groups ?? {};
  if (number === '') return '';
  const levels = districts.match(/[가-힣]{1,4}?[시군구]/g) ?? [];
  return [province, ...levels, street, number].filter((part) => part !== '').join(' ');
}

const LINE_MAXIMUM = 120;
// A second district can follow only a city (시), so that 압구 in 압구정로 is not read as a district.
const DISTRICTS = '(?:[가-힣]{1,4}?시(?:[가-힣]{1,4}?구)?|[가-힣]{1,4}?[군구])';
const STREETS = '[가-힣][가-힣\\d]{0,9}?(?:(?:로|길)(?:\\d{1,4}[가나]?(?:번)?길)?|동|읍|면|리|가)';
const ADDRESS = new RegExp(
  `(?<province>${ANY_PROVINCE})?(?<districts>${DISTRICTS})(?<street>${STREETS})(?<number>(?:지하|산)?\\d{1,4}(?:-\\d{1,4})?)(?![\\d가나번길-])`,
);

/** Matches stray symbols and single letters, because text recognition turns icons and bullets into them. */
const EDGE = /^(?:[^가-힣A-Za-z\d[(]+|[ㄱ-ㅣA-Za-z\d&](?= ))+\s*|[^가-힣A-Za-z\d)\]]+$/g;
const PHONE = /0\d{1,3}-\d{3,4}-\d{4}/;
/** Texts of map apps, social networks and phones. */
const APP_TEXT =
  /^(?:출발|도착|저장|공유|소식|메뉴|리뷰|사진|예약|전화|길찾기|거리뷰|팔로우|팔로잉|더보기|답글.*|좋아요.*|댓글.*|게시물|.*방문자 ?리뷰.*|.*블로그 ?리뷰.*|영업 ?(?:중|종료).*|오늘 ?휴무.*|.*라스트 ?오더.*|(?:주차|포장|단체|배달)[, ].*)$|^\[|#|@|:\/\/|(?:출발|도착).*(?:저장|공유)|소식.*메뉴/;

/** Returns the texts to search for, the most specific first. */
export function searchesForPictured({ names, address }: PicturedPlace): string[] {
  const [first = ''] = names;
  // The district is left out, because it may be misread.
  const byAddress = housesOf(address)
    .map(({ street, number }) => `${street} ${number}`)
    .slice(0, 1);
  const both = address === '' ? [] : [searchWithAddress({ name: first, address })];
  return [...new Set([...both, ...byAddress, ...names])];
}

/**
 * Returns the places that the picture most likely shows. The most likely place is first. The member always chooses; no
 * place is chosen automatically.
 * @param found results of the searches
 */
export function pictureCandidates<
  Found extends Pick<PlaceSuggestion, 'placeId' | 'name' | 'address' | 'businessStatus'>,
>({ pictured: { names, address }, found }: { pictured: PicturedPlace; found: readonly Found[] }): Found[] {
  const scored = found.map((place) => {
    const likeness = Math.max(0, ...names.map((name, at) => likenessOf(name, place.name) - at * 0.04));
    const isThere = address !== '' && isSameHouse({ address }, place);
    const isClosed = place.businessStatus === 'closed_permanently';
    return { place, likeness, isThere, score: likeness + (isThere ? 0.8 : 0) - (isClosed ? 0.15 : 0) };
  });
  return scored
    .filter(({ likeness, isThere }) => isThere || LIKE_ENOUGH <= likeness)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, PICTURE_CANDIDATES_MAXIMUM)
    .map(({ place }) => place);
}

const LIKE_ENOUGH = 0.5;

/**
 * Returns the places of a picture that names several, such as a caption of the best five: the most similar place of each
 * name. Returns [] if the picture shows one place.
 */
export function namedPlacesOf<Found extends Pick<PlaceSuggestion, 'placeId' | 'name' | 'businessStatus'>>({
  pictured: { names, address },
  found,
}: {
  pictured: PicturedPlace;
  found: readonly Found[];
}): Found[] {
  if (address !== '') return [];
  const open = found.filter(({ businessStatus }) => businessStatus !== 'closed_permanently');
  const named = names.flatMap((name) => {
    const [best] = open.toSorted((a, b) => likenessOf(name, b.name) - likenessOf(name, a.name));
    return best && NAMED <= likenessOf(name, best.name) ? [best] : [];
  });
  const places = [...new Map(named.map((place) => [place.placeId, place])).values()];
  return 1 < places.length ? places : [];
}

const NAMED = 0.85;

/**
 * Returns the similarity of two texts: 1 for the same letters, 0 if no letter is in common. Vowels and consonants are
 * compared instead of syllables, because text recognition often misreads only one vowel or consonant of a syllable.
 */
function likenessOf(line: string, name: string): number {
  const [a, b] = [disassemble(letterKey(line)), disassemble(letterKey(name))];
  if (a === '' || b === '') return 0;
  const whole = 1 - editDistance(a, b) / Math.max(a.length, b.length);
  // A line may contain more than the name, such as 고료리켄 일식. It may also contain only the beginning of the name, such as
  // 모수 for 모수 서울.
  if (4 <= b.length && a.includes(b)) return Math.max(whole, 0.75);
  return 4 <= a.length && b.startsWith(a) ? Math.max(whole, 0.6) : whole;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
