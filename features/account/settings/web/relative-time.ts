import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Relative time, to the hour: 한 시간 안에, 3시간 전; then by calendar days of the reader: 어제; after a month the date.
 * Times in milliseconds.
 */
export function relativeTime({ at, now }: { at: number; now: number }): string {
  const language = getLocale();
  const ago = Math.max(0, now - at);
  if (ago < HOUR_MS) return m.settings_within_the_hour();
  if (30 * DAY_MS <= ago) return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(at);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (ago < DAY_MS) return relative.format(-Math.floor(ago / HOUR_MS), 'hour');
  return relative.format(calendarDay(at) - calendarDay(now), 'day');
}

/** Days from 1970 to the reader's calendar day of a timestamp. */
function calendarDay(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
