import { dayIn, fieldsOf, localZone } from '#common/dates.ts';

/** A moment as shown on a stamp, in the reader's time zone: 4.18, or 2025.11.27 in another year. */
export const formatStampDay = (at: number, now = Date.now()): string =>
  formatCalendarStamp(dayIn(localZone(), at), now);

/** The same for a calendar day, which has no time zone. */
export function formatCalendarStamp(day: number, now = Date.now()): string {
  const { year, month, date } = fieldsOf(day);
  return year === fieldsOf(dayIn(localZone(), now)).year ? `${month}.${date}` : `${year}.${month}.${date}`;
}
