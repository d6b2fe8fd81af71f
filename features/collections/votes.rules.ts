import { dayIn, DAY_MS, HOUR_MS, KOREA, koreanMoment, startOfKoreanDay, writtenDay } from '#common/dates.ts';
import type { FieldError } from '#common/problem.ts';
import type { NewVote, Vote, VoteAnswer, VoteDate, VotePlace, Voter } from './votes.contract.ts';

/**
 * Returns the last millisecond of the date of a vote in Korea. Afterwards the vote accepts no answers.
 * @param meetsOn such as `2026-11-28`
 */
export const closingTime = (meetsOn: string): number =>
  koreanMoment({ day: Date.parse(meetsOn) + DAY_MS, time: '00:00' }) - 1;

type DateOfVote = Pick<VoteDate, 'meetsOn' | 'meetsAt'>;

const textOf = ({ meetsOn, meetsAt }: DateOfVote): string => `${meetsOn} ${meetsAt ?? ''}`;

/** Compares two different dates. The earlier one comes first; a date without a time is the first of its day. */
export const compareDates = (a: DateOfVote, b: DateOfVote): number => (textOf(a) < textOf(b) ? -1 : 1);

/** Returns the errors of the dates of a new vote: dates that are over, and dates that are offered twice. @param now milliseconds */
export function wrongDates(wanted: NewVote, now: number): FieldError[] {
  const dates = [wanted, ...wanted.otherDates];
  return dates.flatMap((date, nth) => {
    const path = nth === 0 ? 'meetsOn' : `otherDates.${nth - 1}.meetsOn`;
    if (closingTime(date.meetsOn) <= now) return { path, code: 'votes.date_past' };
    const isRepeated = dates.slice(0, nth).some((earlier) => textOf(earlier) === textOf(date));
    return isRepeated ? { path, code: 'votes.date_twice' } : [];
  });
}

/** The day in Korea, such as `2026-11-28`. @param now milliseconds */
export const koreanDay = (now: number): string => writtenDay(dayIn(KOREA, now));

/** Whether it is between 8:00 and 12:00 in Korea. The place of the day is announced then. @param now milliseconds */
export const isMorningInKorea = (now: number): boolean => {
  const hours = (now - startOfKoreanDay(now)) / HOUR_MS;
  return 8 <= hours && hours < 12;
};

/**
 * The time in milliseconds from the end of a vote to its deletion. The names of the voters are deleted with the vote.
 */
export const VOTE_RETENTION_MS = 90 * DAY_MS;

export type RankedPlace = {
  place: VotePlace;
  names: Record<VoteAnswer, readonly string[]>;
};

/**
 * Returns the places of a vote. The best place comes first. The best place has the fewest answers 다음에. Among equal
 * places, the place with the most answers 가고 싶어요 is better. If these are equal too, the order of the vote decides. 다음에
 * counts more than 가고 싶어요, because the whole group goes to the place.
 */
export function rankPlaces({
  places,
  voters,
}: {
  places: readonly VotePlace[];
  voters: readonly Pick<Voter, 'name' | 'answers'>[];
}): RankedPlace[] {
  const ranked = places.map((place) => {
    const namesWith = (wanted: VoteAnswer) =>
      voters
        .filter(({ answers }) =>
          answers.some(({ restaurantId, answer }) => restaurantId === place.id && answer === wanted),
        )
        .map(({ name }) => name);
    return { place, names: { want: namesWith('want'), fine: namesWith('fine'), later: namesWith('later') } };
  });
  return ranked.toSorted(
    (a, b) => a.names.later.length - b.names.later.length || b.names.want.length - a.names.want.length,
  );
}

/** Returns the place that was decided on, or else the place that is ranked first. Returns null if there are no answers. */
export function bestPlace(vote: Pick<Vote, 'decidedId' | 'places' | 'voters'>): VotePlace | null {
  const decided = vote.places.find(({ id }) => id === vote.decidedId);
  if (decided) return decided;
  return vote.voters.length === 0 ? null : (rankPlaces(vote)[0]?.place ?? null);
}

export type RankedDate = { date: VoteDate; can: readonly string[]; cannot: readonly string[] };

/** Returns the dates of a vote. The date on which most voters can come is first; among equal dates, the earliest. */
export function rankDates({
  dates,
  voters,
}: {
  dates: readonly VoteDate[];
  voters: readonly Pick<Voter, 'name' | 'dates'>[];
}): RankedDate[] {
  const ranked = dates.map((date) => {
    const namesWith = (canCome: boolean) =>
      voters
        .filter((voter) => voter.dates.some((given) => given.dateId === date.id && given.canCome === canCome))
        .map(({ name }) => name);
    return { date, can: namesWith(true), cannot: namesWith(false) };
  });
  return ranked.toSorted((a, b) => b.can.length - a.can.length || compareDates(a.date, b.date));
}

/** Whether the answers contain exactly one answer for each date. */
export const areDatesComplete = ({
  dates,
  given,
}: {
  dates: readonly Pick<VoteDate, 'id'>[];
  given: Voter['dates'];
}): boolean => {
  const answered = new Set(given.map(({ dateId }) => dateId));
  return given.length === dates.length && dates.every(({ id }) => answered.has(id));
};

export const areComplete = ({
  places,
  answers,
}: {
  places: readonly Pick<VotePlace, 'id'>[];
  answers: Voter['answers'];
}): boolean => {
  const answered = new Set(answers.map(({ restaurantId }) => restaurantId));
  return (
    answers.length === places.length &&
    answered.size === places.length &&
    places.every(({ id }) => answered.has(id))
  );
};
