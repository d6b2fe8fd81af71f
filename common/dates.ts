/*
 * No other module formats dates or computes with dates.
 * A moment is a timestamp in milliseconds. Its date depends on a time zone, which every caller names.
 * A calendar day has no time zone. It is stored as the milliseconds of its midnight in UTC.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day 1900-01-01. Members enter no earlier dates. */
export const EARLIEST_DAY = -25_567 * DAY_MS;

/** The time zone of deadlines, payments and opening hours. */
export const KOREA = 'Asia/Seoul';
/** The time zone in which calendar days are formatted. */
export const CALENDAR = 'UTC';
/**
 * Returns the time zone of the device. It is read at each call, because it may change when the member travels.
 * Chrome can report a zone that it does not accept (Etc/Unknown). The result is then the time zone of Korea.
 */
export function localZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    isoFormat(zone);
    return zone;
  } catch {
    return KOREA;
  }
}

const FORMATS = {
  /** Example in Swedish: 2026-11-20 */
  iso: { dateStyle: 'short' },
  /** Example: 2026년 11월 20일 */
  date: { dateStyle: 'long' },
  /** Example: 2026년 11월 20일 금요일 */
  weekdayDate: { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' },
  /**
   * Example: 2026년 11월 20일 (금). It is for titles: the English text `Fri, 20 Nov 2026` fits into the header of a phone.
   */
  shortWeekdayDate: { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' },
  /** Example in English: 20 Nov. Korean stamps use digits (features/restaurants/web/stamp-day.ts). */
  shortDay: { month: 'short', day: 'numeric' },
  /** Example in English: 20 Nov 2026 */
  shortDate: { dateStyle: 'medium' },
  /** Example: 2026년 11월 */
  month: { year: 'numeric', month: 'long' },
  /** Example: 금 */
  weekday: { weekday: 'short' },
  /** Example: 금요일 */
  longWeekday: { weekday: 'long' },
  /** Example: 18:40 */
  time: { hour: '2-digit', minute: '2-digit' },
  /** Example: 2026년 11월 20일 18:40 */
  dateTime: { dateStyle: 'long', timeStyle: 'short' },
  /** Example: 11월 20일 18:40 */
  dayTime: { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateFormat = { zone: string; as?: Exclude<keyof typeof FORMATS, 'iso'> };

export const formatDate = (
  at: number | Date,
  { zone, as = 'date', language }: DateFormat & { language: 'ko' | 'en' },
): string => formatterOf({ locale: LOCALES[language], as, zone }).format(at);

/** The English texts have British spelling. Both languages use the 24-hour clock, because opening hours use it too. */
const LOCALES = { ko: 'ko-u-hc-h23', en: 'en-GB-u-hc-h23' };

export const dayIn = (zone: string, at: number): number => Date.parse(isoFormat(zone).format(at));

// In Swedish, the short date has the ISO format: 2026-11-20.
const isoFormat = (zone: string) => formatterOf({ locale: 'sv', as: 'iso', zone });

/** The formatters are cached, because creating a formatter takes longer than rendering a row of the list. */
const formatters: Record<string, Intl.DateTimeFormat> = {};

const formatterOf = ({ locale, as, zone }: { locale: string; as: keyof typeof FORMATS; zone: string }) =>
  (formatters[locale + as + zone] ??= new Intl.DateTimeFormat(locale, { ...FORMATS[as], timeZone: zone }));

/** Returns the parts of a calendar day. `month` is 1 to 12, and `weekday` 0 is Sunday. */
export function fieldsOf(day: number): { year: number; month: number; date: number; weekday: number } {
  const utc = new Date(day);
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth() + 1,
    date: utc.getUTCDate(),
    weekday: utc.getUTCDay(),
  };
}

/** Returns a calendar day in the format of date fields and URLs, such as `2026-04-18`. */
export const writtenDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Returns the timestamp of a calendar day and a time of day (`18:40`) in the time zone of the device. */
export const localMoment = ({ day, time }: { day: number; time: string }): number =>
  Date.parse(`${writtenDay(day)}T${time}`);

/** Returns the calendar day, or null for an invalid date. */
export function parseDay(written: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return null;
  const day = Date.parse(`${written}T00:00:00Z`);
  // Some engines read 2026-02-30 as a day in March. Other engines reject it.
  return Number.isNaN(day) || writtenDay(day) !== written ? null : day;
}

/** Difference between Korean time and UTC. Korea has had no summer time since 1988. */
const KOREA_AHEAD_MS = 9 * HOUR_MS;

/** Returns the timestamp of the midnight in Korea that begins the day of `at`. */
export const startOfKoreanDay = (at: number): number =>
  Math.floor((at + KOREA_AHEAD_MS) / DAY_MS) * DAY_MS - KOREA_AHEAD_MS;

/** Returns the moment in milliseconds at which a clock in Korea shows this day (without a zone) and time (`18:40`). */
export const koreanMoment = ({ day, time }: { day: number; time: string }): number =>
  Date.parse(`${writtenDay(day)}T${time}+09:00`);

/** Returns the weekday and the minute of the day in Korea. `weekday` 0 is Sunday, and `minute` counts from midnight. */
export function koreanTimeOfWeek(at: number): { weekday: number; minute: number } {
  const midnight = startOfKoreanDay(at);
  return {
    weekday: fieldsOf(midnight + KOREA_AHEAD_MS).weekday,
    minute: Math.floor((at - midnight) / MINUTE_MS),
  };
}

/** Returns the number of days until `until`, rounded up. The result is at least 1. */
export const daysLeft = ({ until, now }: { until: number; now: number }): number =>
  Math.max(1, Math.ceil((until - now) / DAY_MS));

/**
 * Returns the same date and time in Korea some years later. 29 February becomes 1 March if that year has no 29 February.
 */
export function yearsLater({ from, years }: { from: number; years: number }): number {
  const end = new Date(from + KOREA_AHEAD_MS);
  return end.setUTCFullYear(end.getUTCFullYear() + years) - KOREA_AHEAD_MS;
}
