import { addressesIn, type AddressSpan, isRegionText, withBlanks } from './address-in-text.rules.ts';
import {
  addressFieldOf,
  cellsOf,
  type Columns,
  type Field,
  fieldOf,
  isIgnorable,
  partsByLabel,
  partsByName,
} from './labels.rules.ts';
import { linksApart } from './links-in-text.rules.ts';
import {
  CHAPTER,
  cleanName,
  isGenericWord,
  isHeading,
  isTitle,
  isKindOfFood,
  isNameLike,
  isOccasion,
  isTalk,
  looksLikeRestaurant,
  type Marker,
  nameAtEnd,
  withoutDescription,
  withoutMarkers,
} from './names-in-text.rules.ts';
import { isRegionName } from './regions.rules.ts';

/** A part of a line. The address is found first; then the name beside it. */
export type Piece =
  /** The label of an app, `[네이버지도]`. A name follows the label. */
  | { kind: 'app' }
  | { kind: 'place'; name: string; address: string; marker: Marker | null }
  /** An address without a name before it. */
  | LoneAddress
  /** A text that may be a name. */
  | { kind: 'text'; text: string; marker: Marker | null }
  /** One of several names of a line. `area` is the neighbourhood in brackets behind it. */
  | { kind: 'listed'; name: string; area: string }
  | { kind: 'field'; label: 'name' | 'address' | 'lot'; value: string }
  | { kind: 'phone'; text: string }
  | { kind: 'link'; url: string; isMap: boolean; name: string }
  /** A text with a label that describes the place before it: 추천 : 국수. */
  | { kind: 'note' }
  /** A text that describes a place, and contains neither a name nor an address. */
  | { kind: 'ignorable' };

export type LoneAddress = {
  kind: 'address';
  /** The address with the text behind it. */
  address: string;
  /** The address up to its building, floor and room. */
  shortAddress: string;
  /** The text behind the address, if it may be the name; otherwise ''. */
  nameAfter: string;
  /** The whole text, because an address without a region may also be a name. */
  text: string;
  isWeak: boolean;
  marker: Marker | null;
};

export const ADDRESS_MAXIMUM = 200;

const APP_LABEL =
  /\[(?:네이버 ?지도|카카오 ?맵|NAVER ?Map|KakaoMap|Kakao ?Map|T ?MAP|티맵|구글 ?(?:지도|맵)|Google ?(?:지도|Maps?))\]/gi;
const PHONE =
  /(?:\+82[ -]?\d{1,4}|(?<![\d-])0\d{1,3})[-. )]{1,2}\d{3,4}[-. ]?\d{4}(?!\d)|(?<![\d-])(?:0\d{8,10}|1[5-9]\d{2}-\d{4})(?!\d)/;

/** Returns the pieces of a line. A line of a table is read by its columns. */
export function piecesOf(line: string, columns: Columns | null): Piece[] {
  if (columns && line.includes(columns.separator)) return tablePieces(line, columns);
  return line.split(APP_LABEL).flatMap((part, at): Piece[] => {
    const pieces = linksApart(part).flatMap((each): Piece[] =>
      typeof each === 'string'
        ? numberedItems(each).flatMap(partsByLabel).flatMap(textPieces)
        : [{ kind: 'link', ...each }],
    );
    return at === 0 ? pieces : [{ kind: 'app' }, ...pieces];
  });
}

/** Splits a line with several numbered places: 1. 온달국수 2. 달빛식당. */
function numberedItems(line: string): string[] {
  const starts = [...line.matchAll(/(?:^|\s)(\d{1,2})[.)] ?(?=[^\d\s])|[①-⑳]/g)].filter(
    ([written, number], at) => numberOf(written, number) === at + 1,
  );
  if (starts.length < 2 || line.slice(0, starts[0]?.index).trim() !== '') return [line];
  return starts.map(({ index }, at) => line.slice(index, starts[at + 1]?.index));
}

const numberOf = (written: string, number: string | undefined): number =>
  number === undefined ? written.charCodeAt(0) - '①'.charCodeAt(0) + 1 : Number(number);

function tablePieces(line: string, columns: Columns): Piece[] {
  const cells = cellsOf(line, columns.separator);
  const name = cleanName(cells[columns.name] ?? '');
  if (name === '') return textPieces(line);
  // In a CSV file the address may contain commas.
  const written =
    columns.separator === ',' ? cells.slice(columns.address).join(', ') : (cells[columns.address] ?? '');
  const [span] = columns.separator === ',' ? addressesIn(written) : [];
  const address = tidy(span ? written.slice(span.from, span.end) : written);
  const others = cells.filter((_, at) => at !== columns.name && at !== columns.address);
  const more = others.flatMap(textPieces).filter(({ kind }) => kind === 'phone');
  const links = linksApart(others.join(' ')).flatMap((each): Piece[] =>
    typeof each === 'string' ? [] : [{ kind: 'link', ...each }],
  );
  return [{ kind: 'place', name, address, marker: null }, ...more, ...links];
}

/** Returns the pieces of a text without links. */
function textPieces(written: string): Piece[] {
  const [phone] = PHONE.exec(written) ?? [];
  const text = (
    phone === undefined ? written : written.replace(phone, ' ').replace(/[([]\s*[)\]]/g, ' ')
  ).trim();
  const pieces = isEmpty(text) ? [] : wordPieces(text);
  if (phone !== undefined) return [...pieces, { kind: 'phone', text: phone.replaceAll(')', '-') }];
  return pieces.length === 0 && written.trim() !== '' ? [{ kind: 'ignorable' }] : pieces;
}

const isEmpty = (text: string): boolean => !/[\p{Letter}\d]/u.test(text);

function wordPieces(line: string): Piece[] {
  const { marker, text } = withoutMarkers(line);
  const field = fieldOf(text) ?? fieldBeforeAddress(text);
  if (field) return fieldPieces(field);
  const spans = addressesIn(text);
  if (spans.length > 0) return addressPieces({ text, spans, marker });
  if (isIgnorable(text) || isIgnorable(line)) return [{ kind: 'ignorable' }];
  return namePieces(text, marker);
}

function fieldBeforeAddress(text: string): Field | null {
  const field = addressFieldOf(text);
  return field && addressesIn(field.value)[0]?.from === 0 ? field : null;
}

function fieldPieces({ label, value }: Field): Piece[] {
  if (label === 'other') return [{ kind: value === '' ? 'ignorable' : 'note' }];
  if (value === '') return [{ kind: 'ignorable' }];
  const [span] = addressesIn(value);
  // The name and the address behind one label: 장소 : 온달국수 (서울 …).
  if (label === 'name' && span && !span.isWeak) return wordPieces(value);
  if (label === 'name') {
    const listed = namesOfList(value);
    return listed.length > 0 ? listed : [{ kind: 'field', label, value: cleanName(value) }];
  }
  const address = span && !span.isWeak && 0 < span.from ? value.slice(span.from) : value;
  const [before, name] = partsByName(address) ?? [address, ''];
  const field = { kind: 'field', label, value: tidy(withoutZip(before)) } as const;
  return name === ''
    ? [field]
    : [{ kind: 'place', name: cleanName(name), address: field.value, marker: null }];
}

/* Lines with addresses */

type Written = { text: string; spans: readonly AddressSpan[]; marker: Marker | null };

function addressPieces({ text, spans, marker }: Written): Piece[] {
  const found = spans.map((span, at) => {
    const limit = spans[at + 1]?.from ?? text.length;
    const previous = spans[at - 1];
    const { end, isBracketed } = wholeAddress(text.slice(0, limit), span);
    return {
      span,
      end,
      isBracketed,
      limit,
      address: text.slice(span.from, end),
      before: previous ? '' : text.slice(0, span.from),
      after: text.slice(end, limit),
    };
  });
  const [first] = found;
  if (!first) return [];
  // 온달국수는 서울 성동구 연무장길 45에 있어요. The name in a sentence is uncertain.
  const before = JOSA.test(first.after) ? withoutDescription(first.before) : first.before;
  const nameFirst = IN_SENTENCE.test(first.after) ? '' : nameBefore(before);
  if (nameFirst === '') return found.flatMap((each) => loneAddress(text, each, marker));
  // The text between two addresses is the name of the second place. Without a text, it is another address of the first.
  return found.flatMap(({ address, end, limit, isBracketed }, at): Piece[] => {
    const isLast = at === found.length - 1;
    const name = at === 0 ? nameFirst : nameBefore(found[at - 1]?.after ?? '');
    if (name === '') return [];
    const whole = isLast && !isBracketed ? address + continuation(text.slice(end, limit)) : address;
    return [{ kind: 'place', name, address: tidy(whole), marker }];
  });
}

/** 온달국수(서울 …)는 국물이 시원해요. */
const JOSA = /^\)(?:은|는|이|가|도|을|를|에서|에|로|으로|와|과|이랑|랑|하고)\s/;
const IN_SENTENCE = /^(?:에|에서|으로|로|입니다|이에요|예요|쪽|이야|인데|이고)(?:[\s.,!?]|있)/;

function loneAddress(
  text: string,
  {
    span,
    end,
    after,
    isBracketed,
    limit,
  }: { span: AddressSpan; end: number; after: string; isBracketed: boolean; limit: number },
  marker: Marker | null,
): Piece[] {
  const long = text.slice(span.from, end) + (isBracketed ? '' : continuation(text.slice(end, limit)));
  const behind = IN_SENTENCE.test(after) ? '' : firstPart(after);
  const isInTail = span.nameFrom < end && startsInTail(span, behind.trim());
  const nameAfter = isInTail ? `${text.slice(span.nameFrom, end)} ${behind}` : behind;
  return [
    {
      kind: 'address',
      address: tidy(long),
      shortAddress: tidy(text.slice(span.from, isInTail ? span.nameFrom : end)),
      nameAfter: cleanName(nameAfter.replace(/^[\s,]+/, '')),
      text: text.slice(span.from, limit),
      isWeak: span.isWeak,
      marker,
    },
  ];
}

/**
 * Whether the last part of the address is the beginning of the name behind it. A dish alone is the end of a name: 광장시장
 * 육회, 2층 다방. A building without a name behind it may be the name: 차이나하우스.
 */
const startsInTail = ({ endsWithBuilding }: AddressSpan, behind: string): boolean =>
  isGenericWord(behind) || (endsWithBuilding && (behind === '' || BRANCH.test(behind)));

/** A branch is only the end of a name: 차이나하우스 본점. */
const BRANCH = /^(?:본점|별관|본관|[가-힣]{1,6}점|\d{1,2}호점)$/;

/** Returns the end of an address. An address in brackets ends with its bracket. */
function wholeAddress(text: string, { from, end }: AddressSpan): { end: number; isBracketed: boolean } {
  const opening = /[([]\s*(?:우\)?\s*)?(?:\d{5}[)\]]?\s*)?$/.exec(text.slice(0, from))?.[0];
  if (opening === undefined || /[)\]]\s*$/.test(opening)) return { end, isBracketed: false };
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + ADDRESS_MAXIMUM); at++) {
    const character = text.charAt(at);
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (depth === 0) return { end: at, isBracketed: true };
  }
  return { end, isBracketed: false };
}

/** Where the text behind an address is no longer part of it. */
const AFTER_ADDRESS =
  /\s[-–—/|~·→:]\s|\t|[|/★☆※☎✅✔;#→]|\s{3,}|\d ?원|\p{Extended_Pictographic}|["“”]|[)\]](?=\s|$)/u;
const CONTINUATION_MAXIMUM = 60;

/** Returns the building and the floor behind an address in a text that follows it. */
function continuation(after: string): string {
  const [part = ''] = after.replace(/^[)\]]/, '').split(AFTER_ADDRESS);
  const opened = part.split('(').length - part.split(')').length;
  const text = opened > 0 ? `${part})` : part;
  if (/^[가-힣]/.test(part)) return '';
  const isOpenBracket = opened > 0 && !after.startsWith(text);
  if (isOpenBracket || CONTINUATION_MAXIMUM < part.trim().length || /^[)\]]/.test(after)) return '';
  return text.replace(/[ㆍ·|,:\-–—(]\s{0,5}$/, '');
}

const firstPart = (after: string): string => {
  const text = after.replace(/^[\s)\],.:：/|·\-–—→]+/, '');
  return text.split(/\s[-–—/|~→]\s|\t|[|;#]/)[0] ?? '';
};

const NAME_SEPARATOR = /\s[-–—/|~→👉➡▶]\s|\s[-–—/|~→👉➡▶]$|\t|\s?[|]\s?|\/(?=$)/u;

function nameBefore(before: string): string {
  const text = withoutZip(before.replace(/^[\s)\],.]+/, '')).replace(/[([]\s*$/, '');
  const parts = withoutMarkers(text)
    .text.split(NAME_SEPARATOR)
    .flatMap(afterHeading)
    .map((part) => part.trim())
    .filter((part) => !isEmpty(part) && fieldOf(part.replace(/[\s:：]+$/, '')) === null);
  const [name = ''] =
    parts.length < 2
      ? parts
      : parts.filter(
          (part) =>
            !isGenericWord(part) && !isRegionName(part) && !isOccasion(part) && !/^\d{1,3}$/.test(part),
        );
  // In 온달국수: 국물이 시원해요 the name is followed by a remark.
  const [beforeColon = ''] = name.split(/[:：]\s/);
  const cleaned = nameAtEnd(name.replace(/[\s,:：]+$/, '')) || nameAtEnd(beforeColon);
  return isKindOfFood(cleaned) ? '' : cleaned;
}

/** `성수 맛집: 온달국수` is 온달국수. */
function afterHeading(part: string): string[] {
  const [heading = '', ...rest] = part.replace(CHAPTER, '').split(/\s?[:：]\s|\s[-–]\s/);
  return rest.some((each) => !isEmpty(each)) && isHeading(heading.trim()) ? [rest.join(': ')] : [part];
}

/** Takes off a postal code: (04780) 서울 …. */
const withoutZip = (text: string): string =>
  text.replace(/^\s*[([]?(?:우\)? ?)?\d{5}[)\]]?\s+(?=[가-힣])|[([]?(?:우\)? ?)?\d{5}[)\]]?\s*$/g, '');

const tidy = (address: string): string =>
  withBlanks(address.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,·ㆍ|:\-–—/([]+$/g, ''))
    .slice(0, ADDRESS_MAXIMUM)
    .trim();

/* Lines without an address */

function namePieces(written: string, marker: Marker | null): Piece[] {
  if (isTitle(written)) return [{ kind: 'text', text: written, marker }];
  const [text = written] = isHeading(written) ? [written] : afterHeading(written);
  const [cell = '', ...cells] = text.split('\t').map((each) => each.trim());
  if (cells.length > 0) {
    const named = [cell, ...cells].filter(
      (each) => isNameLike(each) && !isRegionName(each) && !/^\d{1,3}$/.test(each),
    );
    return [{ kind: 'text', text: named[0] ?? text, marker }];
  }
  const withRegion = nameAndRegion(text);
  if (withRegion) return [{ kind: 'place', ...withRegion, marker }];
  const [, ...remarks] = text.split(REMARK);
  const listed = namesOfList(remarks.length > 0 ? remarks.join(', ') : text);
  const areNames =
    remarks.length === 0 ||
    listed.filter((each) => looksLikeRestaurant(each.name)).length * 2 > listed.length;
  if (listed.length > 0 && areNames) return listed;
  const [first = ''] = text.split(/ [-–—/|] |[:：] | [:：]/);
  return [{ kind: 'text', text: isNameLike(first) && !isTalk(text) ? first : text, marker }];
}

/** Before a remark behind a name: 온달국수 - 비빔국수 추천. Names may stand there too: 우리 단골: 온달국수, 달빛식당. */
const REMARK = / [-–—] |[:：] | [:：]/;

/** Reads a name and a region without a number: `온달국수 - 서울 성동구 성수동`, `온달국수 (서울 성동구)`. */
function nameAndRegion(text: string): { name: string; address: string } | null {
  const match = /^(.{1,60}?)(?: ?\((.{2,60})\)| [-–—/|] (.{2,60})| ?: (.{2,60}))$/.exec(text);
  const region = (match?.[2] ?? match?.[3] ?? match?.[4] ?? '').trim();
  const name = cleanName(match?.[1] ?? '');
  return name !== '' && isRegionText(region) ? { name, address: region } : null;
}

const LIST_SEPARATORS = [/\s[/|]\s/, /,\s*(?!\d{3}(?!\d))|、\s*/, /\s[·ㆍ]\s/];
/** These also separate parts of one name or remark. Therefore most parts must end as names of restaurants do. */
const WEAK_SEPARATORS = [
  /\//,
  /\s{2,}/,
  /\s*\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*\s*/u,
];
const AREA = /^(.{1,30}?) ?\(([가-힣]{2,4}(?:\d가)?)\)$/;
const isArea = (text: string): boolean => isRegionName(text) || isRegionText(text);

/** Returns the names of a line that lists several: `도토리국수, 봄날의 부엌`, `푸른밤(합정) / 옥수수빵집(금호)`. */
function namesOfList(line: string): Extract<Piece, { kind: 'listed' }>[] {
  const [text = line] = afterHeading(line);
  for (const separator of [...LIST_SEPARATORS, ...WEAK_SEPARATORS]) {
    const parts = text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const restaurants = parts.filter((part) => looksLikeRestaurant(cleanName(part))).length;
    const isList =
      1 < parts.length &&
      parts.every((part) => isNameLike(part) && part.length <= 30 && 2 <= cleanName(part).length) &&
      (2 < parts.length || parts.every((part) => 3 <= cleanName(part).length)) &&
      (LIST_SEPARATORS.includes(separator) || restaurants * 2 > parts.length);
    if (!isList) continue;
    const areas = parts.map((part) => AREA.exec(part));
    // 온달국수(국수), 달빛식당(백반) have dishes in brackets.
    const haveAreas = areas.some((area) => isArea(area?.[2] ?? ''));
    return parts.map((part, at): Extract<Piece, { kind: 'listed' }> => {
      const [, name = cleanName(part), inBrackets = ''] = areas.every((area) => area)
        ? (areas[at] ?? [])
        : [];
      return { kind: 'listed', name, area: haveAreas ? inBrackets : '' };
    });
  }
  return [];
}
