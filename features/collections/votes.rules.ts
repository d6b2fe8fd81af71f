import { dayIn, DAY_MS, HOUR_MS, KOREA, koreanMoment, startOfKoreanDay, writtenDay } from '#common/dates.ts';
import type { Vote, VoteAnswer, VotePlace, Voter } from './votes.contract.ts';

/**
 * Returns the last millisecond of the date of a vote in Korea. Afterwards the vote accepts no answers.
 * @param meetsOn such as `2026-11-28`
 */
export const closingTime = (meetsOn: string): number =>
  koreanMoment({ day: Date.parse(meetsOn) + DAY_MS, time: '00:00' }) - 1;

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
