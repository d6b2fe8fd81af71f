/*
 * Words of lists, blogs and apps that describe a place: labels in front of a value (주소 : …), and lines that map apps
 * add. They are never names.
 */

const NAME_LABEL =
  '상호명?|매장명|매장 ?이름|가게명|가게 ?이름|식당명|식당 ?이름|업체명|업소명|점포명|장소명|이름|식당|가게|매장|맛집|장소|name';
const ADDRESS_LABEL =
  '주소|위치|(?:매장|가게|식당|업체|상세) ?(?:주소|위치)|도로명(?: ?주소)?|소재지|찾아오시?는 ?길|오시는 ?길|address|location';
const LOT_LABEL = '지번(?: ?주소)?';
const OTHER_LABEL =
  '(?:대표|매장|가게|식당|업체)? ?전화(?:번호)?|연락처|일시|일정|인원(?:수)?|예약(?:자|번호| ?일시| ?인원| ?시간| ?날짜)|대표 ?번호|문의|tel|phone|(?:영업|운영) ?시간|오픈|시간|휴무일?|정기 ?휴무|브레이크 ?타임|라스트 ?오더|(?:대표|추천|주문|주요|시킨) ?메뉴|메뉴|추천(?: ?이유)?|가격대?|주차장?|예약|비고|메모|특징|평점|별점|종류|분류|카테고리|업종|편의(?:시설)?|홈페이지|인스타(?:그램)?|한줄평|한 줄 ?평|후기|리뷰|총평|웨이팅|포장|배달|지하철|가까운 역|대중교통|꿀?팁|참고|방문일|날짜|hours|menu';

export type Field = { label: 'name' | 'address' | 'lot' | 'other'; value: string };

const ANY_LABEL = `(?:${NAME_LABEL}|${ADDRESS_LABEL}|${LOT_LABEL}|${OTHER_LABEL})`;
const WITH_COLON = new RegExp(`^(${ANY_LABEL})(?: ?[:：=] ?| [-–/|] )(.*)$`, 'i');
const IN_BRACKETS = new RegExp(`^[[【<(](${ANY_LABEL})[\\]】>)] ?[:：]? ?(.*)$`, 'i');
const BARE = new RegExp(`^${ANY_LABEL}$`, 'i');
/** These labels are also written without a colon, if an address follows. */
const BEFORE_ADDRESS = new RegExp(`^(${ADDRESS_LABEL}|${LOT_LABEL})[ :]{1,3}(.+)$`, 'i');
const BEFORE_NAME =
  /^(.{1,120}?)[\s,/|]{1,3}(?:상호명?|매장명|가게명|식당명|업체명|업소명)[ :：]{1,3}(.{1,60})$/;
/** A label in the middle of a line is one word, because the word before it may be the end of a name: … 식당 주소: …. */
const NEXT_LABEL = new RegExp(`[\\s,/|·](?=${ANY_LABEL.replaceAll(' ?', '')} ?[:：] ?)`, 'gi');

const LABELS: readonly (readonly [Field['label'], RegExp])[] = [
  ['name', new RegExp(`^(?:${NAME_LABEL})$`, 'i')],
  ['address', new RegExp(`^(?:${ADDRESS_LABEL})$`, 'i')],
  ['lot', new RegExp(`^(?:${LOT_LABEL})$`, 'i')],
];

/** Splits a line before each label: `상호 : 온달국수 주소 : 서울 …` has two parts. */
export function partsByLabel(line: string): string[] {
  if (!new RegExp(`^${ANY_LABEL} ?[:：]`, 'i').test(line)) return [line];
  return line.split(NEXT_LABEL).filter((part) => part.trim() !== '');
}

/** Returns the label and the value of a part of a line. Returns null if the part has no label. */
export function fieldOf(text: string): Field | null {
  if (BARE.test(text)) return { label: 'other', value: '' };
  const match = WITH_COLON.exec(text) ?? IN_BRACKETS.exec(text);
  return match && !BARE.test(match[2] ?? '') ? asField(match) : null;
}

/** Splits `서울 성동구 연무장길 45 상호 온달국수` before the label of the name, which has no colon. */
export const partsByName = (text: string): readonly [before: string, name: string] | null => {
  const [, before = '', name = ''] = BEFORE_NAME.exec(text) ?? [];
  return name === '' ? null : [before, name];
};

/** Returns the field of a label without a colon: `지번 서울 성동구 …`. The caller checks that an address follows. */
export function addressFieldOf(text: string): Field | null {
  const match = BEFORE_ADDRESS.exec(text);
  return match && asField(match);
}

const asField = ([, written = '', value = '']: RegExpExecArray): Field => ({
  label: LABELS.find(([, pattern]) => pattern.test(written))?.[0] ?? 'other',
  value: value.trim(),
});

/* Lines of apps */

const HOURS =
  /\d{1,2}:\d{2}\s?(?:[-~–]|부터|에 )\s?|^.{0,12}(?:라스트 ?오더|브레이크 ?타임|정기 ?휴무|연중 ?무휴).{0,30}$/;
const HASHTAGS = /^(?:[#＃][^\s#＃]{1,40}[\s,]{0,5})+$/;
const COUNTS =
  /^(?:(?:방문자|블로그|영수증)? ?리뷰|저장|찜|댓글|좋아요|조회수?|팔로워|후기|별점|평점)(?: ?(?:수|\(?[\d,.]+\)?\+?(?:개|명|회)?))+(?:[ ·|].{0,40})?$/;
/** A rating: 4.3(218), ★★★★☆. An integer such as 1988 may be a name. */
const RATING = /^(?:[★☆⭐\s]*\d\.\d{1,2}\s*(?:\([\d,]+\))?|[★☆⭐\s]+|\([\d,]+\))$/;
const OF_APPS =
  /^(?:휴대(?:전화|폰)로 보내기|길찾기|거리뷰|공유(?:하기)?|저장(?:하기)?|예약(?:하기)?|출발|도착|지도(?: ?보기)?|전화(?:하기|걸기|번호 안내)?|(?:주소 )?복사|더보기|펼쳐보기|접기|홈|소식|주변|정보|알림받기|쿠폰|톡톡|네이버 ?지도|카카오 ?맵|google 지도|google maps|\[Web발신\]|사진|동영상|이모티콘|.{0,20}에서 보기|영업 ?(?:중|종료|전).{0,40}|.{0,20}에 영업 ?(?:종료|시작).{0,20}|오늘 ?휴무.{0,20}|[-=_*~.·]{3,}|\(?우\)? ?\d{5}|\d{5}|(?:.{1,20} [·ㆍ] )?\d+(?:\.\d+)? ?(?:m|km)|[가-힣]{1,8}역 \d{1,2}번 ?출구.{0,30}|가게 ?정보|매장 ?정보|식당 ?정보|상세 ?정보)$/i;
const FACILITIES =
  /^(?:(?:주차|발렛파킹|예약|단체(?: ?이용)?|포장|배달|무선 인터넷|남\/녀 화장실 구분|반려동물 동반|유아의자|대기공간|노키즈존|방문접수\/출장|간편결제|국민지원금|이용|가능)[, ·]{0,3})+$/;
/** Kinds of food as map apps show them: 한식>국수. */
const KIND_PATH = /^[가-힣,/ ]{1,40}>[가-힣,/> ]{1,40}$/;

/** Whether a line belongs to an app or describes a place, and contains neither a name nor an address. */
export const isIgnorable = (line: string): boolean =>
  !/[\p{Letter}\d]/u.test(line) ||
  (line.length < 120 &&
    [HASHTAGS, COUNTS, RATING, OF_APPS, FACILITIES, KIND_PATH, HOURS].some((pattern) => pattern.test(line)));

/* Tables */

const NAME_COLUMN =
  /^(?:상호명?|이름|가게(?:명| ?이름)?|식당(?:명| ?이름)?|매장명|업체명|업소명|맛집|장소명?|title|name|제목)$/i;
const ADDRESS_COLUMN = /^(?:(?:도로명|상세|매장|가게)? ?주소|위치|소재지|address|location)$/i;
const OTHER_COLUMN =
  /^(?:번호|순번|no\.?|#|메모|비고|메뉴|추천.{0,6}|전화(?:번호)?|연락처|링크|url|태그|종류|분류|카테고리|지역|별점|평점|방문.{0,4}|날짜|가격대?|note|comment|tags?|한줄평|특징|영업시간)?$/i;

/** The columns of a table that was copied from a spreadsheet. */
export type Columns = { separator: '\t' | '|' | ','; name: number; address: number };

export const cellsOf = (line: string, separator: Columns['separator']): string[] =>
  (separator === '|' ? line.replace(/^\s*\||\|\s*$/g, '') : line)
    .split(separator)
    .map((cell) => cell.trim().replace(/^"|"$/g, ''));

/** Returns the columns that a header names. Returns null if the line is no header. */
export function columnsOf(line: string): Columns | null {
  const separator = (['\t', '|'] as const).find((each) => line.includes(each)) ?? ',';
  const cells = cellsOf(line, separator);
  const name = cells.findIndex((cell) => NAME_COLUMN.test(cell));
  const address = cells.findIndex((cell) => ADDRESS_COLUMN.test(cell));
  const isHeader =
    1 < cells.length &&
    name !== -1 &&
    (address !== -1 || cells.every((cell) => NAME_COLUMN.test(cell) || OTHER_COLUMN.test(cell)));
  return isHeader ? { separator, name, address } : null;
}
