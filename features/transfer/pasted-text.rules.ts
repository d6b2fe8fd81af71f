/**
 * Reads places from pasted text: texts that 네이버지도, 카카오맵 and Google Maps share, chat exports, and lists that people
 * write. This code runs in the browser, so that a chat never leaves the device. Every step is linear in the length of
 * the text.
 */

/** A place that was found in a text. A value that was not found is ''. */
export type PastedPlace = {
  name: string;
  address: string;
  phoneNumber: string;
  /** The link to a maps app. If there is none, another link next to the place. */
  link: string;
};

export type PastedPlaces = {
  places: PastedPlace[];
  /** Whether the text contains more places than `PLACES_MAXIMUM`. */
  isTruncated: boolean;
};

/** Maximum number of places that are read from one text. More places would be too many for one screen. */
export const PLACES_MAXIMUM = 1_000;
/** Maximum length of a pasted text in characters. */
export const TEXT_MAXIMUM = 200_000;
/** Maximum size of a chat export in bytes. */
export const FILE_MAXIMUM = 10 * 1024 * 1024;

/**
 * Returns the places in a text, in order and without duplicates. Lines without a name, an address or a link are
 * ignored. If a name is uncertain, it stays empty.
 * @example
 * parsePastedText('[네이버지도]\n하동관\n서울 중구 명동9길 12\nhttps://naver.me/abc').places
 * // [{ name: '하동관', address: '서울 중구 명동9길 12', phoneNumber: '', link: 'https://naver.me/abc' }]
 */
export function parsePastedText(text: string): PastedPlaces {
  const lines = text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .split(/\r\n?|[\n\u2028\u2029]/);
  const chat = messagesOf(lines);
  const found = chat ? chat.flatMap(placesIn) : placesIn(lines);
  const all = found.length > 0 || chat ? found : plainNames(lines);
  const places = withoutRepeats(all);
  return { places: places.slice(0, PLACES_MAXIMUM), isTruncated: places.length > PLACES_MAXIMUM };
}

/** Invisible characters, and characters that a request cannot contain: control characters and lone surrogates. */
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f\u200b-\u200f\u2060\ufeff]|\p{Surrogate}/gu;

/* Chat exports */

const TIME = '(?:(?:오전|오후|AM|PM) ?)?\\d{1,2}:\\d{2}(?: ?(?:AM|PM))?';
/**
 * The start of a message in a chat export. The first pattern is for exports from a PC, the second for exports from
 * Android and iOS. The text of the message follows the matched part.
 */
const MESSAGE_STARTS = [
  new RegExp(`^\\[[^\\]]{1,60}\\] \\[${TIME}\\] ?`),
  new RegExp(`^\\d{4}(?:년|\\.) ?\\d{1,2}(?:월|\\.) ?\\d{1,2}(?:일|\\.)? ${TIME}, [^:]{1,60} : `),
];

/** Returns the lines of each message of a KakaoTalk export (대화 내보내기). Returns null for any other text. */
function messagesOf(lines: readonly string[]): string[][] | null {
  const messages: string[][] = [];
  let isChat = false;
  for (const line of lines) {
    const start = MESSAGE_STARTS.map((pattern) => pattern.exec(line)?.[0]).find((each) => each !== undefined);
    if (start === undefined) {
      messages.at(-1)?.push(line);
      continue;
    }
    isChat = true;
    messages.push([line.slice(start.length)]);
  }
  return isChat ? messages : null;
}

/* One text or message */

type Piece =
  /** The label of an app, `[네이버지도]` or `[카카오맵]`. A name follows the label. */
  | { kind: 'app' }
  | { kind: 'text'; text: string }
  | { kind: 'address'; text: string }
  | { kind: 'phone'; text: string }
  | { kind: 'link'; text: string; isMap: boolean; name: string };

/**
 * Combines pieces into places: name, address and link of a place follow each other, and the label of an app starts a
 * place.
 */
function placesIn(lines: readonly string[]): PastedPlace[] {
  const places: PastedPlace[] = [];
  let current: (PastedPlace & { isLabelled: boolean }) | null = null;
  let before = '';
  const begin = (name: string, isLabelled = false) => {
    end();
    before = '';
    current = { name, address: '', phoneNumber: '', link: '', isLabelled };
    return current;
  };
  const end = () => {
    if (current && (current.address || current.link || (current.isLabelled && current.name))) {
      const { isLabelled: _, ...place } = current;
      places.push(place);
    }
    current = null;
  };
  for (const piece of lines.flatMap(piecesOf)) {
    // TypeScript does not see that the functions above assign `current`.
    const open = current as (PastedPlace & { isLabelled: boolean }) | null;
    if (piece.kind === 'app') begin('', true);
    else if (piece.kind === 'text') {
      const isOfLabel = open?.isLabelled && open.link === '';
      if (isOfLabel && open.name === '') open.name = cleanName(piece.text);
      else if (isOfLabel && open.address === '' && beginsWithProvince(piece.text)) open.address = piece.text;
      else {
        if (open?.address || open?.link) end();
        before = nameIn(piece.text);
      }
    } else if (piece.kind === 'address') {
      if (open?.name && open.address === '' && open.link === '') open.address = piece.text;
      else begin(before).address = piece.text;
    } else if (piece.kind === 'phone') {
      if (open?.phoneNumber === '') open.phoneNumber = piece.text;
    } else if (piece.isMap) {
      const place = open && open.link === '' ? open : begin(before || piece.name);
      place.link = piece.text;
      end();
    } else if (open?.link === '') open.link = piece.text;
  }
  end();
  return places;
}

const LABEL = /\[(?:네이버 ?지도|카카오 ?맵)\]/g;

function piecesOf(line: string): Piece[] {
  return line.split(LABEL).flatMap((part, at): Piece[] => {
    const pieces = linksApart(part).flatMap((each) => (typeof each === 'string' ? textPieces(each) : [each]));
    return at === 0 ? pieces : [{ kind: 'app' }, ...pieces];
  });
}

/** A link ends at a space, a quotation mark, a bracket or 한글. */
const LINK =
  /(?:https?:\/\/|\b(?:naver\.me|kko\.to|kko\.kakao\.com|maps\.app\.goo\.gl)\/)[^\s<>"'()[\]\u1100-\u11ff\u3000-\u318f\uac00-\ud7a3]+/gi;

function linksApart(text: string): (string | Piece)[] {
  const parts: (string | Piece)[] = [];
  let read = 0;
  for (const match of text.matchAll(LINK)) {
    parts.push(text.slice(read, match.index));
    const link = linkOf(match[0]);
    if (link) parts.push(link);
    read = match.index + match[0].length;
  }
  return [...parts, text.slice(read)];
}

/** Hosts of maps apps. They are compared with the parsed host name of a link. */
const MAP_HOSTS = new Set([
  'naver.me',
  'map.naver.com',
  'm.map.naver.com',
  'm.place.naver.com',
  'pcmap.place.naver.com',
  'kko.to',
  'kko.kakao.com',
  'map.kakao.com',
  'm.map.kakao.com',
  'place.map.kakao.com',
  'applink.map.kakao.com',
  'maps.app.goo.gl',
  'maps.google.com',
]);
/** On these hosts of Google only URLs under /maps are maps. */
const GOOGLE_HOSTS = new Set(['www.google.com', 'google.com', 'www.google.co.kr', 'goo.gl']);
const LINK_MAXIMUM = 500;

function linkOf(written: string): Piece | null {
  const trimmed = written.slice(0, LINK_MAXIMUM + 1).replace(/[.,!?;:]{1,5}$/, '');
  if (trimmed.length > LINK_MAXIMUM) return null;
  const text = /^https?:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const isGoogle = GOOGLE_HOSTS.has(url.hostname) && url.pathname.startsWith('/maps');
  const isMap = isGoogle || MAP_HOSTS.has(url.hostname);
  return { kind: 'link', text, isMap, name: isMap ? nameInLink(url) : '' };
}

/** Returns the name in a long link of Google: /maps/place/<name>/…, /maps/search/<name> or ?q=<name>. */
function nameInLink({ pathname, searchParams }: URL): string {
  const written = /^\/maps\/(?:place|search)\/([^/@]{1,300})/.exec(pathname)?.[1]?.replaceAll('+', ' ');
  try {
    const name = written === undefined ? (searchParams.get('q') ?? '') : decodeURIComponent(written);
    return /^[\d\s.,-]*$/.test(name) ? '' : nameIn(name);
  } catch {
    return '';
  }
}

const PHONE = /(?:\+82[ -]?\d{1,4}|(?<!\d)0\d{1,3})[-. )]\d{3,4}[-. ]?\d{4}(?!\d)/;

/**
 * Maximum number of characters that are read between two links or line breaks. The text of a place is always shorter.
 */
const PIECE_MAXIMUM = 2000;

/** Returns the names, addresses and telephone numbers in a text without links. */
function textPieces(all: string): Piece[] {
  const written = all.slice(0, PIECE_MAXIMUM);
  const [phone] = PHONE.exec(written) ?? [];
  const text = (phone === undefined ? written : written.replace(phone, ' ')).replaceAll('\t', ' ').trim();
  const pieces: Piece[] = text === '' || isNoise(text) ? [] : namesAndAddresses(text);
  return phone === undefined ? pieces : [...pieces, { kind: 'phone', text: phone.replaceAll(')', '-') }];
}

/** Whether a line is noise: a text that apps add to a place, or a line of a chat export that is not a message. */
const isNoise = (text: string): boolean =>
  text.length < 80 &&
  /에서 보기$|^길찾기$|^-{3,}|^\[Web발신\]$|^(?:사진|동영상|이모티콘|지도|공유)$|^[가-힣,/ ]+>[가-힣,/> ]+$|^[★☆⭐\d\s.()]+$/.test(
    text,
  );

/* Addresses */

const PROVINCE = '서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주';
const LONG_PROVINCE = '(?:충청|전라|경상)[남북]도';
const PROVINCE_END = '(?:특별자치[시도]|특별시|광역시|시|도)?';
/** Pattern of a province, in its short or its long form. */
export const ANY_PROVINCE = `(?:(?:${PROVINCE})${PROVINCE_END}|${LONG_PROVINCE})`;
const PROVINCE_WORD = new RegExp(`^${ANY_PROVINCE}$`);
const PROVINCE_IN_TEXT = new RegExp(`${ANY_PROVINCE}(?=[ ,])`, 'g');
const DISTRICT = /^[가-힣]{1,12}[시군구]$/;
const STREET = /^[가-힣][가-힣0-9·.]{0,20}(?:로|길|동|읍|면|리|가)$/;
const ROAD = /^[가-힣][가-힣0-9·.]{0,20}[로길]$/;
const ROAD_BRANCH = /^\d{1,4}[가-나]?(?:번)?길$/;
const ROAD_AND_NUMBER = /^[가-힣][가-힣0-9·.]{0,20}[로길](?:지하)?\d{1,5}(?:-\d{1,4})?$/;
const NUMBER = /^(?:지하|산)?\d{1,5}(?:-\d{1,4})?(?:번지)?$/;

/** Maximum length of an address up to its house number. */
const ADDRESS_REACH = 80;
const ADDRESS_MAXIMUM = 200;

/** Splits a text at the beginning of each address, even without a space before it: 센트럴시티터미널(호남선)서울 서초구 신반포로 176. */
function namesAndAddresses(text: string): Piece[] {
  const pieces: Piece[] = [];
  let read = 0;
  for (const { at, houseEnd } of addressesIn(text)) {
    if (at < read) continue;
    const last = pieces.at(-1);
    // The text between two addresses of one line is the name of the second place.
    if (last?.kind === 'address') {
      pieces.push({ kind: 'text', text: text.slice(read, at) });
    } else if (text.slice(0, at).trim() !== '') pieces.push({ kind: 'text', text: text.slice(0, at) });
    pieces.push({ kind: 'address', text: text.slice(at, at + houseEnd).trim() });
    read = at + houseEnd;
  }
  const last = pieces.at(-1);
  if (last === undefined || last.kind !== 'address') return [{ kind: 'text', text }];
  const rest = `${last.text}${text.slice(read)}`.replace(/[ㆍ·|]\s{0,5}$/, '').trim();
  last.text = rest.length <= ADDRESS_MAXIMUM ? rest : last.text;
  return pieces;
}

/**
 * Returns the position of each address, and its length up to the house number. An address without a province is found
 * only at the beginning of the line.
 */
function addressesIn(text: string): { at: number; houseEnd: number }[] {
  const found = [...text.matchAll(PROVINCE_IN_TEXT)].flatMap(({ index }) => {
    const houseEnd = houseEndOf(text.slice(index, index + ADDRESS_REACH), { needsProvince: true });
    return houseEnd === null ? [] : [{ at: index, houseEnd }];
  });
  if (found.length > 0) return found;
  const houseEnd = houseEndOf(text, { needsProvince: false });
  return houseEnd === null ? [] : [{ at: 0, houseEnd }];
}

/**
 * Returns the length of the address at the start of the text, up to the house number. An address consists of province,
 * districts, streets and number. Returns null if the text does not start with an address. An address without a province
 * must name a district or a road.
 */
function houseEndOf(written: string, { needsProvince }: { needsProvince: boolean }): number | null {
  const text = written.slice(0, ADDRESS_REACH);
  const words = [...text.matchAll(/[^\s,]+/g)].map(({ 0: word, index }) => ({
    word,
    end: index + word.length,
  }));
  let at = words[0]?.word === '대한민국' ? 1 : 0;
  const next = (pattern: RegExp) => pattern.test(words[at]?.word ?? '');
  const province = next(PROVINCE_WORD) ? words[at++]?.word : undefined;
  const districtsFrom = at;
  while (next(DISTRICT) && !next(/(?:특별|광역|자치)시$/)) at++;
  const hasDistrict = districtsFrom < at;
  const isAnchored = province !== undefined && (hasDistrict || province.startsWith('세종'));
  if (needsProvince && !isAnchored) return null;
  const streetsFrom = at;
  while (next(STREET) || (streetsFrom < at && next(ROAD_BRANCH))) at++;
  const hasRoad = words.slice(streetsFrom, at).some(({ word }) => ROAD.test(word) || ROAD_BRANCH.test(word));
  if (next(ROAD_AND_NUMBER)) return words[at]?.end ?? null;
  if (streetsFrom === at || !next(NUMBER) || !(hasDistrict || province || hasRoad)) {
    // In an underground arcade, the number follows 지하, as in 지하 5.
    if (streetsFrom < at && hasRoad && words[at]?.word === '지하' && NUMBER.test(words[at + 1]?.word ?? ''))
      return words[at + 1]?.end ?? null;
    return null;
  }
  return words[at]?.end ?? null;
}

/**
 * Whether a text begins with a province, as in 제주 서귀포시 성산읍 해안가. In a labelled place, this is enough to accept the
 * second line as an address without a house number.
 */
const beginsWithProvince = (text: string): boolean =>
  text.length <= ADDRESS_MAXIMUM && PROVINCE_WORD.test(text.split(' ', 1)[0] ?? '');

/* Names */

const NAME_MAXIMUM = 60;

/** Returns the name at the end of a line that a person wrote. Returns '' if the line is conversation. */
function nameIn(text: string): string {
  const line = text.slice(-3 * NAME_MAXIMUM);
  const sentences = line.split(/[?!~…]+(?:\s|$)/);
  const last = sentences.at(-1)?.trim() ?? '';
  const name = cleanName(last);
  return isTalk(name) ? '' : name;
}

const BULLET = /^(?:[-*•·▶▪✔✅☑]|\(?\d{1,3}[.)]|\p{Extended_Pictographic}\ufe0f?)\s{0,5}/u;

function cleanName(text: string): string {
  let name = text.trim().replace(/\s+/g, ' ');
  if (name.length > 2 * NAME_MAXIMUM) return '';
  name = name
    .replace(BULLET, '')
    .replace(BULLET, '')
    .replace(/[-–—:|/·,ㆍ ]{1,10}$/, '')
    .replace(/ ?대한민국$/, '');
  return name.length <= NAME_MAXIMUM && /[\p{Letter}\d]/u.test(name) ? name : '';
}

const TALK_END =
  /(?:어때|어떰|가자|보자|먹자|갈까|할까|볼까|좋아|좋대|맛있어|맛있대|어요|아요|해요|세요|니다|네요|래요|대요|거야|였어|했어|봤어|봐|래|ㄱㄱ)[.\s]*$/;
const isTalk = (text: string): boolean =>
  /[ㅋㅎㅠㅜ]{2}/.test(text) ||
  (/[\s]/.test(text) && TALK_END.test(text)) ||
  /^(?:여기|오늘|내일|우리)$/.test(text);

const PLAIN_NAME_MAXIMUM = 30;

/** Returns the names of a list with one name per line. Returns an empty list if any line is not a name. */
function plainNames(lines: readonly string[]): PastedPlace[] {
  const written = lines.map((line) => line.trim()).filter((line) => line !== '' && !isNoise(line));
  const names = written.map((line) => (line.length <= PLAIN_NAME_MAXIMUM + 6 ? nameIn(line) : ''));
  const isList = names.every(
    (name) => name !== '' && name.length <= PLAIN_NAME_MAXIMUM && !/https?:/.test(name),
  );
  return isList ? names.map((name) => ({ name, address: '', phoneNumber: '', link: '' })) : [];
}

/** Merges duplicate places. A later duplicate may add a phone number or a link. */
function withoutRepeats(places: readonly PastedPlace[]): PastedPlace[] {
  const known = new Map<string, PastedPlace>();
  for (const place of places) {
    const key = place.name || place.address ? `${place.name}\n${place.address}` : place.link;
    const earlier = known.get(key);
    if (!earlier) known.set(key, place);
    else {
      earlier.phoneNumber ||= place.phoneNumber;
      earlier.link ||= place.link;
    }
  }
  return [...known.values()];
}
