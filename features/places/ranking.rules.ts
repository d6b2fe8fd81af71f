import { DAY_MS } from '#common/dates.ts';

/**
 * How places are ordered: the lowest cost first. The cost of a place is the number of times that its distance doubles
 * `MIN_DISTANCE_METRES`, plus penalties (or minus bonuses) for match and activity in the same unit. A better match is therefore
 * worth a longer distance, within limits.
 */

/** Up to this distance all places cost the same, in metres. */
export const MIN_DISTANCE_METRES = 200;

/** Cost of a place without coordinates: that of a place at about 50 km. */
export const UNKNOWN_DISTANCE_COST = 8;

/** The whole name was typed, not only its start. */
export const WHOLE_NAME_BONUS = 1;
/** The initial consonants of the whole name were typed, at least four: rarely a coincidence. */
const WHOLE_INITIALS_BONUS = 3;
const MANY_INITIALS = 4;

export const wholeNameBonus = (keyedBy: 'letters' | 'initials', keyLength: number): number =>
  keyedBy === 'initials' && MANY_INITIALS <= keyLength ? WHOLE_INITIALS_BONUS : WHOLE_NAME_BONUS;

/** Maximum bonus for being open, recently updated and saved by many members. */
export const ACTIVITY_MAXIMUM = 1;

/** Penalty of closed places: they rank after every open place at any distance, split words included. */
const CLOSED_PENALTY = 40;

/** Where in the name a match begins; `closed` for any match of a closed place. */
export type MatchPlace = 'start' | 'inside' | 'closed';

/**
 * A search for one word: a match at the start of the name ranks before a match inside it. One or two letters occur
 * inside almost every name, so for short searches the start counts even more. A closed place is found only by the
 * start of its name, and ranks after the open ones.
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
 * A word that had to be split into a name and a location (하동관명동): ranks after all places that match it as typed,
 * however far away they are.
 */
export const SPLIT_WORD_PENALTY = 20;

/** @param metres null if the place has no coordinates */
export const distanceCost = (metres: number | null): number =>
  metres === null ? UNKNOWN_DISTANCE_COST : Math.log2(1 + metres / MIN_DISTANCE_METRES);

const TWO_YEARS = 2 * 365 * DAY_MS;

/**
 * How active a place is, from 0 to ACTIVITY_MAXIMUM, in doublings of distance: recently updated by its source, and
 * saved by members.
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
