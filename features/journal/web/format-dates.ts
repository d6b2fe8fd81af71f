import { CALENDAR } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { firstDayOf, type Month } from '../months.rules.ts';

export const formatMonth = (month: Month): string =>
  dateOf(firstDayOf(month), { zone: CALENDAR, as: 'month' });

/** Formats a time of day in the language of the reader. Example in Korean: `18:40` → `오후 6:40`. */
export const formatTime = (time: string): string =>
  dateOf(Date.parse(`1970-01-01T${time}:00Z`), { zone: CALENDAR, as: 'time' });
