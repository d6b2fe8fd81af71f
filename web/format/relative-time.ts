import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';
import { DAY_MS, dayIn, HOUR_MS } from '#common/dates.ts';
import { dateOf } from '../date-of.ts';

/**
 * Formats a time relative to now. Within a day, the text is 1시간 이내 or 3시간 전. Within 30 days, it counts calendar days in
 * the zone, such as 어제. After 30 days, it is the date.
 * All times are in milliseconds.
 */
export function relativeTime({ at, now, zone }: { at: number; now: number; zone: string }): string {
  const ago = Math.max(0, now - at);
  if (ago < HOUR_MS) return m.settings_within_the_hour();
  if (30 * DAY_MS <= ago) return dateOf(at, { zone });
  const relative = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' });
  if (ago < DAY_MS) return relative.format(-Math.floor(ago / HOUR_MS), 'hour');
  return relative.format((dayIn(zone, at) - dayIn(zone, now)) / DAY_MS, 'day');
}

/** Formats a time as its day and hour, such as 오늘 18:40 or 어제 09:05. Older days are dates. */
export function recentTime({ at, now, zone }: { at: number; now: number; zone: string }): string {
  const days = (dayIn(zone, at) - dayIn(zone, now)) / DAY_MS;
  const day =
    -1 <= days
      ? new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' }).format(Math.min(0, days), 'day')
      : dateOf(at, { zone });
  return m.kit_day_time({ day, time: dateOf(at, { zone, as: 'time' }) });
}
