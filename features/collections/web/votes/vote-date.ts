import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import type { Vote } from '#features/collections/votes.contract.ts';
import { dateOf } from '#web/date-of.ts';

/**
 * Formats the date of a vote in the language of the reader. Examples in Korean: `2026년 11월 28일 토요일 18:30`, and short
 * `2026년 11월 28일 (토) 18:30`.
 */
export function voteDate(
  { meetsOn, meetsAt }: Pick<Vote, 'meetsOn' | 'meetsAt'>,
  { isShort = false } = {},
): string {
  const day = dateOf(Date.parse(meetsOn), {
    zone: CALENDAR,
    as: isShort ? 'shortWeekdayDate' : 'weekdayDate',
  });
  return meetsAt === null ? day : m.votes_day_time({ day, time: meetsAt });
}
