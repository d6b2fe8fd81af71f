/**
 * How places are put in order. Everything is weighed against distance: a place's cost is the number of times the
 * distance has doubled since the doorstep, plus what it loses (or gains) by match and liveliness, in doublings
 * too. So a better match is worth a longer walk, not an endless one. The least cost comes first.
 */

/** Up to here every place is as good as next door, in metres. */
export const DOORSTEP_METRES = 200;

/** Of a place whose point nobody knows: about 50 km off. */
export const UNKNOWN_DISTANCE_COST = 8;

/** The whole name was typed, not only its beginning. */
export const WHOLE_NAME_BONUS = 1;

/** What being open, fresh and saved by many can make up for at most. */
export const LIVELINESS_MAXIMUM = 1;

/** Where in the name a match begins, and whether the place is still there. */
export type MatchPlace = 'start' | 'inside' | 'closed';

/**
 * A search for one word: the start of the name goes before its inside. A letter or two occurs inside almost every
 * name, so that those who have typed no more mean the start. A closed place is found by its start alone, after
 * the open ones.
 * @param keyLength 2-beolsik letters or initial consonants typed
 */
export function matchPenalty(place: MatchPlace, keyLength: number): number {
  if (place === 'closed') return 6;
  if (place === 'start') return 0;
  return keyLength <= 2 ? 4 : 1.5;
}

/** A search for several words, each found in the name or the address: where they stand says little. */
export const severalWordsPenalty = (place: MatchPlace): number => (place === 'closed' ? 6 : 0);

/**
 * A word that had to be taken apart into a name and a whereabouts (하동관명동): after everything that holds it as it
 * was typed, however far that is.
 */
export const TAKEN_APART_PENALTY = 20;

/** @param metres null if the place's point is not known */
export const distanceCost = (metres: number | null): number =>
  metres === null ? UNKNOWN_DISTANCE_COST : Math.log2(1 + metres / DOORSTEP_METRES);

const TWO_YEARS = 2 * 365 * 24 * 60 * 60 * 1000;

/**
 * How alive a place is, 0 to LIVELINESS_MAXIMUM in doublings of distance: its source has touched it lately, and
 * members keep it on their lists.
 * @param updatedAt milliseconds; null if not known
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
