import { koreanTimeOfWeek } from '#common/dates.ts';

/**
 * Decides whether a place is open now, for the list, the place's page, today's pick and shared lists. All times are in
 * Asia/Seoul (UTC+9; Korea has had no summer time since 1988), regardless of the time zone of the device. Only places
 * in Korea have opening spans (`isInKorea`).
 */

export const MINUTES_OF_DAY = 24 * 60;
export const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

/**
 * One opening interval of the week: its start in minutes since Sunday 0:00 in Korea, and its length in minutes. It may
 * pass midnight and the end of the week.
 */
export type OpeningSpan = [begins: number, lasts: number];

/** Whether a point is in a rectangle around Korea. All places in the rectangle have the time of Seoul. */
export const isInKorea = ({ lat, lng }: { lat: number; lng: number }): boolean =>
  33 <= lat && lat <= 39 && 124 <= lng && lng <= 132;

/**
 * Minutes until an open place closes. An interval that follows immediately counts as open time. null if the place is
 * closed now, Infinity if it never closes.
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

/** What to show of today's opening hours. Times are minutes since midnight in Korea. */
export type OpeningToday =
  /** @property until null if the place stays open for at least a day */
  | { state: 'open'; until: number | null }
  | { state: 'opens'; at: number }
  /** It was open today and does not open again today. */
  | { state: 'over' }
  | { state: 'off' };

/**
 * The state of today's opening hours. A place that is closed now and opens later today has the state 'opens'.
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

/** The facts of a place that decide whether it is open. */
type OpeningFacts = {
  /** null: unknown */
  openingSpans: readonly OpeningSpan[] | null;
  /** null or 'operational': in business */
  businessStatus: string | null;
};

/** The opening spans of a place; null if they are unknown, or if the place is temporarily or permanently closed. */
export const knownSpans = ({ openingSpans, businessStatus }: OpeningFacts): readonly OpeningSpan[] | null =>
  businessStatus === null || businessStatus === 'operational' ? openingSpans : null;

/** Whether a place is open; null if unknown. @param now milliseconds */
export function isOpenAt(place: OpeningFacts, now: number): boolean | null {
  const spans = knownSpans(place);
  return spans && closesIn(spans, now) !== null;
}

function minuteOfWeek(now: number): number {
  const { weekday, minute } = koreanTimeOfWeek(now);
  return weekday * MINUTES_OF_DAY + minute;
}

/** Minutes remaining in a span at a minute of the week; 0 outside the span. */
function leftOf([begins, lasts]: OpeningSpan, minute: number): number {
  const since = (minute - begins + 2 * MINUTES_OF_WEEK) % MINUTES_OF_WEEK;
  return Math.max(0, lasts - since);
}
