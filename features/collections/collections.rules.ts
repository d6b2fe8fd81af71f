import type { Tier } from '#features/membership/membership.rules.ts';
import { COLLECTION_PLACES_MAXIMUM } from './collections.contract.ts';

export const FREE_COLLECTION_LIMIT = 3;

export const collectionLimit = (tier: Tier): number => (tier === 'paid' ? Infinity : FREE_COLLECTION_LIMIT);

export type Decision = { allowed: true } | { allowed: false; limit: number };

/**
 * Decides whether a member may create a collection. After a membership has ended, the collections above the limit stay.
 * @param owned number of the member's own collections without deleted ones
 */
export function canCreateCollection({ tier, owned }: { tier: Tier; owned: number }): Decision {
  const limit = collectionLimit(tier);
  return owned < limit ? { allowed: true } : { allowed: false, limit };
}

export const canAddPlaces = ({ places, adding }: { places: number; adding: number }): Decision =>
  places + adding <= COLLECTION_PLACES_MAXIMUM
    ? { allowed: true }
    : { allowed: false, limit: COLLECTION_PLACES_MAXIMUM };

/** The distance between the positions of two places that were added one after another. */
export const POSITION_STEP = 1024;

/**
 * If the positions of two neighbours differ by at most this number, all positions are renumbered. At this difference, a
 * double can still represent a position between them.
 */
const SMALLEST_GAP = 1e-6;

/**
 * Returns the position of a place that is put after another place.
 * @param others the other places, ordered by position
 * @param after id of the place before the new position; null: the start of the collection
 * @returns null if there is no room and all places must be renumbered; undefined if `after` is not in the collection
 */
export function positionAfter({
  others,
  after,
}: {
  others: readonly { id: string; position: number }[];
  after: string | null;
}): number | null | undefined {
  const at = after === null ? -1 : others.findIndex(({ id }) => id === after);
  if (after !== null && at === -1) return undefined;
  const before = others[at]?.position;
  const next = others[at + 1]?.position;
  if (before === undefined) return next === undefined ? POSITION_STEP : next - POSITION_STEP;
  if (next === undefined) return before + POSITION_STEP;
  return next - before > SMALLEST_GAP ? (before + next) / 2 : null;
}
