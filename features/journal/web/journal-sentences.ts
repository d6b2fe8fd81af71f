import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';
import { firstDayOf, type Month } from '../days.rules.ts';

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale(), { ...options, timeZone: 'UTC' });

/** 2026년 4월 18일 토요일 */
export const formatWholeDay = (day: number): string =>
  inUtc({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }).format(day);

/** 토 */
export const formatWeekday = (day: number): string => inUtc({ weekday: 'short' }).format(day);

/** 2026년 4월 */
export const formatMonth = (month: Month): string =>
  inUtc({ year: 'numeric', month: 'long' }).format(firstDayOf(month));

/** 오후 6:40 @param time '18:40' */
export const formatTime = (time: string): string =>
  inUtc({ hour: 'numeric', minute: '2-digit' }).format(Date.parse(`1970-01-01T${time}:00Z`));

/** The specification's options in the reader's language; what was typed freely stays as it is. */
export const tagOnScreen = (tag: string): string => TAGS[tag]?.() ?? tag;

const TAGS: Readonly<Record<string, () => string>> = {
  '혼밥/혼술': m.journal_tag_alone,
  친구와: m.journal_tag_friends,
  가족과: m.journal_tag_family,
  동료와: m.journal_tag_colleagues,
  데이트: m.journal_tag_date,
  '모임/회식': m.journal_tag_group,
  '기념일/축하': m.journal_tag_celebration,
  '비즈니스/접대': m.journal_tag_business,
  '가볍게 한 끼': m.journal_tag_light,
  '특별한 날': m.journal_tag_special,
  '여행 중': m.journal_tag_travelling,
  '간단히 요기': m.journal_tag_quick,
  기타: m.journal_tag_other,
};
