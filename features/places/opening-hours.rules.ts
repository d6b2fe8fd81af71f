import type { OpeningPeriod } from './places.contract.ts';

const MINUTES_OF_DAY = 24 * 60;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
/** Korea has had no summer time since 1988. */
const KOREA_AHEAD_MS = 9 * 60 * 60 * 1000;

/** What day it is in Korea; 0 is Sunday. @param now milliseconds */
export const koreanWeekday = (now: number): number => new Date(now + KOREA_AHEAD_MS).getUTCDay();

/** Monday's line comes first. @param now milliseconds */
export const todaysLine = (weekdayLines: readonly string[], now: number): string | null =>
  weekdayLines.length === 7 ? (weekdayLines[(koreanWeekday(now) + 6) % 7] ?? null) : null;

/** Whether a place with these hours is open. @param now milliseconds */
export function isOpenAt(periods: readonly OpeningPeriod[], now: number): boolean {
  const here = new Date(now + KOREA_AHEAD_MS);
  const minute = here.getUTCDay() * MINUTES_OF_DAY + here.getUTCHours() * 60 + here.getUTCMinutes();
  return periods.some(({ openDay, openMinute, closeDay, closeMinute }) => {
    if (closeDay === null || closeMinute === null) return true;
    const opens = openDay * MINUTES_OF_DAY + openMinute;
    const closes = closeDay * MINUTES_OF_DAY + closeMinute;
    // A period that ends where it began is the whole week; one that ends before it runs into the next week.
    const lasts = (closes - opens + MINUTES_OF_WEEK) % MINUTES_OF_WEEK || MINUTES_OF_WEEK;
    return (minute - opens + MINUTES_OF_WEEK) % MINUTES_OF_WEEK < lasts;
  });
}
