import { cut } from '#common/cut.ts';
import { EARLIEST_DAY, parseDay } from '#common/dates.ts';
import type { Coordinates } from '#common/geo.ts';
import { EMPTY_PLACE, type FilePlace } from './file-place.ts';

/** The values that a file contains for a place, by field. */
export type WrittenFields = Partial<Record<Field, string>>;

export const FIELDS = [
  'name',
  'address',
  'lat',
  'lng',
  'phoneNumber',
  'link',
  'note',
  'tags',
  'category',
  'status',
  'rating',
  'review',
  'sourceKind',
  'sourceMemo',
  'placeId',
  'savedAt',
  'visitedAt',
  'sharing',
  'isShared',
  'isAnonymous',
] as const;
export type Field = (typeof FIELDS)[number];

/** The possible names of columns and properties, by field. Names are compared without spaces, punctuation and case. */
const NAMES: Record<Field, readonly string[]> = {
  name: [
    ...[
      '이름',
      '상호',
      '상호명',
      '가게',
      '가게명',
      '가게이름',
      '식당',
      '식당명',
      '식당이름',
      '맛집',
      '맛집명',
    ],
    ...[
      '맛집이름',
      '장소',
      '장소명',
      '장소이름',
      '업체',
      '업체명',
      '업소명',
      '사업장명',
      '매장명',
      '음식점',
      '음식점명',
    ],
    ...[
      'name',
      'title',
      'place',
      'placename',
      'restaurant',
      'restaurantname',
      'displayname',
      'businessname',
      '명칭',
    ],
  ],
  address: [
    ...[
      '주소',
      '도로명주소',
      '도로명전체주소',
      '지번주소',
      '소재지',
      '소재지전체주소',
      '전체주소',
      '상세주소',
      '위치',
    ],
    ...['address', 'addr', 'roadaddress', 'fulladdress', 'formattedaddress', 'location', 'streetaddress'],
  ],
  lat: ['위도', 'lat', 'latitude', 'y', 'py', 'y좌표', '좌표y'],
  lng: ['경도', 'lng', 'lon', 'long', 'longitude', 'x', 'px', 'x좌표', '좌표x'],
  phoneNumber: ['전화', '전화번호', '연락처', '소재지전화', 'phone', 'phonenumber', 'tel', 'telephone'],
  link: [
    '링크',
    'url',
    'link',
    '지도링크',
    '네이버지도',
    '카카오맵',
    '홈페이지주소',
    'googlemapsurl',
    'placeurl',
    'href',
  ],
  note: [
    ...['메모', '비고', '설명', '코멘트', '특이사항', '내용', 'note', 'notes', 'comment', 'comments', 'memo'],
    ...['description', 'desc', 'cmt'],
  ],
  tags: [
    ...[
      '태그',
      '그룹',
      '폴더',
      '리스트',
      '구분',
      '지역',
      '메뉴분류',
      'tags',
      'tag',
      'folder',
      'group',
      'list',
    ],
    'type',
  ],
  category: ['분류', '카테고리', '종류', '음식종류', '업종', 'category', 'categories'],
  status: ['상태', '방문여부', '방문상태', '방문', 'status', 'visited'],
  rating: ['별점', '평점', '내평점', '점수', 'rating', 'score', 'stars', 'fivestarratingpublished'],
  review: ['한줄', '한줄평', '리뷰', '후기', '감상', 'review', 'reviewtext', 'reviewtextpublished'],
  sourceKind: ['출처', 'sourcekind'],
  sourceMemo: ['출처메모', 'sourcememo'],
  placeId: ['장소id', 'placeid'],
  savedAt: ['등록일', 'savedat'],
  visitedAt: ['방문일', 'visitedat'],
  sharing: ['공개'],
  isShared: ['isshared'],
  isAnonymous: ['isanonymous'],
};

const FIELD_OF_NAME = new Map(FIELDS.flatMap((field) => NAMES[field].map((name) => [name, field] as const)));

/** @example fieldOfName('도로명 주소') // 'address' */
export const fieldOfName = (written: string): Field | null =>
  FIELD_OF_NAME.get(
    written
      .slice(0, 60)
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]/gu, ''),
  ) ?? null;

const NAME_MAXIMUM = 100;
const ADDRESS_MAXIMUM = 200;
const PHONE_MAXIMUM = 30;
const LINK_MAXIMUM = 500;
const REVIEW_MAXIMUM = 2_000;
const MEMO_MAXIMUM = 200;
const PLACE_ID_MAXIMUM = 300;
const TAG_MAXIMUM = 20;
const TAGS_MAXIMUM = 20;

/**
 * Creates a place from the values of a file. Texts are truncated to the stored lengths. Returns null if the values
 * contain no address and no name, and the link contains no name either.
 */
export function placeOf(written: WrittenFields, at: Coordinates | null = null): FilePlace | null {
  const link = linkOf(written.link ?? '');
  const fromLink = placeInLink(link);
  const name = oneLine(written.name ?? '', NAME_MAXIMUM) || fromLink.name;
  const address = oneLine(written.address ?? '', ADDRESS_MAXIMUM).replace(/^대한민국 /, '');
  const coordinates =
    at ?? pointOf({ lat: numberOf(written.lat), lng: numberOf(written.lng) }) ?? fromLink.coordinates;
  if (name === '' && address === '') return null;
  const isOwnExport = written.placeId !== undefined;
  return {
    ...EMPTY_PLACE,
    name,
    address,
    coordinates,
    link,
    phoneNumber: phoneOf(written.phoneNumber ?? ''),
    placeId: oneLine(written.placeId ?? '', PLACE_ID_MAXIMUM),
    // In our own export, the description only repeats other fields. Therefore it is not used as a note. The category
    // has a column of its own in our export. Therefore it is not used as a tag.
    note: isOwnExport ? '' : cut(plainText(written.note ?? ''), REVIEW_MAXIMUM),
    tags: tagsOf(written.tags || (isOwnExport ? '' : written.category) || ''),
    status: statusOf(written.status ?? ''),
    rating: ratingOf(written.rating),
    // Our own export contains the review exactly as the member wrote it. The review may look like HTML, but must not be
    // converted from HTML.
    review: cut((isOwnExport ? storable : plainText)(written.review ?? ''), REVIEW_MAXIMUM),
    sourceKind: sourceKindOf(written.sourceKind ?? ''),
    sourceMemo: oneLine(written.sourceMemo ?? '', MEMO_MAXIMUM),
    ...(isOwnExport && pastOf(written)),
  };
}

const pastOf = ({ savedAt, visitedAt, sharing, isShared, isAnonymous }: WrittenFields) => ({
  savedAt: timeOf(savedAt ?? ''),
  visitedAt: timeOf(visitedAt ?? ''),
  isShared: isShared === 'true' || sharing === '공개' || sharing === '익명 공개',
  isAnonymous: isAnonymous === 'true' || sharing === '익명 공개',
});

/** Returns the time in milliseconds of a date, or of a date and time in ISO 8601. */
function timeOf(written: string): number | null {
  const time =
    parseDay(written) ?? (/^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/.test(written) ? Date.parse(written) : Number.NaN);
  return EARLIEST_DAY <= time ? time : null;
}

/**
 * Returns null for coordinates that are not on earth. Also returns null for [0, 0], because files contain [0, 0] for
 * unknown points.
 */
export function pointOf({ lat, lng }: { lat: number; lng: number }): Coordinates | null {
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || (lat === 0 && lng === 0)) return null;
  return -90 <= lat && lat <= 90 && -180 <= lng && lng <= 180 ? { lat, lng } : null;
}

/** Returns the name of a list as a tag, without file extension and folders. */
export const tagOfList = (list: string): string =>
  oneLine(
    list.replace(/\.(?:csv|tsv|txt|json|geojson|kml|kmz|gpx|zip)$/i, '').replace(/^.*[/\\]/, ''),
    TAG_MAXIMUM,
  );

export const mergeTags = (...lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].slice(0, TAGS_MAXIMUM);

/** Converts HTML to plain text, because descriptions in KML contain HTML. */
export function plainText(written: string): string {
  return written
    .slice(0, 4 * REVIEW_MAXIMUM)
    .replace(/<br\s{0,3}\/?>|<\/(?:p|div|li|tr)>/gi, '\n')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(CONTROL, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();
}

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/**
 * Characters that are replaced by a space: control characters except line breaks and tabs, lone surrogates, and
 * invisible characters.
 */
const CONTROL = /(?![\t\n])[\p{Cc}\p{Cs}\u200b-\u200f\u2060\ufeff]/gu;

/** Replaces NUL and lone surrogates, because PostgreSQL cannot store these characters. */
const storable = (written: string): string => written.replace(/[\0\p{Cs}]/gu, ' ');

const oneLine = (written: string, maximum: number): string =>
  cut(
    written
      .slice(0, 4 * maximum)
      .normalize('NFC')
      .replace(CONTROL, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    maximum,
  );

const numberOf = (written: string | undefined): number =>
  written === undefined || !/^\s*[-+]?\d/.test(written) ? Number.NaN : Number(written);

function linkOf(written: string): string {
  const link = written.trim();
  return link.length <= LINK_MAXIMUM && /^https?:\/\/[^\s]+$/i.test(link) && URL.canParse(link) ? link : '';
}

/**
 * Reads the name and the point of a place from a link of Google Maps. The link of a dropped pin contains only the
 * point.
 */
function placeInLink(link: string): { name: string; coordinates: Coordinates | null } {
  const nothing = { name: '', coordinates: null };
  if (!isGoogleMaps(link)) return nothing;
  const { pathname, href } = new URL(link);
  const pin = /^\/maps\/search\/(-?\d{1,3}\.\d+),\+?(-?\d{1,3}\.\d+)/.exec(pathname);
  const exact = pin ?? /!3d(-?\d{1,3}\.\d+)!4d(-?\d{1,3}\.\d+)/.exec(href);
  const coordinates = exact ? pointOf({ lat: Number(exact[1]), lng: Number(exact[2]) }) : null;
  const written = /^\/maps\/place\/([^/@]{1,300})/.exec(pathname)?.[1]?.replaceAll('+', ' ') ?? '';
  try {
    const name = oneLine(decodeURIComponent(written), NAME_MAXIMUM);
    return { name: /^[\d\s.,°'"NSEW-]*$/.test(name) ? '' : name, coordinates };
  } catch {
    return { name: '', coordinates };
  }
}

/**
 * Compares the parsed host name. A search in the text of the link would also find the host name in the path of another
 * site's link.
 */
export function isGoogleMaps(link: string): boolean {
  if (link === '' || !URL.canParse(link)) return false;
  const { hostname, pathname } = new URL(link);
  return /^(?:www\.)?google\.(?:com|co\.kr)$/.test(hostname) && pathname.startsWith('/maps')
    ? true
    : ['maps.google.com', 'maps.app.goo.gl', 'goo.gl'].includes(hostname);
}

function phoneOf(written: string): string {
  const phone = written.trim();
  return phone.length <= PHONE_MAXIMUM && /^[0-9+()\-\s]*$/.test(phone) ? phone : '';
}

const tagsOf = (written: string): string[] =>
  mergeTags(
    written
      .slice(0, 2_000)
      .split(/[,;#|\n]/)
      .map((tag) => oneLine(tag, TAG_MAXIMUM))
      .filter((tag) => tag !== ''),
  );

function statusOf(written: string): FilePlace['status'] {
  const status = written.trim().toLowerCase().replace(/\s/g, '');
  if (/^(?:방문완료|완료|다녀옴|방문함|가봄|예|o|y|yes|true|visited|done)$/.test(status)) return '방문 완료';
  if (/^(?:방문예정|예정|안가봄|미방문|아니요|아니오|x|n|no|false|tovisit|wish|planned)$/.test(status))
    return '방문 예정';
  return null;
}

/** Returns the rating, rounded to a multiple of 0.5. Returns null if the rounded rating is not between 0.5 and 5. */
function ratingOf(written: string | undefined): number | null {
  const stars = /^★{1,5}/.exec(written?.trim() ?? '')?.[0].length;
  const rating = Math.round((stars ?? numberOf(written?.replace(/점$/, ''))) * 2) / 2;
  return 0.5 <= rating && rating <= 5 ? rating : null;
}

const SOURCE_KINDS = { TV: 'tv', 잡지: 'magazine', 지인: 'person', 직접: 'own' } as const;

/** Reads the source kind as our own exports write it. */
const sourceKindOf = (written: string): FilePlace['sourceKind'] =>
  SOURCE_KINDS[written.trim() as keyof typeof SOURCE_KINDS] ??
  Object.values(SOURCE_KINDS).find((kind) => kind === written.trim()) ??
  null;
