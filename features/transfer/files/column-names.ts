/** The values that a file contains for a place, by field. */
export type WrittenFields = Partial<Record<Field, string>>;

export const FIELDS = [
  'name',
  'address',
  'lat',
  'lng',
  'point',
  'phoneNumber',
  'link',
  'note',
  'tags',
  'category',
  'categoryId',
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
      ...['명칭', '제목', '점포명', '가맹점명'],
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
    ...[
      'address',
      'addr',
      'roadaddress',
      'fulladdress',
      'formattedaddress',
      'location',
      'streetaddress',
      '가게주소',
      '매장주소',
      '주소지',
    ],
  ],
  lat: ['위도', 'lat', 'latitude', 'y', 'py', 'y좌표', '좌표y'],
  lng: ['경도', 'lng', 'lon', 'long', 'longitude', 'x', 'px', 'x좌표', '좌표x'],
  point: [
    ...['좌표', '위경도', '경위도', '위도경도', '위치좌표', 'gps', 'gps좌표'],
    ...['coordinates', 'coordinate', 'latlng', 'latlong', 'lnglat', 'wkt', 'geom', 'geometry'],
  ],
  phoneNumber: [
    '전화',
    '매장전화',
    '대표전화',
    '전화번호',
    '연락처',
    '소재지전화',
    'phone',
    'phonenumber',
    'tel',
    'telephone',
  ],
  link: [
    '링크',
    'url',
    'link',
    '지도링크',
    '네이버지도',
    '카카오맵',
    ...[
      '홈페이지주소',
      '지도',
      '지도url',
      '지도주소',
      '네이버지도링크',
      '카카오맵링크',
      '구글지도',
      '구글맵',
    ],
    ...['네이버링크', '카카오링크', '구글지도링크', 'mapurl', 'maplink', 'website'],
    'googlemapsurl',
    'placeurl',
    'href',
  ],
  note: [
    ...[
      '메모',
      '비고',
      '설명',
      '코멘트',
      '댓글',
      '특이사항',
      '내용',
      'note',
      'notes',
      'comment',
      'comments',
      'memo',
    ],
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
  categoryId: ['분류id', 'categoryid'],
  category: ['분류', '카테고리', '종류', '음식종류', '업종', 'category', 'categories'],
  status: [
    '상태',
    '방문여부',
    '방문상태',
    '방문',
    '방문유무',
    '다녀옴',
    '가봤는지',
    '가봄',
    'status',
    'visited',
  ],
  rating: [
    '별점',
    '평점',
    '내평점',
    '내별점',
    '나의별점',
    '나의평점',
    '점수',
    'rating',
    'score',
    'stars',
    'fivestarratingpublished',
  ],
  review: ['한줄', '한줄평', '리뷰', '후기', '감상', 'review', 'reviewtext', 'reviewtextpublished'],
  sourceKind: ['출처', 'sourcekind'],
  sourceMemo: ['출처메모', 'sourcememo'],
  placeId: ['장소id', 'placeid'],
  savedAt: ['등록일', 'savedat'],
  visitedAt: [
    ...[
      '방문일',
      '방문일자',
      '방문날짜',
      '방문한날',
      '방문한날짜',
      '다녀온날',
      '다녀온날짜',
      '간날',
      '최근방문일',
    ],
    ...['visitedat', 'visitdate', 'datevisited', 'visitedon'],
  ],
  sharing: ['공개'],
  isShared: ['isshared'],
  isAnonymous: ['isanonymous'],
};

const FIELD_OF_NAME = new Map(FIELDS.flatMap((field) => NAMES[field].map((name) => [name, field] as const)));

/**
 * Returns the field of a column. A remark in brackets is ignored if the whole name is unknown.
 * @example fieldOfName('도로명 주소') // 'address'
 * @example fieldOfName('방문 여부(O/X)') // 'status'
 */
export function fieldOfName(written: string): Field | null {
  const name = written.slice(0, 60).normalize('NFC').toLowerCase();
  return (
    FIELD_OF_NAME.get(letters(name)) ?? FIELD_OF_NAME.get(letters(name.replace(/[([{（［].*$/s, ''))) ?? null
  );
}

const letters = (name: string): string => name.replace(/[^\p{Letter}\p{Number}]/gu, '');

/**
 * Whether a property is written by a maps program for itself, such as the colour of a pin. The member is not asked about
 * such a property.
 */
export const isTechnical = (name: string): boolean =>
  /^(?:gx_media_links|styleurl|stylehash|stylemaphash|icon|marker-.*|fill.*|stroke.*|_.*|@.*|(?:ogc_|osm_|f)?id|tessellate|extrude|visibility|draworder|altitudemode|timestamp|begin|end|snippet|date|published|updated|country_code|google_maps_url|questions)$/i.test(
    name.trim(),
  );
