import { getLocale } from '#messages/runtime.js';
import { ApiProblem } from '#web/api.ts';
import { sentenceOf } from '#web/sentences.ts';

/** A day as people write it: 2026년 11월 20일. @param milliseconds since 1970 */
export const formatDay = (milliseconds: number): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(milliseconds);

/** A day as it stands on a stamp: 4.18. @param milliseconds since 1970 */
export function formatStampDay(milliseconds: number): string {
  const day = new Date(milliseconds);
  return `${day.getMonth() + 1}.${day.getDate()}`;
}

/** The sentence for what went wrong with a restaurant: as `sentenceOf`, with the date of a duplicate written out. */
export function restaurantSentence(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.code !== 'restaurants.already_added') return sentenceOf(error);
  const { status, code, params } = error;
  return sentenceOf(
    new ApiProblem({ status, code, params: { ...params, date: formatDay(Number(params.date)) } }),
  );
}
