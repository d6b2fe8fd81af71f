import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import type { Vote } from '#features/collections/votes.contract.ts';
import { dateOf } from '#web/date-of.ts';

/** Formats the date of a vote in the language of the reader. Example in Korean: `11월 28일 토요일 18:30`. */
export function voteDate({ meetsOn, meetsAt }: Pick<Vote, 'meetsOn' | 'meetsAt'>): string {
  const day = dateOf(Date.parse(meetsOn), { zone: CALENDAR, as: 'weekdayDate' });
  return meetsAt === null ? day : m.votes_day_time({ day, time: meetsAt });
}
