import type { Coordinates } from '#common/geo.ts';
import type { AddressMatch } from '#features/places/addresses.contract.ts';
import type { PlaceDetails, PlacePhoto, PlaceSuggestion } from '#features/places/places.contract.ts';

/** Bytes of an image and its media type, such as image/jpeg. */
export type Picture = { type: string; bytes: Buffer };

/** The stored data of a place. Services that cannot find a place by its id find the place by this name and point. */
export type PlaceHint = { name: string; coordinates: Coordinates | null };

/**
 * The current status of a place. `status` is null if unknown. `placeId` is the current id of the place at the
 * service.
 */
export type CurrentPlaceStatus = { status: PlaceDetails['businessStatus']; placeId: string };

/**
 * Interface of a maps service. The built-in index also implements this interface, so that other features do not
 * depend on the chosen service. Every function throws `places.unavailable` if the service does not respond.
 */
export type PlacesProvider = {
  /**
   * Returns places whose name or location matches the typed text. The best match comes first. At most 10 places are
   * returned.
   */
  autocomplete: (request: {
    query: string;
    /** The point around which places are preferred. Distances are measured from this point. */
    near?: Coordinates | undefined;
    /** A token that identifies one search, from the first key press to the choice. A service charges per token. */
    sessionToken?: string | undefined;
  }) => Promise<PlaceSuggestion[]>;
  /** Returns the details of a place; null if there is no such place. The request ends the session of the token. */
  details: (request: {
    placeId: string;
    sessionToken?: string | undefined;
    known?: PlaceHint | undefined;
  }) => Promise<PlaceDetails | null>;
  /** Returns whether a place is in business, and its current id. This request is cheaper than `details`. */
  currentStatus: (request: { placeId: string; known: PlaceHint }) => Promise<CurrentPlaceStatus>;
  /** Returns the photos of a place with their current references; an empty array if the place is unknown. */
  photos: (request: { placeId: string }) => Promise<PlacePhoto[]>;
  /** Returns a photo of at most `width` × `height` pixels; null if its reference has expired or never existed. */
  photo: (request: {
    placeId: string;
    reference: string;
    width: number;
    height: number;
  }) => Promise<Picture | null>;
  /** Returns the open places within `radius` metres, nearest first. A maps service may return fewer than `limit`. */
  nearby: (request: { centre: Coordinates; radius: number; limit: number }) => Promise<PlaceSuggestion[]>;
  /** Returns the address at a point, without the country; null if no address is known. */
  reverseGeocode: (point: Coordinates) => Promise<string | null>;
  /** Returns the matches of a typed address, best match first, at most `ADDRESS_MATCHES_MAXIMUM`. */
  geocode: (address: string) => Promise<AddressMatch[]>;
};
