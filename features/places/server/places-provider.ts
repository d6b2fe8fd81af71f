import type { Coordinates } from '#common/geo.ts';
import type { PlaceDetails, PlacePhoto, PlaceSuggestion } from '#features/places/places.contract.ts';

/** Bytes of a picture and their media type, such as image/jpeg. */
export type Picture = { type: string; bytes: Buffer };

/** What the catalogue knows of a place: some services find a place again by its name alone, not by its id. */
export type KnownPlace = { name: string; coordinates: Coordinates | null };

/** `status` null: nobody knows. `placeId`: as the service calls the place now. */
export type Standing = { status: PlaceDetails['businessStatus']; placeId: string };

/**
 * A maps service. The built-in index is one; others have the same face, so that the rest of the product does not
 * know which it talks to. Every function throws `places.unavailable` if the service does not answer.
 */
export type PlacesProvider = {
  /** Places whose name or whereabouts match what is being typed, best first, at most 10. */
  autocomplete: (request: {
    query: string;
    /** Places near here come first, and distances are told from here. */
    near?: Coordinates | undefined;
    /** One for each search from the first key to the choice; what a service bills by. */
    sessionToken?: string | undefined;
  }) => Promise<PlaceSuggestion[]>;
  /** Ends the session of the token. null: no such place. */
  details: (request: {
    placeId: string;
    sessionToken?: string | undefined;
    known?: KnownPlace | undefined;
  }) => Promise<PlaceDetails | null>;
  /** Whether a place is still there, and under which id. Cheaper than the details. */
  standing: (request: { placeId: string; known: KnownPlace }) => Promise<Standing>;
  /** Photos of a place by their present names; none if the place is unknown. */
  photos: (request: { placeId: string }) => Promise<PlacePhoto[]>;
  /** A photo no larger than so many pixels; null: its name has expired, or never was. */
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
  /** Where a typed address is; null if that cannot be told. */
  geocode: (address: string) => Promise<Coordinates | null>;
};
