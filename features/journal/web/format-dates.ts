import { CALENDAR } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { firstDayOf, type Month } from '../months.rules.ts';

export const formatMonth = (month: Month): string =>
  dateOf(firstDayOf(month), { zone: CALENDAR, as: 'month' });
