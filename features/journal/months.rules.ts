import { parseDay, writtenDay } from '#common/dates.ts';

/** A month, such as `2026-04`. */
export type Month = string;

export const monthOf = (day: number): Month => writtenDay(day).slice(0, 7);
export const isMonth = (written: string): boolean => parseDay(`${written}-01`) !== null;
export const firstDayOf = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);
