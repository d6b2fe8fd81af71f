import { DAY_MS } from '#common/dates.ts';

/**
 * Places with the lowest cost come first. Far beyond `MIN_DISTANCE_METRES`, each doubling of the distance
 * costs 1. Penalties and bonuses for the match and the activity of a place have the same unit. A better
 * match can therefore outweigh a longer distance, within limits.
 */

/** Metres. The distance cost is 0 at the point, 1 at this distance and 2 at three times this distance. */
export const MIN_DISTANCE_METRES = 200;

/** Equals the cost of a place at about 50 km. */
export const UNKNOWN_DISTANCE_COST = 8;

/** The whole name was typed, not only its start. */
export const WHOLE_NAME_BONUS = 1;
/** The initial consonants of the whole name were typed, at least four: rarely a coincidence. */
const WHOLE_INITIALS_BONUS = 3;
const MANY_INITIALS = 4;

export const wholeNameBonus = (keyedBy: 'letters' | 'initials', keyLength: number): number =>
  keyedBy === 'initials' && MANY_INITIALS <= keyLength ? WHOLE_INITIALS_BONUS : WHOLE_NAME_BONUS;

/** Bonus of a place that was recently updated and is saved by many members. */
export const ACTIVITY_MAXIMUM = 1;

/** Ranks a closed place after every open place, even an open place that is far away or found by a split word. */
const CLOSED_PENALTY = 40;

/** Whether a place with this cost is closed. Bonuses lower the cost of a closed place a little. */
export const isClosedCost = (cost: number): boolean =>
  CLOSED_PENALTY - ACTIVITY_MAXIMUM - WHOLE_INITIALS_BONUS <= cost;

/** `closed`: any match of a closed place. */
export type MatchPosition = 'start' | 'inside' | 'closed';

/**
 * For one typed word. One or two letters occur inside almost every name, so for short searches the
 * start counts even more.
 * @param keyLength 2-beolsik letters or initial consonants typed
 */
export function matchPenalty(position: MatchPosition, keyLength: number): number {
  if (position === 'closed') return CLOSED_PENALTY;
  if (position === 'start') return 0;
  return keyLength <= 2 ? 4 : 1.5;
}

/** For several words, each found in the name or the address. The position of the match matters little. */
export const multiWordPenalty = (position: MatchPosition): number =>
  position === 'closed' ? CLOSED_PENALTY : 0;

/**
 * For a word that was split into a name and a location (하동관명동). Ranks after all places that match the
 * word as typed, however far away they are.
 */
export const SPLIT_WORD_PENALTY = 20;

/** @param metres null if the place has no coordinates */
export const distanceCost = (metres: number | null): number =>
  metres === null ? UNKNOWN_DISTANCE_COST : Math.log2(1 + metres / MIN_DISTANCE_METRES);

const TWO_YEARS = 2 * 365 * DAY_MS;

/**
 * The bonus for the activity of a place, in doublings of distance, up to ACTIVITY_MAXIMUM. An update by
 * the source within two years and each save by a member increase it.
 * @param updatedAt milliseconds; null: unknown
 */
export function liveliness({
  savedCount,
  updatedAt,
  now,
}: {
  savedCount: number;
  updatedAt: number | null;
  now: number;
}): number {
  const freshness = updatedAt !== null && now - updatedAt <= TWO_YEARS ? 0.25 : 0;
  const popularity = Math.min(0.75, Math.log2(1 + savedCount) / 8);
  return freshness + popularity;
}
