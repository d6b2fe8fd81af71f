import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import type { Vote, VoteDate } from '#features/collections/votes.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { numberOf } from '#web/number-of.ts';

/**
 * Formats a date of a vote in the language of the reader. Examples in Korean: `2026년 11월 28일 토요일 18:30`, and short
 * `2026년 11월 28일 (토) 18:30`.
 */
export function dateText(
  { meetsOn, meetsAt }: Pick<VoteDate, 'meetsOn' | 'meetsAt'>,
  { isShort = false } = {},
): string {
  const day = dateOf(Date.parse(meetsOn), {
    zone: CALENDAR,
    as: isShort ? 'shortWeekdayDate' : 'weekdayDate',
  });
  return meetsAt === null ? day : m.votes_day_time({ day, time: meetsAt });
}

/** Whether the date is not decided on, because the vote is open and offers several dates. A decision ends the vote. */
export const hasOpenDate = ({ isOpen, dates }: Pick<Vote, 'isOpen' | 'dates'>): boolean =>
  isOpen && dates.length > 0;

/** Formats the date of a vote; the number of dates if the date is not decided on. */
export const voteDate = (
  vote: Pick<Vote, 'meetsOn' | 'meetsAt' | 'dates' | 'isOpen'>,
  options?: { isShort: boolean },
): string =>
  hasOpenDate(vote) ? m.votes_dates({ count: numberOf(vote.dates.length) }) : dateText(vote, options);
