/*
 * Calendar days: a day without a time zone, as the milliseconds of its midnight in UTC. Only `today` knows where the
 * reader is; everything else is arithmetic.
 */

export const DAY_MS = 86_400_000;

/** The day that it is where this computer stands. @param now milliseconds */
export function today(now: number): number {
  const here = new Date(now);
  return Date.UTC(here.getFullYear(), here.getMonth(), here.getDate());
}

/** '2026-04-18', as the browser's date field and addresses write it. */
export const writtenDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** @returns null for anything that is not a day */
export function parseDay(written: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return null;
  const day = Date.parse(`${written}T00:00:00Z`);
  // 2026-02-30 is read as a day of March by some, as none by others.
  return Number.isNaN(day) || writtenDay(day) !== written ? null : day;
}

/** '2026-04': a calendar month. */
export type Month = string;

export const monthOf = (day: number): Month => writtenDay(day).slice(0, 7);
export const isMonth = (written: string): boolean => parseDay(`${written}-01`) !== null;
export const firstDayOf = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);

/** So many months later, or earlier for a negative count. */
export function monthsLater(month: Month, count: number): Month {
  const first = new Date(firstDayOf(month));
  return monthOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count, 1));
}

export const daysIn = (month: Month): number =>
  (firstDayOf(monthsLater(month, 1)) - firstDayOf(month)) / DAY_MS;

/** The weeks of a month, Sunday first; null where another month's days would be. */
export function weeksOf(month: Month): (number | null)[][] {
  const first = firstDayOf(month);
  const before = new Date(first).getUTCDay();
  const cells = Array.from({ length: Math.ceil((before + daysIn(month)) / 7) * 7 }, (_, at) => {
    const day = first + (at - before) * DAY_MS;
    return monthOf(day) === month ? day : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
