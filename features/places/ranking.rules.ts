import { DAY_MS } from '#common/dates.ts';

/**
 * Places are sorted by cost, lowest first. Far beyond `MIN_DISTANCE_METRES`, each doubling of the distance adds 1 to
 * the cost. Penalties for the position of the match and bonuses for the activity of a place are added to the cost. A
 * better match can therefore outweigh a longer distance to some degree.
 */

/** Metres. The cost of the distance is 0 at distance 0, 1 at this distance and 2 at three times this distance. */
export const MIN_DISTANCE_METRES = 200;

/** The cost of the distance for a place without coordinates. The value equals the cost of a place at about 300 km. */
export const UNKNOWN_DISTANCE_COST = 10.5;

/** Bonus of a place if the typed text is the whole name, and not just the start of the name. */
export const WHOLE_NAME_BONUS = 1;
/**
 * Bonus of a place if the initial consonants of the whole name were typed and there are at least `MANY_INITIALS`. A
 * name that matches so many initial consonants is probably the name that the member means.
 */
const WHOLE_INITIALS_BONUS = 3;
const MANY_INITIALS = 4;

export const wholeNameBonus = (keyedBy: 'letters' | 'initials', keyLength: number): number =>
  keyedBy === 'initials' && MANY_INITIALS <= keyLength ? WHOLE_INITIALS_BONUS : WHOLE_NAME_BONUS;

/** The maximum of `liveliness`: the bonus of a place that was recently updated and is saved by many members. */
export const ACTIVITY_MAXIMUM = 1;

/**
 * Penalty of a closed place. The penalty ranks a closed place after every open place, including an open place that is
 * far away or was found by splitting a word.
 */
const CLOSED_PENALTY = 40;

/** Whether a place with this cost is closed. Bonuses lower the cost of a closed place a little. */
export const isClosedCost = (cost: number): boolean =>
  CLOSED_PENALTY - ACTIVITY_MAXIMUM - WHOLE_INITIALS_BONUS <= cost;

/** The position of the match in the name. `closed` stands for any match in the name of a closed place. */
export type MatchPosition = 'start' | 'inside' | 'closed';

/**
 * Returns the penalty of a match if one word was typed. If the match is inside the name and one or two letters were
 * typed, the penalty is higher, because one or two letters occur inside almost every name.
 * @param keyLength number of typed 2-beolsik letters or initial consonants
 */
export function matchPenalty(position: MatchPosition, keyLength: number): number {
  if (position === 'closed') return CLOSED_PENALTY;
  if (position === 'start') return 0;
  return keyLength <= 2 ? 4 : 1.5;
}

/**
 * Returns the penalty of a match if several words were typed. Each word was found in the name or the address, so the
 * position of the match does not matter in the name of an open place.
 */
export const multiWordPenalty = (position: MatchPosition): number =>
  position === 'closed' ? CLOSED_PENALTY : 0;

/**
 * Penalty of a match that was found by splitting a word into a name and a location (하동관명동). The penalty ranks the
 * place after all places that match the word as typed, at any distance.
 */
export const SPLIT_WORD_PENALTY = 20;

/**
 * Returns the cost of a distance.
 * @param metres null if the place has no coordinates
 */
export const distanceCost = (metres: number | null): number =>
  metres === null ? UNKNOWN_DISTANCE_COST : Math.log2(1 + metres / MIN_DISTANCE_METRES);

/** Days for which an update by the source counts as recent, and the bonus of a place with a recent update. */
export const FRESHNESS_DAYS = 730;
export const FRESHNESS_BONUS = 0.25;
/** The bonus of a place that members have saved: the number of doublings of saves divided by 8, at most 0.75. */
export const POPULARITY_MAXIMUM = 0.75;
export const SAVES_PER_BONUS = 8;

/**
 * Returns the bonus for the activity of a place, at most ACTIVITY_MAXIMUM. The bonus is subtracted from the cost. The
 * search computes it in SQL (search-places.sql.ts).
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
  const isFresh = updatedAt !== null && now - updatedAt < (FRESHNESS_DAYS + 1) * DAY_MS;
  const popularity = Math.min(POPULARITY_MAXIMUM, Math.log2(1 + savedCount) / SAVES_PER_BONUS);
  return (isFresh ? FRESHNESS_BONUS : 0) + popularity;
}
