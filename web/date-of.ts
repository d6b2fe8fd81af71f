import { getLocale } from '#messages/runtime.js';
import { type DateFormat, formatDate } from '#common/dates.ts';

/** Formats a date in the app's language. The format `date` has no-break spaces, so that the date stays on one line. */
export function dateOf(at: number, { zone, as = 'date' }: DateFormat): string {
  const text = formatDate(at, { zone, as, language: getLocale() });
  return as === 'date' ? text.replaceAll(' ', '\u00a0') : text;
}
