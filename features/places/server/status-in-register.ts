import { letterKey } from '#common/korean.ts';
import type { BusinessStatus } from '#features/places/places.contract.ts';
import type { z } from 'zod';
import type { KnownPlace, PlacesProvider } from './places-provider.ts';

/** Two entries of one name this near to each other mean one place, in metres. */
const SAME_HOUSE = 80;

/**
 * What the licence register says of a place that another service told, found by its name and point. Closed only if
 * every licence of that name in that house is: a place that changed hands has an old one and a new one.
 * @returns null if the register does not know it
 */
export async function statusInRegister({
  register,
  known: { name, coordinates },
}: {
  register: Pick<PlacesProvider, 'autocomplete'>;
  known: KnownPlace;
}): Promise<z.infer<typeof BusinessStatus> | null> {
  if (!coordinates) return null;
  const found = await register.autocomplete({ query: name, near: coordinates });
  const statuses = found
    .filter((place) => letterKey(place.name) === letterKey(name))
    .filter(({ distanceMetres }) => distanceMetres !== null && distanceMetres <= SAME_HOUSE)
    .map(({ businessStatus }) => businessStatus);
  if (statuses.length === 0 || statuses.includes(null)) return null;
  if (statuses.includes('operational')) return 'operational';
  return statuses.includes('closed_temporarily') ? 'closed_temporarily' : 'closed_permanently';
}
