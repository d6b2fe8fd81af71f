import { placesProblems } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { ProblemError } from '#server/http/problem.ts';

/**
 * Returns the place with the coordinates that the author entered. Without entered coordinates, the address is geocoded.
 * If the address is not found, the place has no coordinates.
 */
export async function resolveManualLocation({
  maps,
  place,
}: {
  maps: Pick<PlacesProvider, 'geocode'>;
  place: ManualPlace;
}): Promise<ManualPlace> {
  if (!needsGeocoding(place)) return place;
  const [best] = await maps.geocode(place.address).catch(emptyIfUnavailable);
  return { ...place, coordinates: best?.coordinates ?? null };
}

/** Whether the maps service has to find the address of the place. */
export const needsGeocoding = (place: ManualPlace): boolean =>
  place.coordinates === null && place.address !== '';

/** Returns an empty list if the maps service fails, because a manual place must be saved even without coordinates. */
function emptyIfUnavailable(error: unknown): [] {
  if (error instanceof ProblemError && error.code in placesProblems) return [];
  throw error;
}
