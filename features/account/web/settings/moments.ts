import { m } from '#messages';
import { currentLanguage } from '#web/appearance.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How long ago, to the hour: 한 시간 안에, 3시간 전, 어제; after a month the day. Times in milliseconds. */
export function sayWhen({ at, now }: { at: number; now: number }): string {
  const language = currentLanguage();
  const ago = Math.max(0, now - at);
  if (ago < HOUR_MS) return m.settings_within_the_hour();
  if (30 * DAY_MS <= ago) return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(at);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (ago < DAY_MS) return relative.format(-Math.floor(ago / HOUR_MS), 'hour');
  return relative.format(-Math.floor(ago / DAY_MS), 'day');
}
