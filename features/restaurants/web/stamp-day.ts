import { getLocale } from '#messages/runtime.js';
import { CALENDAR, dayIn, fieldsOf, localZone } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';

/**
 * Formats a time for a stamp, in the time zone of the reader. Examples: `4.18` or `18 Apr` in this year, `2025.11.27` or
 * `27 Nov 2025` in another year.
 */
export const formatStampDay = (at: number, now = Date.now()): string =>
  formatCalendarStamp(dayIn(localZone(), at), now);

/** Formats a calendar day for a stamp. A calendar day has no time zone. */
export function formatCalendarStamp(day: number, now = Date.now()): string {
  const { year, month, date } = fieldsOf(day);
  const isThisYear = year === fieldsOf(dayIn(localZone(), now)).year;
  if (getLocale() === 'en') {
    // `Sept`, the only month with four letters, is wider than a stamp.
    return dateOf(day, { zone: CALENDAR, as: isThisYear ? 'shortDay' : 'shortDate' }).replace('Sept', 'Sep');
  }
  return isThisYear ? `${month}.${date}` : `${year}.${month}.${date}`;
}
