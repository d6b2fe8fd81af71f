import { dayIn, fieldsOf, localZone } from '#common/dates.ts';

/**
 * Formats a time for a stamp, in the time zone of the reader. Examples: `4.18` in this year, `2025.11.27` in another
 * year.
 */
export const formatStampDay = (at: number, now = Date.now()): string =>
  formatCalendarStamp(dayIn(localZone(), at), now);

/** Formats a calendar day for a stamp. A calendar day has no time zone. */
export function formatCalendarStamp(day: number, now = Date.now()): string {
  const { year, month, date } = fieldsOf(day);
  return year === fieldsOf(dayIn(localZone(), now)).year ? `${month}.${date}` : `${year}.${month}.${date}`;
}
