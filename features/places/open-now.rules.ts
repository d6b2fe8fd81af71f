import { koreanTimeOfWeek } from '#common/dates.ts';

/**
 * All times are in Asia/Seoul (UTC+9; no summer time since 1988), regardless of the time zone of the
 * device. Only places in Korea have opening spans (`isInKorea`).
 */

export const MINUTES_OF_DAY = 24 * 60;
export const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

/** Minutes since Sunday 0:00 in Korea, and length in minutes. May pass midnight and the end of the week. */
export type OpeningSpan = [begins: number, lasts: number];

/** Compares with a rectangle around Korea, in which all places have the time of Seoul. */
export const isInKorea = ({ lat, lng }: { lat: number; lng: number }): boolean =>
  33 <= lat && lat <= 39 && 124 <= lng && lng <= 132;

/**
 * Minutes until an open place closes; null: closed now; Infinity: never closes. A span that follows
 * immediately counts as open time.
 * @param now milliseconds
 */
export function closesIn(spans: readonly OpeningSpan[], now: number): number | null {
  const minute = minuteOfWeek(now);
  let left = 0;
  while (left < MINUTES_OF_WEEK) {
    const further = Math.max(0, ...spans.map((span) => leftOf(span, minute + left)));
    if (further === 0) return left === 0 ? null : left;
    left += further;
  }
  return Infinity;
}

/** `until` and `at` are minutes since midnight in Korea. */
export type OpeningToday =
  /** `until` is null if the place stays open for at least a day. */
  | { state: 'open'; until: number | null }
  | { state: 'opens'; at: number }
  /** The place was open today and does not open again today. */
  | { state: 'over' }
  | { state: 'off' };

/**
 * A place that opens later today has the state 'opens'.
 * @param now milliseconds
 * @example openingToday([[1 * 1440 + 690, 570]], mondayAtNoon) // { state: 'open', until: 1260 }
 */
export function openingToday(spans: readonly OpeningSpan[], now: number): OpeningToday {
  const left = closesIn(spans, now);
  const minute = minuteOfWeek(now);
  if (left !== null) {
    // A place that stays open for at least a day has no closing time to show.
    return { state: 'open', until: left >= MINUTES_OF_DAY ? null : (minute + left) % MINUTES_OF_DAY };
  }
  const midnight = minute - (minute % MINUTES_OF_DAY);
  const todays = spans
    .map(([begins]) => begins)
    .filter((at) => midnight <= at && at < midnight + MINUTES_OF_DAY);
  const next = Math.min(...todays.filter((at) => at > minute));
  if (next < Infinity) return { state: 'opens', at: next % MINUTES_OF_DAY };
  return { state: todays.length > 0 ? 'over' : 'off' };
}

type OpeningFacts = {
  /** null: unknown */
  openingSpans: readonly OpeningSpan[] | null;
  /** null or 'operational': in business */
  businessStatus: string | null;
};

/** null if unknown, or if the place is temporarily or permanently closed. */
export const knownSpans = ({ openingSpans, businessStatus }: OpeningFacts): readonly OpeningSpan[] | null =>
  businessStatus === null || businessStatus === 'operational' ? openingSpans : null;

/** null if `knownSpans` is null. @param now milliseconds */
export function isOpenAt(place: OpeningFacts, now: number): boolean | null {
  const spans = knownSpans(place);
  return spans && closesIn(spans, now) !== null;
}

function minuteOfWeek(now: number): number {
  const { weekday, minute } = koreanTimeOfWeek(now);
  return weekday * MINUTES_OF_DAY + minute;
}

/** Minutes that remain of a span at `minute` of the week; 0 outside the span. */
function leftOf([begins, lasts]: OpeningSpan, minute: number): number {
  const since = (minute - begins + 2 * MINUTES_OF_WEEK) % MINUTES_OF_WEEK;
  return Math.max(0, lasts - since);
}
