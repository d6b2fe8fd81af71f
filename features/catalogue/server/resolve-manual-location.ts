import { placesProblems } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { ProblemError } from '#server/http/problem.ts';

/** The pin of the author, otherwise the point of the address, otherwise none. */
export async function resolveManualLocation({
  maps,
  place,
}: {
  maps: Pick<PlacesProvider, 'geocode'>;
  place: ManualPlace;
}): Promise<ManualPlace> {
  if (place.coordinates || place.address === '') return place;
  const [best] = await maps.geocode(place.address).catch(emptyIfUnavailable);
  return { ...place, coordinates: best?.coordinates ?? null };
}

/** The maps service must not prevent the saving of a manual place. */
function emptyIfUnavailable(error: unknown): [] {
  if (error instanceof ProblemError && error.code in placesProblems) return [];
  throw error;
}
