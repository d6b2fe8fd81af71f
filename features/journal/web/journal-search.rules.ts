import { parseDay } from '#common/dates.ts';
import { isMonth, type Month, monthOf } from '../months.rules.ts';

/**
 * The URL parameters of the journal. They contain everything that decides which entries are shown. Therefore a reload,
 * a bookmark and Back show the same entries.
 */
export type JournalSearch = {
  q?: string;
  tag?: string;
  restaurant?: string;
  /** The month that the calendar and the timeline show, such as `2026-04`. */
  month?: Month;
  /** The selected day, such as `2026-04-18`. */
  day?: string;
};

/** Changes to the URL parameters. The value `undefined` removes a parameter. */
export type JournalSearchChanges = { [K in keyof JournalSearch]?: JournalSearch[K] | undefined };

/** Parses the URL parameters. Invalid values are dropped without an error. */
export function readJournalSearch(search: Readonly<Record<string, unknown>>): JournalSearch {
  const day = text(search.day, 10);
  const dayShown = day !== undefined && parseDay(day) !== null ? day : undefined;
  const month = text(search.month, 7);
  return withoutAbsent({
    q: text(search.q, 100),
    tag: text(search.tag, 20),
    restaurant: text(search.restaurant, 300),
    month: month !== undefined && isMonth(month) ? month : dayShown && monthOf(Date.parse(dayShown)),
    day: dayShown,
  });
}

export type WriteSearch = Pick<JournalSearch, 'restaurant' | 'day'>;

export function readWriteSearch(search: Readonly<Record<string, unknown>>): WriteSearch {
  const { restaurant, day } = readJournalSearch(search);
  return withoutAbsent({ restaurant, day });
}

/**
 * Parses the URL parameters of the yearly review. If the URL has no year, the screen shows the latest year with
 * entries. The API has the same limits.
 */
export function readYearlyReviewSearch({ year }: Readonly<Record<string, unknown>>): { year?: number } {
  const wanted = Number(year);
  return Number.isInteger(wanted) && 1900 <= wanted && wanted <= 9998 ? { year: wanted } : {};
}

/** Returns a parameter as text. The router parses a value as JSON if possible: `q=119` becomes a number. */
function text(value: unknown, maximum: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return String(value).normalize('NFC').slice(0, maximum) || undefined;
}

const withoutAbsent = <T extends object>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as never;
