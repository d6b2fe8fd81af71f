import { placesProblems } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { ProblemError } from '#server/http/problem.ts';

/** A manual place with coordinates: the pin of its author, otherwise the point of its address, otherwise none. */
export async function resolveManualLocation({
  maps,
  place,
}: {
  maps: Pick<PlacesProvider, 'geocode'>;
  place: ManualPlace;
}): Promise<ManualPlace> {
  if (place.coordinates || place.address === '') return place;
  const [best] = await maps.geocode(place.address).catch(noneIfUnavailable);
  return { ...place, coordinates: best?.coordinates ?? null };
}

/** A manual place is saved even if the maps service does not respond. */
function noneIfUnavailable(error: unknown): [] {
  if (error instanceof ProblemError && error.code in placesProblems) return [];
  throw error;
}
