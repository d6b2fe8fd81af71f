import { getLocale } from '#messages/runtime.js';
import { firstDayOf, type Month } from '../days.rules.ts';

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale(), { ...options, timeZone: 'UTC' });

/** 2026년 4월 18일 토요일 */
export const formatFullDate = (day: number): string =>
  inUtc({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }).format(day);

/** 토 */
export const formatWeekday = (day: number): string => inUtc({ weekday: 'short' }).format(day);

/** 2026년 4월 */
export const formatMonth = (month: Month): string =>
  inUtc({ year: 'numeric', month: 'long' }).format(firstDayOf(month));

/** 오후 6:40 @param time '18:40' */
export const formatTime = (time: string): string =>
  inUtc({ hour: 'numeric', minute: '2-digit' }).format(Date.parse(`1970-01-01T${time}:00Z`));
