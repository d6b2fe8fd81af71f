import { letterKey } from '#common/korean-keys.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';

/** Metres. Two entries of the register with the same name count as one place if they are at most this far apart. */
const SAME_BUILDING = 80;

/**
 * Returns the business status that the licence register has for a place of another service. If the owner of a place
 * changes, the register has an old and a new licence for the place. Therefore a place counts as closed only if all
 * licences with its name within `SAME_BUILDING` are closed.
 * @param found the results of the register for the name, with distances from the place
 * @returns null if the register does not contain the place or its status
 */
export function businessStatusAmong(
  found: readonly PlaceSuggestion[],
  { name }: { name: string },
): PlaceSuggestion['businessStatus'] {
  const near = found.filter(
    ({ distanceMetres }) => distanceMetres !== null && distanceMetres <= SAME_BUILDING,
  );
  return businessStatusOfLicences(near, { name });
}

/** Does the work of `businessStatusAmong` for results of the register that are all at the address of the place. */
export function businessStatusOfLicences(
  found: readonly PlaceSuggestion[],
  { name }: { name: string },
): PlaceSuggestion['businessStatus'] {
  const statuses = found
    .filter((place) => letterKey(place.name) === letterKey(name))
    .map(({ businessStatus }) => businessStatus);
  if (statuses.length === 0 || statuses.includes(null)) return null;
  if (statuses.includes('operational')) return 'operational';
  return statuses.includes('closed_temporarily') ? 'closed_temporarily' : 'closed_permanently';
}
