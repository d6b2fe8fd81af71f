/* Calendar days: dates without a time zone, as milliseconds of their midnight in UTC. Only `today` depends on the
   local time zone; everything else is arithmetic. */

export const DAY_MS = 86_400_000;

/** Today's date in the local time zone. @param now milliseconds */
export function today(now: number): number {
  const here = new Date(now);
  return Date.UTC(here.getFullYear(), here.getMonth(), here.getDate());
}

/** '2026-04-18', the format of date fields and URLs. */
export const writtenDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** @returns null for anything that is not a valid date */
export function parseDay(written: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return null;
  const day = Date.parse(`${written}T00:00:00Z`);
  // Some engines read 2026-02-30 as a day in March, others reject it.
  return Number.isNaN(day) || writtenDay(day) !== written ? null : day;
}

/** '2026-04': a calendar month. */
export type Month = string;

export const monthOf = (day: number): Month => writtenDay(day).slice(0, 7);
export const isMonth = (written: string): boolean => parseDay(`${written}-01`) !== null;
export const firstDayOf = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);

/** The month `count` months later, or earlier for a negative count. */
export function monthsLater(month: Month, count: number): Month {
  const first = new Date(firstDayOf(month));
  return monthOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count, 1));
}

export const daysIn = (month: Month): number =>
  (firstDayOf(monthsLater(month, 1)) - firstDayOf(month)) / DAY_MS;

/** The weeks of a month, Sunday first; null for days of adjacent months. */
export function weeksOf(month: Month): (number | null)[][] {
  const first = firstDayOf(month);
  const before = new Date(first).getUTCDay();
  const cells = Array.from({ length: Math.ceil((before + daysIn(month)) / 7) * 7 }, (_, at) => {
    const day = first + (at - before) * DAY_MS;
    return monthOf(day) === month ? day : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
