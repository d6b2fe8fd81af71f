import { parseDay } from '#common/dates.ts';
import { addressIn } from './pictured-place.rules.ts';

/** What a receipt says. A value is null if the receipt does not say it, or if it is not certain. */
export type Receipt = {
  name: string | null;
  /** The address of the place; empty if it is unknown. */
  address: string;
  /** 사업자등록번호, such as `104-81-36565`. */
  businessNumber: string | null;
  /** A calendar day: its midnight in UTC, in milliseconds. */
  day: number | null;
  /** Such as `18:40`. */
  time: string | null;
  /** What was paid, in won. It is given only if two values of the receipt agree. */
  total: number | null;
  /** Whether the receipt is about a cancelled payment. */
  isCancelled: boolean;
};

/**
 * Removes card numbers, also masked and misread ones: the rest of a row after 카드번호 or the name of a card, and long
 * runs of digits that are masked or have as many digits as a card.
 */
export const withoutCardNumbers = (rows: readonly string[]): string[] =>
  rows.map((row) =>
    row
      .replace(CARD_NUMBER_ROW, '$<label>')
      .replaceAll(LONG_NUMBER, (number) => (isCardNumber(number) ? '' : number))
      .trim(),
  );

const CARD_NUMBER_ROW =
  /(?<label>카\s*드\s*번\s*호|card\s*no|(?:현\s*대|국\s*민|신\s*한|삼\s*성|롯\s*데|하\s*나|우\s*리|농\s*협|비\s*씨|BC)\s*카\s*드(?=[^가-힣]*\d{4})).*$/i;
const LONG_NUMBER = /\d[\d*xX＊•●#\-–~. ]{6,}[\d*xX＊•●#]/g;
const MASKED = /[*xX＊•●#]/;
const CARD_DIGITS = 13;

const isCardNumber = (number: string): boolean =>
  MASKED.test(number) ||
  (number.replaceAll(/\D/g, '').length >= CARD_DIGITS && !/^20\d{2}\s?[-.]\s?\d{1,2}\s?[-.]/.test(number));

/**
 * Reads a receipt that was recognised several times. The readings complete each other; an amount on which they do not
 * agree is left out.
 * @param now milliseconds; a visit is not later
 */
export function receiptOfReadings(readings: readonly (readonly string[])[], now: number): Receipt {
  const receipts = readings.map((rows) => receiptOf(rows, now));
  const totals = new Set(receipts.flatMap(({ total }) => total ?? []));
  const isCancelled = receipts.some((each) => each.isCancelled);
  const dated = receipts.find(({ day, time }) => day !== null && time !== null) ?? receipts.find(hasDay);
  const labelled = readings.map((rows) => labelledName(rows)).find((name) => name !== null);
  return {
    // A small reading has the better heading, because large letters are recognised worse.
    name: labelled ?? receipts.findLast(({ name }) => name !== null)?.name ?? null,
    address: receipts.find(({ address }) => address !== '')?.address ?? '',
    businessNumber: receipts.find(({ businessNumber }) => businessNumber !== null)?.businessNumber ?? null,
    day: dated?.day ?? null,
    time: dated?.time ?? null,
    total: isCancelled || totals.size !== 1 ? null : ([...totals][0] ?? null),
    isCancelled,
  };
}

const hasDay = ({ day }: Receipt) => day !== null;

/** @param rows the rows of the receipt from top to bottom, as recognition gives them */
export function receiptOf(rows: readonly string[], now: number): Receipt {
  const shown = withoutCardNumbers(rows);
  const isCancelled = shown.some(isCancellation);
  return {
    name: labelledName(shown) ?? headingOf(shown),
    address: addressOf(shown),
    businessNumber: shown.map(businessNumberIn).find((number) => number !== null) ?? null,
    ...momentOf(shown, now),
    total: isCancelled ? null : totalOf(shown),
    isCancelled,
  };
}

/** Returns a text without spaces, because recognition inserts them into Korean words. */
const dense = (row: string): string => row.replaceAll(/\s/g, '');

// ---- Name and address

const NAME_LABEL =
  /^\W{0,3}(?:[가-힣] )?(?:상\s*호(?:\s*명)?|가\s*[맹멤]\s*[점정](?:\s*명){0,2}|매\s*장\s*명|점\s*포\s*명?|업\s*[체소]\s*명|판\s*매\s*점)\s*[:：;.]?\s*(?<value>.+)$|^\W{0,3}(?:매\s*장|가\s*게)\s*[:：]\s*(?<shop>.+)$/;

/** Returns the name after a label such as 상호 or 가맹점명. */
function labelledName(rows: readonly string[]): string | null {
  for (const row of rows) {
    const { value, shop } = NAME_LABEL.exec(row)?.groups ?? {};
    const name = nameIn((value ?? shop ?? '').replace(/\s*(?:대표|TEL|전화|사업자).*$/, ''));
    if (name !== null && !/^(?:번호|연락처|주소|전화)/.test(dense(name))) return name;
  }
  return null;
}

/** Returns the row above the address, the business number or the telephone number, which is the name on most receipts. */
function headingOf(rows: readonly string[]): string | null {
  const factsAt = rows.findIndex(
    (row) =>
      addressIn(row) !== '' || /사업자|대표|TEL|\d{3}-\d{2}-\d{5}|0\d{1,2}-\d{3,4}-\d{4}/i.test(dense(row)),
  );
  const heading = rows
    .slice(0, Math.max(0, factsAt))
    .findLast((row) => nameIn(row) !== null && !isTitle(row));
  return heading === undefined ? null : nameIn(heading);
}

const isTitle = (row: string): boolean =>
  /영수증|전표|주문번호|대기번호|고객용|가맹점용|매장용|매장에서|포장|배달|식사|감사|환영|어서오|신용카드|현금|승인|테이블|번호|POS|RECEIPT/i.test(
    dense(row),
  );

function nameIn(text: string): string | null {
  const name = text.replaceAll(/^[^가-힣A-Za-z\d]+|[^가-힣A-Za-z\d)]+$/g, '').trim();
  return (name.match(/[가-힣A-Za-z]/g)?.length ?? 0) >= 2 && name.length <= 40 ? name : null;
}

function addressOf(rows: readonly string[]): string {
  // The slip of a delivery also has the address of the guest.
  const ofPlace = rows.filter((row) => !/배달|고객|수령|도착|주문자/.test(dense(row)));
  return ofPlace.map(addressIn).find((address) => address !== '') ?? '';
}

function businessNumberIn(row: string): string | null {
  const number = /(?<!\d)\d{3}-\d{2}-\d{5}(?!\d)/.exec(dense(row))?.[0] ?? null;
  return number !== null && hasValidCheckDigit(number) ? number : null;
}

/** The last digit of a business number is computed from the others. */
function hasValidCheckDigit(number: string): boolean {
  const digits = [...number.replaceAll('-', '')].map(Number);
  const sum = CHECK_WEIGHTS.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  const carried = Math.floor(((digits[8] ?? 0) * 5) / 10);
  return (10 - ((sum + carried) % 10)) % 10 === digits[9];
}

const CHECK_WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5];

// ---- Date and time

const DATE =
  /(?<!\d)(?<year>20\d{2}|\d{2})\s?[-./년]\s?(?<month>\d{1,2})\s?[-./월]\s?(?<date>\d{1,2})\s?일?(?:\s?\(?[월화수목금토일]\)?)?(?<rest>.*)$/;
const TIME = /^[^\d가-힣]*(?<half>오전|오후|AM|PM)?\s?(?<hours>\d{1,2})\s?[:시]\s?(?<minutes>\d{2})/i;
const DATE_LABEL = /일시|일자|날짜|판매일|거래일|주문일|승인일|결제일|매출/;
/** Days that are not the day of the visit. */
const OTHER_DAY = /유효|만료|출력|원거래|생년|적립|기한|까지|개업|예약|입금/;

function momentOf(rows: readonly string[], now: number): Pick<Receipt, 'day' | 'time'> {
  const moments = rows.flatMap((row) => {
    const moment = OTHER_DAY.test(dense(row)) ? null : momentIn(row, now);
    return moment === null ? [] : [{ ...moment, isLabelled: DATE_LABEL.test(dense(row)) }];
  });
  const [best] = moments.toSorted(
    (a, b) =>
      Number(b.isLabelled) - Number(a.isLabelled) || Number(b.time !== null) - Number(a.time !== null),
  );
  return { day: best?.day ?? null, time: best?.time ?? null };
}

function momentIn(row: string, now: number): { day: number; time: string | null } | null {
  // Between digits, the letter O is a misread zero.
  const {
    year = '',
    month = '',
    date = '',
    rest = '',
  } = DATE.exec(row.replaceAll(/(?<=[\d\-./:])[OoㅇQ]|[OoㅇQ](?=\d)/g, '0'))?.groups ?? {};
  if (year === '') return null;
  const time = timeIn(rest);
  // A short year is certain only beside a time: 26/11/25 18:32.
  if (year.length === 2 && time === null) return null;
  const day = parseDay(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
  if (day === null || day > now + DAY || day < now - OLDEST) return null;
  return { day, time };
}

const DAY = 86_400_000;
/** An older day is a misread one. */
const OLDEST = 10 * 366 * DAY;

function timeIn(text: string): string | null {
  const { half = '', hours = '', minutes = '' } = TIME.exec(text)?.groups ?? {};
  const isAfternoon = /오후|PM/i.test(half);
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (hours === '' || hour > 23 || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

// ---- Amount

type Kind = 'discount' | 'net' | 'tax' | 'extra' | 'paid' | 'sum' | 'other';

/** The first kind whose label a row has. 할인합계 is a discount, and 과세합계 a net price. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['discount', /할인|쿠폰|에누리|포인트사용/],
  ['other', /받은(?:금액|돈)|현금|거스름|잔액|적립|단가|번호|전화|봉투/],
  ['tax', /부가(?:가치)?세|세액|^VAT/i],
  ['net', /과세|면세|공급|물품가액/],
  ['extra', /배달(?:팁|료|비)|봉사료|포장(?:비|료)/],
  [
    'paid',
    /^.{0,2}?(?:총?(?:실?결제|지불)(?:대상|하실|할)?금액|총결제|결제합계|받[을음]금액|승인금액|청구금액|신용카드|카드결제|카드(?:결제)?금액)$/,
  ],
  [
    'sum',
    /^.{0,2}?(?:총?합계(?:금액)?|총액|총금액|거래금액|주문(?:금액|합계)|총주문금액|매출(?:금액|합계)|판매(?:금액|합계))$/,
  ],
];

/** An amount at the end of a row: `35,000원`, `35, 000`, `35000`. */
const AMOUNT =
  /(?<minus>-\s?)?[₩￦\\]?\s?(?<amount>\d{1,3}(?:\s?[.,]\s?\d{3}|\s\d{3})+|\d{3,8}|0)\s?[원윈월]?[^\dA-Za-z]{0,4}$/;

type Entry = { kind: Kind; won: number; label: string };

function entriesOf(rows: readonly string[]): Entry[] {
  return rows.flatMap((row) => {
    const numbers = row.replaceAll(/(?<=[\d,.]\s?[OoㅇQ]{0,2})[OoㅇQ](?=[\dOoㅇQ,.]|\s?원|\s*$)/g, '0');
    const { index, groups: { amount = '', minus } = {} } = AMOUNT.exec(numbers) ?? { index: 0 };
    if (amount === '') return [];
    const label = dense(numbers.slice(0, index)).replaceAll(/[^가-힣A-Za-z]/g, '');
    const won = Number(amount.replaceAll(/[\s.,]/g, ''));
    const kind = KINDS.find(([, pattern]) => pattern.test(label))?.[0] ?? 'other';
    const isItem = kind === 'other' && /^[^:]*[가-힣]{2}/.test(dense(numbers.slice(0, index)));
    return [{ kind, won: minus === undefined ? won : -won, label: kind === 'other' && !isItem ? '' : label }];
  });
}

/**
 * Returns the amount that was paid. It is certain if a second row of the receipt states or proves it: the same amount
 * with another label, net price and tax, the sum and its discounts, or the sum of the dishes. Otherwise it is null.
 */
function totalOf(rows: readonly string[]): number | null {
  const entries = entriesOf(rows);
  const wonOf = (kind: Kind) => entries.filter((each) => each.kind === kind).map(({ won }) => won);
  const [paid, sums] = [wonOf('paid'), wonOf('sum')];
  const candidates = new Set(paid.length > 0 ? paid : sums);
  const [total = 0] = candidates;
  // Several payments of different amounts: the receipt does not say which of them the member paid.
  if (candidates.size !== 1 || total <= 0 || MOST < total) return null;
  const discounts = wonOf('discount').map(Math.abs);
  const extras = wonOf('extra');
  const isExplained = (sum: number) =>
    sum === total ||
    [...discounts, plus(discounts)].some((discount) =>
      [0, plus(extras)].some((extra) => sum - discount + extra === total),
    ) ||
    sum + plus(extras) === total;
  if (!sums.every(isExplained)) return null;
  const isStatedTwice = paid.length + sums.length >= 2;
  const isNetAndTax = wonOf('tax').some((tax) => tax > 0 && plus(wonOf('net')) + tax === total);
  return isStatedTwice || isNetAndTax || itemsOf(entries) === total ? total : null;
}

const MOST = 99_999_999;

const plus = (amounts: readonly number[]): number => amounts.reduce((sum, won) => sum + won, 0);

/** Returns the sum of the dishes: the rows with a name above the first sum. */
function itemsOf(entries: readonly Entry[]): number {
  const end = entries.findIndex(({ kind }) => kind !== 'other');
  return plus(entries.slice(0, end).flatMap(({ label, won }) => (label === '' ? [] : won)));
}

/** Whether a row says that the payment was cancelled. A row about the conditions of a cancellation is longer. */
function isCancellation(row: string): boolean {
  const isTitled =
    /^[^가-힣A-Za-z]*(?:신용|카드|승인|거래|매출|결제|전체|주문)*취소(?:전표|승인|거래|매출|영수증|완료|금액)?[^가-힣]*$/.test(
      dense(row),
    );
  if (isTitled) return !/(?<!\d)0원?$/.test(dense(row));
  return entriesOf([row]).some(({ kind, won }) => (kind === 'paid' || kind === 'sum') && won < 0);
}
