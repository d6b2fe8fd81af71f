import { letterKey } from '#common/korean.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';

/** Two entries of one name this near to each other mean one place, in metres. */
const SAME_HOUSE = 80;

/**
 * What the licence register says of a place that another service told, by what the register finds under its name,
 * with distances from its point. Closed only if every licence of that name in that house is: a place that changed
 * hands has an old one and a new one.
 * @returns null if the register does not know it
 */
export function statusAmong(
  found: readonly PlaceSuggestion[],
  { name }: { name: string },
): PlaceSuggestion['businessStatus'] {
  const statuses = found
    .filter((place) => letterKey(place.name) === letterKey(name))
    .filter(({ distanceMetres }) => distanceMetres !== null && distanceMetres <= SAME_HOUSE)
    .map(({ businessStatus }) => businessStatus);
  if (statuses.length === 0 || statuses.includes(null)) return null;
  if (statuses.includes('operational')) return 'operational';
  return statuses.includes('closed_temporarily') ? 'closed_temporarily' : 'closed_permanently';
}
