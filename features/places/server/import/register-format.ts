import { normalised } from '#common/korean-text.ts';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { guessCategory } from '#features/places/categories.rules.ts';
import type { AddressWordIndex } from './address-word-index.ts';
import type { PlaceFacts } from './place-rows.ts';
import { registerPoint } from './register-point.ts';
import { REPLACEMENT } from './register-text.ts';

/**
 * The columns of the Ministry's licence register of restaurants. The register has 39 columns since 2026 and had 48
 * columns before. Columns are identified by name only. If a column has several aliases, the first alias that the
 * header contains is used.
 */
const ALIASES = {
  authority: ['개방자치단체코드'],
  licence: ['관리번호'],
  name: ['사업장명'],
  status: ['영업상태명'],
  closedOn: ['폐업일자'],
  roadAddress: ['도로명주소', '도로명전체주소'],
  lotAddress: ['지번주소', '소재지전체주소', '지번전체주소'],
  phone: ['전화번호', '소재지전화'],
  kind: ['업태구분명', '위생업태명'],
  website: ['홈페이지'],
  x: ['좌표정보(X)', '좌표정보(x)', '좌표정보x(epsg5174)'],
  y: ['좌표정보(Y)', '좌표정보(y)', '좌표정보y(epsg5174)'],
  touched: ['최종수정시점'],
  refreshed: ['데이터갱신시점', '데이터갱신일자'],
} as const;

type Column = keyof typeof ALIASES;

/** The columns that a register must have. A file that lacks one of these columns is not a register. */
const NEEDED: readonly Column[] = ['licence', 'name', 'status', 'x', 'y'];

export type RegisterHeader = { positions: Record<Column, number>; width: number };

/**
 * Reads the header of a register.
 * @returns the missing columns if this is not the header of a register
 */
export function readHeader(fields: readonly string[]): RegisterHeader | { missing: string[] } {
  const names = fields.map((field) =>
    field
      .replace(/^\ufeff/, '')
      .replace(/\s/g, '')
      .toLowerCase(),
  );
  const positions = Object.fromEntries(
    Object.entries(ALIASES).map(([column, aliases]) => [
      column,
      aliases.map((alias) => names.indexOf(alias.toLowerCase())).find((at) => at !== -1) ?? -1,
    ]),
  ) as Record<Column, number>;
  const missing = NEEDED.filter((column) => positions[column] === -1).map((column) => ALIASES[column][0]);
  return missing.length > 0 ? { missing } : { positions, width: fields.length };
}

/** The reasons for which a row is rejected. */
export type Refusal = 'cut_short' | 'no_licence_number' | 'no_name';
/** The defects of an accepted row. */
export type Remark = 'no_point' | 'impossible_point' | 'unreadable_letters' | 'stray_quote';

export type RegisterRow =
  | { facts: PlaceFacts; licence: string; remarks: Remark[] }
  | { refusal: Refusal; licence: string; name: string };

export function readRegisterRow(
  fields: readonly string[],
  { header, wordIndex }: { header: RegisterHeader; wordIndex: AddressWordIndex },
): RegisterRow {
  const { positions } = header;
  const text = (position: number) => fields[position]?.trim() ?? '';
  const licence = text(positions.licence);
  const name = cleanName(text(positions.name));
  // The licence number alone is not unique, because two authorities have issued the same number.
  const placeId = `kr:${text(positions.authority)}:${licence}`;
  const refusal = refusalOf({ fields, header, licence, placeId, name });
  if (refusal !== null) return { refusal, licence, name };

  const { point, remark } = registerPoint(text(positions.x), text(positions.y));
  const [road, lot] = [cleanAddress(text(positions.roadAddress)), cleanAddress(text(positions.lotAddress))];
  const kind = cleanName(text(positions.kind)) || null;
  const website = text(positions.website);
  const facts: PlaceFacts = {
    placeId,
    name,
    address: road || lot,
    lotAddress: road === '' || road === lot ? '' : lot,
    addressWords: wordIndex.addAddresses([road, lot], point),
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
    kind,
    categoryId: guessCategory({ name, kind }),
    phoneNumber: cleanPhone(text(positions.phone)),
    website: WEBSITE.test(website) ? website : null,
    businessStatus: statusOf(text(positions.status)),
    closedOn: dateOf(text(positions.closedOn)),
    updatedOn: dateOf(text(positions.touched)) ?? dateOf(text(positions.refreshed)),
    isExample: false,
  };
  const remarks: Remark[] = remark === null ? [] : [remark];
  const isUnreadable = STORED_TEXTS.some((column) => fields[positions[column]]?.includes(REPLACEMENT));
  if (isUnreadable) remarks.push('unreadable_letters');
  return { facts, licence, remarks };
}

/** Columns that are checked for invalid characters. */
const STORED_TEXTS = ['name', 'roadAddress', 'lotAddress', 'kind'] as const;

function refusalOf({
  fields,
  header,
  licence,
  placeId,
  name,
}: {
  fields: readonly string[];
  header: RegisterHeader;
  licence: string;
  placeId: string;
  name: string;
}): Refusal | null {
  // The header of the old format ends with a comma, but the rows may lack this comma.
  if (fields.length < header.width - 1) return 'cut_short';
  if (licence === '' || !PLACE_ID.test(placeId)) return 'no_licence_number';
  return name === '' ? 'no_name' : null;
}

/** Patterns that limit a text to the length that the database can store and index. */
const PLACE_ID = /^[^\p{Cc}\ufffd]{1,200}$/u;
const WEBSITE = /^https?:\/\/[^\s\p{Cc}\ufffd]{1,500}$/u;

/**
 * Normalises a name, removes control characters and repeated spaces, and cuts the name to `NAME_MAXIMUM` characters.
 */
function cleanName(text: string): string {
  // Cleaning a name takes twenty times as long as this test. Nearly all names pass the test and need no cleaning.
  const isClean = PLAIN.test(text) && !text.includes('  ');
  const clean = isClean ? text : normalised(text).replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();
  return clean.slice(0, NAME_MAXIMUM);
}

const NAME_MAXIMUM = 200;
const PLAIN = /^[ -~가-힣]*$/;
const CONTROLS = /[\p{Cc}\ufffd]/gu;

const cleanAddress = (text: string) => cleanName(withoutCountry(text));

/**
 * Formats a telephone number.
 * @example cleanPhone('02 0000 1234') // '02-0000-1234'
 */
function cleanPhone(text: string): string | null {
  const digits = text.replace(/[^0-9]/g, '');
  const [, area, exchange, number] = /^(02|0\d{2}|1\d{3})(\d{3,4})?(\d{4})$/.exec(digits) ?? [];
  return area && number ? [area, exchange, number].filter(Boolean).join('-') : null;
}

function statusOf(text: string): PlaceFacts['businessStatus'] {
  if (text.startsWith('영업')) return 'operational';
  if (text.startsWith('휴업')) return 'closed_temporarily';
  return /^(폐업|취소|제외)/.test(text) ? 'closed_permanently' : null;
}

/**
 * Parses a date such as 20190304, 2019-03-04, 20190304101231 or 2019-03-04 10:12:31. Returns null if the text is not
 * a date.
 */
function dateOf(text: string): string | null {
  if (text === '') return null;
  const isDashed = text.charCodeAt(4) === DASH;
  const [monthAt, dayAt] = isDashed ? [5, 8] : [4, 6];
  if (isDashed && text.charCodeAt(7) !== DASH) return null;
  const year = numberAt(text, 0) * 100 + numberAt(text, 2);
  const month = numberAt(text, monthAt);
  const day = numberAt(text, dayAt);
  // If a part of the date is NaN, a comparison is false and the condition rejects the date.
  if (!(1900 <= year && year < 2100 && 1 <= month && month <= 12 && 1 <= day && day <= lastDay(year, month)))
    return null;
  return isDashed
    ? text.slice(0, 10)
    : `${text.slice(0, 4)}-${text.slice(monthAt, dayAt)}-${text.slice(dayAt, dayAt + 2)}`;
}

const DASH = 45;
const ZERO = 48;

/** Parses the two digits at a position; NaN if they are not digits. */
function numberAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return 0 <= tens && tens <= 9 && 0 <= ones && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
