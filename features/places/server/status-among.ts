import { letterKey } from '#common/korean.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';

/** Metres. Two entries with the same name that are at most this far apart are one place. */
const SAME_BUILDING = 80;

/**
 * The business status that the licence register has for a place from another service. The place counts as closed only
 * if every licence with its name within `SAME_BUILDING` is closed, because a place that changed owners has an old and a
 * new licence.
 * @param found the register's results for the name, with distances from the place
 * @returns null if the register does not contain the place or its status
 */
export function businessStatusAmong(
  found: readonly PlaceSuggestion[],
  { name }: { name: string },
): PlaceSuggestion['businessStatus'] {
  const statuses = found
    .filter((place) => letterKey(place.name) === letterKey(name))
    .filter(({ distanceMetres }) => distanceMetres !== null && distanceMetres <= SAME_BUILDING)
    .map(({ businessStatus }) => businessStatus);
  if (statuses.length === 0 || statuses.includes(null)) return null;
  if (statuses.includes('operational')) return 'operational';
  return statuses.includes('closed_temporarily') ? 'closed_temporarily' : 'closed_permanently';
}
