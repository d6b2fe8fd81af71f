import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { HandEnteredPlace } from '#features/restaurants/restaurants.contract.ts';

/** What lists ask of the maps service; the places feature gives it. */
export type MapsService = {
  /** null: the maps service does not know the id. Throws places.unavailable. */
  findPlaceDetails: (request: {
    placeId: string;
    sessionToken?: string | undefined;
  }) => Promise<PlaceDetails | null>;
  /** Where a typed address is; null where that cannot be told. */
  findCoordinatesOfAddress: (address: string) => Promise<PlaceDetails['coordinates']>;
};

/** A hand-entered place with a pin, if its author set one or its address tells one. */
export async function locate({
  maps,
  place,
}: {
  maps: MapsService;
  place: HandEnteredPlace;
}): Promise<HandEnteredPlace> {
  if (place.coordinates || place.address === '') return place;
  return { ...place, coordinates: await maps.findCoordinatesOfAddress(place.address) };
}

/** Until the places feature answers: no maps service knows anything, so places are entered by hand. */
export const mapsService = (): MapsService => ({
  findPlaceDetails: async () => null,
  findCoordinatesOfAddress: async () => null,
});
