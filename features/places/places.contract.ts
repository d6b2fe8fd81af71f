import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/geo.ts';
import { defineProblems } from '#common/problem.ts';

export const placesProblems = defineProblems({
  'places.not_found': 404,
  'places.address_not_found': 404,
  'places.unavailable': 503,
});

/** A maps service's id of a place. Opaque; may be kept for ever. */
export const PlaceId = z.string().min(1).max(300);

export const PlacesProviderName = z.enum(['local', 'google', 'kakao']);

/** Where in a text the query matched: [start, end) in UTF-16 code units. */
const MatchRange = z.tuple([z.number().int(), z.number().int()]);

export const BusinessStatus = z.enum(['operational', 'closed_temporarily', 'closed_permanently']);

export const PlaceSuggestion = z.object({
  placeId: PlaceId,
  name: z.string(),
  nameMatches: z.array(MatchRange),
  address: z.string(),
  /** What the maps service calls this kind of place, for example 한식. */
  kind: z.string().nullable(),
  categoryId: z.string().nullable(),
  coordinates: Coordinates.nullable(),
  /** From the point of the request; null without one, or if the place's own point is not known. */
  distanceMetres: z.number().nullable(),
  /** null: not known. */
  businessStatus: BusinessStatus.nullable(),
  /** An invented place of the starter set; shown with 예시. */
  isExample: z.boolean(),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

/** Everything a maps service can tell; what it does not know is null, never false. */
export const PlaceDetails = z.object({
  placeId: PlaceId,
  provider: PlacesProviderName,
  name: z.string(),
  address: z.string(),
  coordinates: Coordinates.nullable(),
  kind: z.string().nullable(),
  categoryId: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  website: z.string().nullable(),
  businessStatus: BusinessStatus.nullable(),
  isExample: z.boolean(),
});
export type PlaceDetails = z.infer<typeof PlaceDetails>;

/** A point given as two query parameters; half a point counts as none. */
const NearPoint = z.object({
  lat: z.coerce.number().min(-90).max(90).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
});

export const autocompletePlaces = endpoint({
  method: 'GET',
  url: '/api/places/autocomplete',
  access: 'member',
  schema: {
    summary: 'Places whose name, branch or neighbourhood matches what is being typed, best first',
    querystring: NearPoint.extend({
      q: z.string().trim().min(1).max(100),
      sessionToken: z.string().max(36).optional(),
    }),
    response: { 200: z.object({ suggestions: z.array(PlaceSuggestion).max(20) }) },
  },
  problems: ['places.unavailable'],
});

export const NEARBY_RADIUS_METRES = 3000;
export const NEARBY_MAXIMUM = 20;

export const nearbyPlaces = endpoint({
  method: 'GET',
  url: '/api/places/nearby',
  access: 'member',
  schema: {
    summary: 'Up to 20 places around a point, nearest first',
    querystring: z.object({
      lat: z.coerce.number().min(-90).max(90),
      lng: z.coerce.number().min(-180).max(180),
      radius: z.coerce.number().min(1).max(50_000).default(NEARBY_RADIUS_METRES),
    }),
    response: { 200: z.object({ places: z.array(PlaceSuggestion).max(NEARBY_MAXIMUM) }) },
  },
  problems: ['places.unavailable'],
});

export const reverseGeocode = endpoint({
  method: 'GET',
  url: '/api/places/address',
  access: 'member',
  schema: {
    summary: 'The address at a point, without the country',
    querystring: z.object({
      lat: z.coerce.number().min(-90).max(90),
      lng: z.coerce.number().min(-180).max(180),
    }),
    response: { 200: z.object({ address: z.string() }) },
  },
  problems: ['places.address_not_found', 'places.unavailable'],
});

export const getPlace = endpoint({
  method: 'GET',
  url: '/api/places/:placeId',
  access: 'member',
  schema: {
    summary: 'What the maps service knows of one place; ends the autocomplete session of the token',
    params: z.object({ placeId: PlaceId }),
    querystring: z.object({ sessionToken: z.string().max(36).optional() }),
    response: { 200: PlaceDetails },
  },
  problems: ['places.not_found', 'places.unavailable'],
});
