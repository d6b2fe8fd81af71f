import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { Coordinates } from '#common/geo.ts';
import { approximateLocation, nearestFirst } from '#features/places/approximate-location.rules.ts';
import {
  autocompletePlaces,
  getPlaceStatus,
  listPlacePhotos,
  NEARBY_MAXIMUM,
  nearbyPlaces,
  type PlaceSuggestion,
} from '#features/places/places.contract.ts';
import { call } from '#web/api.ts';
import { rememberPlaces } from './seen-places.ts';

/**
 * The suggestions for the typed text, best match first. A new key press aborts the previous request. The previous
 * results stay on screen until the new results arrive.
 * @param near the member's location, around which places are preferred; null if there is no preference. It is rounded
 * before it is sent, so distances must be measured again (`measuredFrom`)
 */
export const placeSuggestionsQuery = ({
  typed,
  near,
  sessionToken,
}: {
  typed: string;
  near: Coordinates | null;
  sessionToken: string;
}) => {
  const around = near && approximateLocation(near);
  return queryOptions({
    queryKey: ['places', 'autocomplete', typed, around],
    queryFn: async ({ signal, client }) => {
      const querystring = { q: typed, sessionToken, ...around };
      const found = await call(autocompletePlaces, { querystring, signal });
      void rememberPlaces(client, found.suggestions);
      return found;
    },
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
};

/** The facts of a place by which the licence register finds it. */
type KnownPlace = Pick<
  PlaceSuggestion,
  'placeId' | 'name' | 'address' | 'categoryId' | 'coordinates' | 'businessStatus'
>;

export const placeStatusQuery = (suggestion: KnownPlace | null) =>
  queryOptions({
    queryKey: ['places', suggestion?.placeId, 'status'],
    queryFn:
      suggestion && suggestion.businessStatus !== 'operational'
        ? ({ signal }) => {
            const { placeId, name, address, categoryId, coordinates } = suggestion;
            return call(getPlaceStatus, {
              params: { placeId },
              querystring: { name, address, ...(categoryId && { categoryId }), ...coordinates },
              signal,
            });
          }
        : skipToken,
    staleTime: 5 * 60_000,
    retry: false,
  });

/** The photos of a place with current references. They are requested if the references in the details have expired. */
export const placePhotosQuery = (placeId: string) =>
  queryOptions({
    queryKey: ['places', placeId, 'photos'],
    queryFn: async ({ signal }) => (await call(listPlacePhotos, { params: { placeId }, signal })).photos,
    retry: false,
  });

/** Number of nearby places that the device stores. More would replace the places that the member searched for. */
const REMEMBERED_MAXIMUM = 100;

/**
 * Places around the rounded location. The screen sorts them by their distance from the exact location
 * (`nearestFirst`).
 */
export const nearbyQuery = (location: Coordinates) =>
  queryOptions({
    queryKey: ['places', 'nearby', approximateLocation(location)],
    queryFn: async ({ signal, client }) => {
      const querystring = { ...approximateLocation(location), limit: NEARBY_MAXIMUM };
      const { places } = await call(nearbyPlaces, { querystring, signal });
      void rememberPlaces(client, nearestFirst(places, location).slice(0, REMEMBERED_MAXIMUM));
      return places;
    },
    staleTime: 10 * 60_000,
    retry: false,
  });
