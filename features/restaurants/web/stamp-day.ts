import { getLocale } from '#messages/runtime.js';
import { CALENDAR, dayIn, fieldsOf, KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';

/**
 * Formats a time for a stamp. The day is the day in Korea, so that every reader sees the same day. Examples: `4.18` or `18 Apr` in this year, `2025.11.27` or
 * `27 Nov 2025` in another year.
 */
export const formatStampDay = (at: number, now = Date.now()): string =>
  formatCalendarStamp(dayIn(KOREA, at), now);

/** Formats a calendar day for a stamp. A calendar day has no time zone. */
export function formatCalendarStamp(day: number, now = Date.now()): string {
  const { year, month, date } = fieldsOf(day);
  const isThisYear = year === fieldsOf(dayIn(KOREA, now)).year;
  if (getLocale() === 'en') {
    // `Sept`, the only month with four letters, is wider than a stamp.
    return dateOf(day, { zone: CALENDAR, as: isThisYear ? 'shortDay' : 'shortDate' }).replace('Sept', 'Sep');
  }
  return isThisYear ? `${month}.${date}` : `${year}.${month}.${date}`;
}
