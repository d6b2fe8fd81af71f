import { getLocale } from '#messages/runtime.js';
import { ApiProblem } from '#web/api.ts';
import { sentenceOf } from '#web/sentences.ts';

/** The reader's day of a moment as people write it: 2026년 11월 20일. @param milliseconds since 1970 */
export const formatDay = (milliseconds: number): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(milliseconds);

/** A calendar day, which is the same day everywhere. @param day '2026-11-20' */
export const formatCalendarDay = (day: string): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));

/** A day as it is on a stamp: 4.18, or 2025.11.27 of another year. @param milliseconds since 1970 */
export function formatStampDay(milliseconds: number, now = Date.now()): string {
  const day = new Date(milliseconds);
  const dayOfYear = `${day.getMonth() + 1}.${day.getDate()}`;
  return day.getFullYear() === new Date(now).getFullYear() ? dayOfYear : `${day.getFullYear()}.${dayOfYear}`;
}

/** The sentence for what went wrong with a restaurant: as `sentenceOf`, with the date of a duplicate written out. */
export function restaurantSentence(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.code !== 'restaurants.already_added') return sentenceOf(error);
  const { status, code, params } = error;
  return sentenceOf(
    new ApiProblem({ status, code, params: { ...params, date: formatDay(Number(params.date)) } }),
  );
}
