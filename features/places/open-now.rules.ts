import { koreanTimeOfWeek } from '#common/dates.ts';

/**
 * All times are in Asia/Seoul (UTC+9; no summer time since 1988), regardless of the time zone of the
 * device. Only places in Korea have opening spans (`isInKorea`).
 */

export const MINUTES_OF_DAY = 24 * 60;
export const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

/**
 * An opening span: its start in minutes since Sunday 0:00 in Korea, and its length in minutes. A span can continue
 * past midnight and past the end of the week.
 */
export type OpeningSpan = [begins: number, lasts: number];

/** Whether the coordinates are in a rectangle around Korea. All places in the rectangle have the time of Seoul. */
export const isInKorea = ({ lat, lng }: { lat: number; lng: number }): boolean =>
  33 <= lat && lat <= 39 && 124 <= lng && lng <= 132;

/**
 * Returns the number of minutes until an open place closes. Returns null if the place is closed now, and Infinity if
 * the place never closes. If a span ends when another span starts, the place stays open.
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

/** The opening state of a place today. `until` and `at` are minutes since midnight in Korea. */
export type OpeningToday =
  /** `until` is null if the place stays open for at least a day. */
  | { state: 'open'; until: number | null }
  | { state: 'opens'; at: number }
  /** The place was open today and does not open again today. */
  | { state: 'over' }
  | { state: 'off' };

/**
 * Returns the opening state of a place today. A place that is closed now and opens later today has the state 'opens'.
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
  /** null if the opening hours are unknown. */
  openingSpans: readonly OpeningSpan[] | null;
  /** null or 'operational' if the place is in business. */
  businessStatus: string | null;
};

/**
 * Returns the opening spans. Returns null if the opening spans are unknown, or if the place is temporarily or
 * permanently closed.
 */
export const knownSpans = ({ openingSpans, businessStatus }: OpeningFacts): readonly OpeningSpan[] | null =>
  businessStatus === null || businessStatus === 'operational' ? openingSpans : null;

/**
 * Whether the place is open. Returns null if `knownSpans` returns null.
 * @param now milliseconds
 */
export function isOpenAt(place: OpeningFacts, now: number): boolean | null {
  const spans = knownSpans(place);
  return spans && closesIn(spans, now) !== null;
}

function minuteOfWeek(now: number): number {
  const { weekday, minute } = koreanTimeOfWeek(now);
  return weekday * MINUTES_OF_DAY + minute;
}

/**
 * Returns the number of minutes from `minute` of the week to the end of the span; 0 if `minute` is outside the span.
 */
function leftOf([begins, lasts]: OpeningSpan, minute: number): number {
  const since = (minute - begins + 2 * MINUTES_OF_WEEK) % MINUTES_OF_WEEK;
  return Math.max(0, lasts - since);
}
