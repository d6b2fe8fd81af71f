import { parseDay, writtenDay } from '#common/dates.ts';

/** A month, such as `2026-04`. */
export type Month = string;

/** Returns the month of a day. The results are cached, because the journal needs the month of every entry. */
export function monthOf(day: number): Month {
  let month = months.get(day);
  if (month === undefined) months.set(day, (month = writtenDay(day).slice(0, 7)));
  return month;
}
const months = new Map<number, Month>();

export const isMonth = (written: string): boolean => parseDay(`${written}-01`) !== null;
export const firstDayOf = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);
