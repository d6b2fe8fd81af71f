/* The only module that formats dates or computes with them.
   A moment is a timestamp in milliseconds. Its date depends on a time zone, which every caller names.
   A calendar day has no time zone. It is stored as the milliseconds of its midnight in UTC. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Deadlines, payments and opening hours follow Korean time. */
export const KOREA = 'Asia/Seoul';
/** Calendar days are formatted in UTC. */
export const CALENDAR = 'UTC';
/**
 * Read at each call, because the time zone may change while the reader travels. Chrome can report a zone that it does
 * not accept (Etc/Unknown); dates are then those of Korea.
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
  /** 2026년 11월 20일 */
  date: { dateStyle: 'long' },
  /** 2026년 11월 20일 금요일 */
  weekdayDate: { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' },
  /** 2026년 11월 20일 (금), for titles; in English it fits into the header of a phone: Fri, Nov 20, 2026 */
  shortWeekdayDate: { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' },
  /** 2026년 11월 */
  month: { year: 'numeric', month: 'long' },
  /** 금 */
  weekday: { weekday: 'short' },
  /** 오후 6:40 */
  time: { hour: 'numeric', minute: '2-digit' },
  /** 18:40 */
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 2026년 11월 20일 오후 6:40 */
  dateTime: { dateStyle: 'long', timeStyle: 'short' },
  /** 11월 20일 오후 6:40 */
  dayTime: { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateFormat = { zone: string; as?: keyof typeof FORMATS };

export const formatDate = (
  at: number | Date,
  { zone, as = 'date', language }: DateFormat & { language: 'ko' | 'en' },
): string => new Intl.DateTimeFormat(language, { ...FORMATS[as], timeZone: zone }).format(at);

export const dayIn = (zone: string, at: number): number => Date.parse(isoFormat(zone).format(at));

/** Cached, because creating a formatter takes longer than rendering a row of the list. */
const isoFormats = new Map<string, Intl.DateTimeFormat>();

function isoFormat(zone: string): Intl.DateTimeFormat {
  // The Swedish format is the ISO format: 2026-11-20.
  const format =
    isoFormats.get(zone) ?? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: zone });
  isoFormats.set(zone, format);
  return format;
}

/** `month` is 1 to 12, `weekday` 0 is Sunday. */
export function fieldsOf(day: number): { year: number; month: number; date: number; weekday: number } {
  const utc = new Date(day);
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth() + 1,
    date: utc.getUTCDate(),
    weekday: utc.getUTCDay(),
  };
}

/** '2026-04-18', the format of date fields and URLs. */
export const writtenDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Returns null for an invalid date. */
export function parseDay(written: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return null;
  const day = Date.parse(`${written}T00:00:00Z`);
  // Some engines read 2026-02-30 as a day in March, others reject it.
  return Number.isNaN(day) || writtenDay(day) !== written ? null : day;
}

/** Korea has been at UTC+9 without summer time since 1988. */
const KOREA_AHEAD_MS = 9 * HOUR_MS;

/** Milliseconds. */
export const startOfKoreanDay = (at: number): number =>
  Math.floor((at + KOREA_AHEAD_MS) / DAY_MS) * DAY_MS - KOREA_AHEAD_MS;

/** In Korea. `weekday` 0 is Sunday, `minute` counts from midnight. */
export function koreanTimeOfWeek(at: number): { weekday: number; minute: number } {
  const midnight = startOfKoreanDay(at);
  return {
    weekday: fieldsOf(midnight + KOREA_AHEAD_MS).weekday,
    minute: Math.floor((at - midnight) / MINUTE_MS),
  };
}

/** Rounded up; at least 1. */
export const daysLeft = ({ until, now }: { until: number; now: number }): number =>
  Math.max(1, Math.ceil((until - now) / DAY_MS));

/** The same date and time in Korea. 29 February becomes 1 March if the year has none. */
export function yearsLater({ from, years }: { from: number; years: number }): number {
  const end = new Date(from + KOREA_AHEAD_MS);
  return end.setUTCFullYear(end.getUTCFullYear() + years) - KOREA_AHEAD_MS;
}
