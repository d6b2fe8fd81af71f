import { ANY_PROVINCE, DISTRICT, SHORT_DISTRICT } from './regions.rules.ts';

/*
 * Finds addresses in a line by their structure: regions, then a road or a neighbourhood, then a number, then building
 * and floor. Every pattern is limited in length, so that the time is linear in the length of the line.
 */

/** An address in a line. */
export type AddressSpan = {
  from: number;
  /** End of the number. */
  houseEnd: number;
  /** End of the building, floor and room behind the number. */
  end: number;
  /**
   * Beginning of the last part of the tail, which may also be the name, or the beginning of the name: 차이나하우스, 2층 다방,
   * 병원 앞 분식. Equal to `end` if there is no such part.
   */
  nameFrom: number;
  /** Whether the part at `nameFrom` is a building, not a floor or a room. */
  endsWithBuilding: boolean;
  /** Whether the address names no region: 양화로 12. Such a text may also be a name. */
  isWeak: boolean;
};

/** Space between two words of an address. It is missing if someone typed the address without blanks. */
const GAP = '[ ,]{0,2}';
const NEIGHBOURHOOD = '[가-힣][가-힣\\d·]{0,7}?(?:읍|면|동(?: ?\\d가)?|리|가|로 ?\\d가)';
const SYLLABLE = '[가나다라마바사아자차카타파하]';
/** A road: 연무장길, 1순환로 648번길, 한남대로27가길, 세종 대로. */
const ROAD = `[가-힣\\d][가-힣\\d.·]{0,14}?(?: (?=대로 ?\\d))?(?:로|길)(?: ?\\d{1,4}${SYLLABLE}?번?안?길)?`;
/** The end of a house number. 을지로 3가, 24시 and 9,500원 are no house numbers. */
const NUMBER_END =
  '(?!\\d|-\\d|[.,]\\d|층|호(?!텔)|가(?![가-힣]{2})|번?길|번 ?출구|대째|년|월|원|천원|만원|명|인분|분(?!식)|시(?!장)|개|km|m\\b|차(?!이))';
const BUILDING_NUMBER = `(?:지하 ?)?\\d{1,5}(?:-\\d{1,4})?${NUMBER_END}`;
const LOT_NUMBER = `(?:산 ?)?\\d{1,5}(?:-\\d{1,4})?(?:번지)?${NUMBER_END}`;
const HOUSE = `(?:${ROAD} ?${BUILDING_NUMBER}|${NEIGHBOURHOOD} ?${LOT_NUMBER})`;

const DISTRICTS_FROM = `(?:(?:${DISTRICT}|${SHORT_DISTRICT})${GAP}){`;
const ADDRESS = new RegExp(
  `(?:대한민국${GAP})?(?:${ANY_PROVINCE}${GAP}${DISTRICTS_FROM}0,3}|${DISTRICTS_FROM}1,3})` +
    `(?:${NEIGHBOURHOOD}${GAP}){0,3}?${HOUSE}`,
  'y',
);
/** An address without a region. The space before the number prevents that parts of words are read as addresses. */
const WEAK_ADDRESS = new RegExp(
  `(?:${NEIGHBOURHOOD} ){0,2}?(?:${ROAD} ?${BUILDING_NUMBER}|${NEIGHBOURHOOD} ?(?:산 ?)?\\d{1,5}(?:-\\d{1,4}|번지)|${NEIGHBOURHOOD} \\d{2,4}(?= ?(?:$|[,)]|지하|B?\\d층)))(?![가-힣A-Za-z\\d])`,
  'y',
);
/** 45 Yeonmujang-gil, Seongdong-gu, Seoul */
const ENGLISH_ADDRESS =
  /\d{1,5}(?:-\d{1,4})?,? [A-Za-z][A-Za-z0-9-]{1,30}[- ]?(?:daero|ro|gil|dong)(?: ?\d{1,3}(?:beon)?-?gil)?(?:,? [A-Za-z0-9-]{1,30}){0,8}(?![A-Za-z])/iy;
/** Adverbs and dishes that end like a road or a neighbourhood. */
const NO_ROAD =
  /^(?:[가-힣]*(?:우|규|텐|츠|센|냉)동|[가-힣](?:로|길)|[이그저]대로|[가-힣]+ ?대로 하|제대로|마음대로|그대로|별도로|앞으로|뒤로|서로)(?=[ \d])/;
/** A province in the middle of a word, if a district follows: 하동관서울 중구. 세종 has no districts. */
const GLUED = new RegExp(
  `(?<=[가-힣\\dA-Za-z)])(?:${ANY_PROVINCE}(?=${GAP}(?:${DISTRICT}|${SHORT_DISTRICT}))|세종(?:특별자치시|시)?(?= {1,2}[가-힣\\d]{1,10}(?:로|길) ?\\d))`,
  'g',
);
const WORD_START = /(?<![가-힣\dA-Za-z])[가-힣\d]/g;

/** Maximum length of an address up to its number. */
const REACH = 90;

/** Returns the addresses of a line in their order. */
export function addressesIn(text: string): AddressSpan[] {
  const starts = [...text.matchAll(WORD_START), ...text.matchAll(GLUED)]
    .map(({ index }) => index)
    .toSorted((a, b) => a - b);
  const found: AddressSpan[] = [];
  for (const from of starts) {
    if (from < (found.at(-1)?.end ?? 0)) continue;
    const strong = endOf(ADDRESS, text, from) ?? endOf(ENGLISH_ADDRESS, text, from);
    const isGlued = from > 0 && /[가-힣\dA-Za-z)]/.test(text.charAt(from - 1));
    const weak = strong === null && !isGlued && !NO_ROAD.test(text.slice(from, from + 20));
    const houseEnd = strong ?? (weak ? endOf(WEAK_ADDRESS, text, from) : null);
    if (houseEnd !== null) found.push({ from, houseEnd, isWeak: strong === null, ...tailOf(text, houseEnd) });
  }
  // A name may look like a road: 가로수길 12. A line with a complete address has no second, incomplete address.
  const complete = found.filter(({ isWeak }) => !isWeak);
  return complete.length > 0 ? complete : found.slice(0, 1);
}

const PARTS_WITHOUT_BLANKS = new RegExp(
  `^(${ANY_PROVINCE})?((?:${DISTRICT}){1,3})(?:([가-힣]{1,5}[읍면]))?(${ROAD}|${NEIGHBOURHOOD})(${LOT_NUMBER})(?=\\D|$)`,
);

/**
 * Inserts blanks into an address that was typed without any.
 * @example withBlanks('서울시광진구강변북로64길12 2층') // '서울시 광진구 강변북로64길 12 2층'
 */
export function withBlanks(address: string): string {
  const match = PARTS_WITHOUT_BLANKS.exec(address.slice(0, REACH));
  if (!match) return address;
  const [whole, province = '', districts = '', town = '', street = '', number = ''] = match;
  const levels = districts.match(new RegExp(DISTRICT, 'g')) ?? [];
  const words = [province, ...levels, town, street, number].filter((word) => word !== '');
  return `${words.join(' ')}${address.slice(whole.length)}`;
}

/* Building, floor and room */

const WORD_END = '(?![가-힣A-Za-z\\d])';
const FLOOR =
  '(?:(?:지하|지상) ?|B)?\\d{1,3}(?:[~,-] ?\\d{1,2})? ?(?:층|F)(?: ?[~,-] ?(?:지하 ?|B)?\\d{1,2} ?(?:층|F))?|B\\d{1,2}F?|지 ?\\d층|지층|반?지하|지상|옥상|루프탑';
const ROOM = `(?:[A-Z]|${SYLLABLE})?-?\\d{1,4}(?:-\\d{1,3})?(?: ?, ?[A-Z]?\\d{1,4}){0,5}호실?|(?:[A-Z]|\\d{1,3}|${SYLLABLE})동`;
const FLOOR_OR_ROOM = new RegExp(`${GAP} ?(?:${FLOOR}|${ROOM})${WORD_END}`, 'iy');
/** Up to four words before a floor or a room are a building: 라크몽 A동 2층. */
const BEFORE_FLOOR = new RegExp(
  `${GAP} ?(?:[^\\s,/|():\\-–—]{1,20}[ ,]{1,2}){1,4}?(?<floor>(?:${FLOOR}|${ROOM})${WORD_END})`,
  'iy',
);
/** These words are buildings with a name in front only: 현대타워. 하우스 온달 is a name. */
const NAMED_BUILDING =
  '빌딩|타워|빌라|빌|호텔|몰|플라자|프라자|센터|아울렛|스퀘어|팰리스|오피스텔|맨션|하우스|리조트|마트|시티|밸리|플레이스|타운|아케이드|스트리트|허브|돔|코아|월드|랜드|파크|시네마|힐스|메디컬|레지던스|빌리지|하이츠|캐슬|푸르지오|래미안|힐스테이트|아이파크|더샵|에비뉴|스타필드|코엑스|엔터식스|메세나폴리스';
const LANDMARK = '시장|백화점|상가|터미널|아파트|주택|캠퍼스|대학교|학교|병원|공항|단지|건물|빌딩|호텔|마트';
const BESIDE = '옆|앞|뒤|뒤편|맞은편|건너편|근처|인근';
const BUILDING = new RegExp(
  `${GAP} ?(?:[가-힣A-Za-z\\d&.]{0,15}(?:${LANDMARK})(?: ?(?:${BESIDE}|내))?|[가-힣A-Za-z\\d&.]{1,15}(?:${NAMED_BUILDING})(?: ?(?:${BESIDE}|내))?|[가-힣]{2,12}(?:거리|골목)|[가-힣A-Za-z\\d]{2,12} ?(?:${BESIDE})|[가-힣]{2,6}역(?: ?\\d{1,2}번 ?출구)?(?: ?(?:${BESIDE}))?)${WORD_END}`,
  'iy',
);
/** Brackets behind a number that belong to the address: (성수동2가, 봄빌딩), (2층). */
const IN_BRACKETS = new RegExp(
  `${GAP} ?\\((?:[가-힣\\d]{1,8}(?:동|가|리|읍|면|로),[^()]{1,30}|[^()]{0,30}(?:[가-힣\\d]동|가|리|읍|면|빌딩|타워|상가|층|호|아파트|지하|백화점|시장)|[^()]{1,20}(?:로|길) ?\\d{1,4}(?:-\\d+)?|[^()]{1,20}\\d+-\\d+)\\)`,
  'iy',
);

type Tail = Pick<AddressSpan, 'end' | 'nameFrom' | 'endsWithBuilding'>;

function tailOf(text: string, houseEnd: number): Tail {
  let tail: Tail = { end: houseEnd, nameFrom: houseEnd, endsWithBuilding: false };
  for (;;) {
    const { end } = tail;
    const floor = endOf(FLOOR_OR_ROOM, text, end);
    const brackets = floor === null ? endOf(IN_BRACKETS, text, end) : null;
    const building = floor === null && brackets === null ? endOf(BUILDING, text, end) : null;
    if (floor !== null) tail = { end: floor, nameFrom: end, endsWithBuilding: false };
    else if (brackets !== null) tail = { end: brackets, nameFrom: brackets, endsWithBuilding: false };
    else if (building !== null) tail = { end: building, nameFrom: end, endsWithBuilding: true };
    else {
      const last = matchOf(BEFORE_FLOOR, text, end);
      if (!last) return tail;
      const { length } = last[0];
      const floorFrom = end + length - (last.groups?.['floor'] ?? '').length;
      tail = { end: end + length, nameFrom: floorFrom, endsWithBuilding: false };
    }
  }
}

function matchOf(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(text.slice(from, from + REACH));
}

function endOf(pattern: RegExp, text: string, from: number): number | null {
  const match = matchOf(pattern, text, from);
  return match && from + match[0].length;
}

/* Addresses without a number */

const PLACE_WORD = '(?:[가-힣][가-힣\\d·]{0,9}(?:읍|면|동|리|가|로|길))';
const REGION_ONLY = new RegExp(
  `^(?:대한민국 )?(?:${ANY_PROVINCE}(?: |$))?(?:(?:${DISTRICT}|${SHORT_DISTRICT})(?: |$)){0,3}(?:${PLACE_WORD}(?: |$)){0,3}$`,
);
const BEGINS_WITH_REGION = new RegExp(
  `^(?:${ANY_PROVINCE} ${DISTRICT}|${ANY_PROVINCE}(?: |$)|${DISTRICT}(?: |$))`,
);

/** 성수동, 을지로3가, 성수역 3번 출구. 우동 and 규동 are dishes. */
const NEIGHBOURHOOD_ONLY =
  /^(?!.*(?:우|규|텐|츠|센|냉)동$)[가-힣]{1,6}(?:\d가|\d?동(?: ?\d가)?|역(?: ?\d{1,2}번 ?출구)?|읍|면)(?: ?(?:앞|옆|근처|인근))?$/;

/** Whether a text names only a region or a neighbourhood: 서울 성동구 성수동, 합정동. */
export const isRegionText = (text: string): boolean =>
  text.length <= REACH &&
  (NEIGHBOURHOOD_ONLY.test(text) || (BEGINS_WITH_REGION.test(text) && REGION_ONLY.test(text)));

const PROVINCE_WORD = new RegExp(`^${ANY_PROVINCE}$`);

/**
 * Whether a text begins with a province, as in 제주 서귀포시 성산읍 해안가. In a place that an app shared, this is enough to
 * accept the second line as an address.
 */
export const beginsWithProvince = (text: string): boolean => PROVINCE_WORD.test(text.split(' ', 1)[0] ?? '');
