import { getLocale } from '#messages/runtime.js';
import { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';

/** A time as a date in the member's time zone: 2026년 11월 20일. @param milliseconds since 1970 */
export const formatDay = (milliseconds: number): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long' }).format(milliseconds);

/** A calendar date, independent of the time zone. @param day '2026-11-20' */
export const formatCalendarDay = (day: string): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));

/** A date as shown on a stamp: 4.18, or 2025.11.27 in another year. @param milliseconds since 1970 */
export function formatStampDay(milliseconds: number, now = Date.now()): string {
  const day = new Date(milliseconds);
  const dayOfYear = `${day.getMonth() + 1}.${day.getDate()}`;
  return day.getFullYear() === new Date(now).getFullYear() ? dayOfYear : `${day.getFullYear()}.${dayOfYear}`;
}

/** The message for an error of a restaurant: as `messageOf`, with the date of a duplicate formatted. */
export function restaurantErrorMessage(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.code !== 'restaurants.already_added') return messageOf(error);
  const { status, code, params } = error;
  return messageOf(
    new ApiProblem({ status, code, params: { ...params, date: formatDay(Number(params.date)) } }),
  );
}
