import { dayIn, fieldsOf, localZone } from '#common/dates.ts';

/** A moment as shown on a stamp, in the reader's time zone: 4.18, or 2025.11.27 in another year. */
export function formatStampDay(at: number, now = Date.now()): string {
  const zone = localZone();
  const { year, month, date } = fieldsOf(dayIn(zone, at));
  return year === fieldsOf(dayIn(zone, now)).year ? `${month}.${date}` : `${year}.${month}.${date}`;
}
