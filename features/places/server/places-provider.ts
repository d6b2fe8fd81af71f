import type { Coordinates } from '#common/geo.ts';
import type { AddressMatch } from '#features/places/addresses.contract.ts';
import type { PlaceDetails, PlacePhoto, PlaceSuggestion } from '#features/places/places.contract.ts';

/** Bytes of an image and its media type, such as image/jpeg. */
export type Picture = { type: string; bytes: Buffer };

/** The stored data of a place, for services that find a place only by its name, not by its id. */
export type PlaceHint = { name: string; coordinates: Coordinates | null };

/** `status` is null if unknown. `placeId` is the service's current id of the place. */
export type CurrentPlaceStatus = { status: PlaceDetails['businessStatus']; placeId: string };

/**
 * Interface of a maps service. The built-in index implements it too, so that the rest of the product does not depend on
 * the service. Every function throws `places.unavailable` if the service does not respond.
 */
export type PlacesProvider = {
  /** Places whose name or location matches the typed text, best first, at most 10. */
  autocomplete: (request: {
    query: string;
    /** Places near this point come first, and distances are measured from it. */
    near?: Coordinates | undefined;
    /** One token per search, from the first key press to the choice. A service charges per token. */
    sessionToken?: string | undefined;
  }) => Promise<PlaceSuggestion[]>;
  /** The details of a place; null if there is no such place. Ends the session of the token. */
  details: (request: {
    placeId: string;
    sessionToken?: string | undefined;
    known?: PlaceHint | undefined;
  }) => Promise<PlaceDetails | null>;
  /** Whether a place still exists, and under which id. Cheaper than the details. */
  currentStatus: (request: { placeId: string; known: PlaceHint }) => Promise<CurrentPlaceStatus>;
  /** Photos of a place with their current names; none if the place is unknown. */
  photos: (request: { placeId: string }) => Promise<PlacePhoto[]>;
  /** A photo no larger than `width` × `height` pixels; null if its name has expired or never existed. */
  photo: (request: {
    placeId: string;
    reference: string;
    width: number;
    height: number;
  }) => Promise<Picture | null>;
  /** Open places, nearest first. Radius in metres. */
  nearby: (request: { centre: Coordinates; radius: number; limit: number }) => Promise<PlaceSuggestion[]>;
  /** The address at a point, without the country; null if none is known. */
  reverseGeocode: (point: Coordinates) => Promise<string | null>;
  /** Matches of a typed address, best first, at most `ADDRESS_MATCHES_MAXIMUM`. */
  geocode: (address: string) => Promise<AddressMatch[]>;
};
