import { DAY_MS } from '#common/dates.ts';

/**
 * Places are ordered by cost, lowest first. The cost is the number of times that the distance doubles beyond
 * `MIN_DISTANCE_METRES`, plus penalties and minus bonuses in the same unit. Penalties and bonuses depend on the match
 * and the activity of the place. A better match can therefore outweigh a longer distance, within limits.
 */

/** Metres. Up to this distance, all places have the same cost. */
export const MIN_DISTANCE_METRES = 200;

/** Cost of a place without coordinates. It equals the cost of a place at about 50 km. */
export const UNKNOWN_DISTANCE_COST = 8;

/** Bonus if the whole name was typed, not only its start. */
export const WHOLE_NAME_BONUS = 1;
/**
 * Bonus if the initial consonants of the whole name were typed, at least four of them. Such a match is rarely a
 * coincidence.
 */
const WHOLE_INITIALS_BONUS = 3;
const MANY_INITIALS = 4;

export const wholeNameBonus = (keyedBy: 'letters' | 'initials', keyLength: number): number =>
  keyedBy === 'initials' && MANY_INITIALS <= keyLength ? WHOLE_INITIALS_BONUS : WHOLE_NAME_BONUS;

/** Maximum bonus of a place that was recently updated and is saved by many members. */
export const ACTIVITY_MAXIMUM = 1;

/**
 * Penalty of closed places. A closed place ranks after every open place at any distance, also after open places that
 * were found by a split word.
 */
const CLOSED_PENALTY = 40;

/** Where in the name a match begins; `closed` for any match of a closed place. */
export type MatchPlace = 'start' | 'inside' | 'closed';

/**
 * The penalty in a search for one word. A match at the start of the name ranks before a match inside it. One or two
 * letters occur inside almost every name, so for short searches the start counts even more. A closed place is found
 * only by the start of its name and ranks after open places.
 * @param keyLength 2-beolsik letters or initial consonants typed
 */
export function matchPenalty(place: MatchPlace, keyLength: number): number {
  if (place === 'closed') return CLOSED_PENALTY;
  if (place === 'start') return 0;
  return keyLength <= 2 ? 4 : 1.5;
}

/**
 * The penalty in a search for several words, each found in the name or the address. The position of the match matters
 * little.
 */
export const multiWordPenalty = (place: MatchPlace): number => (place === 'closed' ? CLOSED_PENALTY : 0);

/**
 * The penalty of a word that had to be split into a name and a location (하동관명동). The match ranks after all places that
 * match the word as typed, however far away they are.
 */
export const SPLIT_WORD_PENALTY = 20;

/** @param metres null if the place has no coordinates */
export const distanceCost = (metres: number | null): number =>
  metres === null ? UNKNOWN_DISTANCE_COST : Math.log2(1 + metres / MIN_DISTANCE_METRES);

const TWO_YEARS = 2 * 365 * DAY_MS;

/**
 * How active a place is, from 0 to ACTIVITY_MAXIMUM, in doublings of distance. A place is active if its source has
 * updated it recently and members have saved it.
 * @param updatedAt milliseconds; null if unknown
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
  const love = Math.min(0.75, Math.log2(1 + savedCount) / 8);
  return freshness + love;
}
