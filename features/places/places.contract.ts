import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Coordinates } from '#common/coordinates.ts';
import { defineProblems } from '#common/problem.ts';
import { NEARBY_RADIUS_METRES } from './places.limits.ts';

export const placesProblems = defineProblems({
  'places.not_found': 404,
  'places.address_not_found': 404,
  /**
   * The reference of the photo has expired, or the photo does not exist. The client should call `listPlacePhotos`
   * again.
   */
  'places.photo_expired': 404,
  'places.too_many_today': 429,
  /** The maps service does not answer. The client can try again. */
  'places.unavailable': 503,
  /** The quota of the maps service or the daily limit of this installation is used up. */
  'places.quota_used_up': 503,
  /** The maps service refused the API key. Only the operator can correct the key. */
  'places.key_refused': 503,
});

export const serviceProblems = [
  'places.too_many_today',
  'places.unavailable',
  'places.quota_used_up',
  'places.key_refused',
] as const;

/** The id of a place. It has a meaning only for its maps service. Clients may store the id permanently. */
export const PlaceId = z.string().min(1).max(300);

export const PlacesProviderName = z.enum(['local', 'google', 'kakao']);
/** The maps service that a place comes from. Naver is queried only for names that Kakao does not know. */
export const PlaceSource = z.enum([...PlacesProviderName.options, 'naver']);

/**
 * A token that identifies a search, from the first key press to the choice of a place. The maps service charges per
 * token. The token is a UUID, or any other token that Google accepts.
 */
export const SessionToken = z.string().regex(/^[\w-]{1,36}$/);

/** The part of a text that matches the query: [start, end) in UTF-16 code units. */
const MatchRange = z.tuple([z.number().int(), z.number().int()]);

export const BusinessStatus = z.enum(['operational', 'closed_temporarily', 'closed_permanently']);

export const PlaceSuggestion = z.object({
  placeId: PlaceId,
  name: z.string(),
  nameMatches: z.array(MatchRange),
  address: z.string(),
  /** The name of this kind of place at the maps service, for example 한식. */
  kind: z.string().nullable(),
  categoryId: z.string().nullable(),
  coordinates: Coordinates.nullable(),
  /** Distance from the point of the request in metres; null if the request or the place has no coordinates. */
  distanceMetres: z.number().nullable(),
  /** null if the status is unknown. */
  businessStatus: BusinessStatus.nullable(),
  /** Whether the place is invented. Screens label an invented place 예시. */
  isExample: z.boolean(),
  /** Whether the place was found only by assuming a typing mistake. Guesses rank below all other suggestions. */
  isGuess: z.boolean(),
  /** The dish whose price fits the price that was typed, in won. */
  dish: z.object({ name: z.string(), price: z.int() }).optional(),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

/** A property that is true, false or unknown (null). Screens never show an unknown property as false. */
const Tristate = z.boolean().nullable();

/** The price level, from 0 to 4: free, inexpensive, moderate, expensive, very expensive. */
export const PriceLevel = z.literal([0, 1, 2, 3, 4]);

/** The day of the week. Sunday is 0, as in `Date`. */
const Weekday = z.int().min(0).max(6);
/** Minutes since midnight in Korea. */
const MinuteOfDay = z.int().min(0).max(1439);

/** A period in which the place is open. A period can continue past midnight and past the end of the week. */
export const OpeningPeriod = z.object({
  openDay: Weekday,
  openMinute: MinuteOfDay,
  /** If `closeDay` and `closeMinute` are null, the place never closes. */
  closeDay: Weekday.nullable(),
  closeMinute: MinuteOfDay.nullable(),
});
export type OpeningPeriod = z.infer<typeof OpeningPeriod>;

export const OpeningHours = z.object({
  /** The opening hours from Monday to Sunday in Korean, one line per day: ‘월요일: 오전 11:00 ~ 오후 9:00’. */
  weekdayLines: z.array(z.string()).max(7),
  /** null if only the lines are known; [] if the place never opens. */
  periods: z.array(OpeningPeriod).max(50).nullable(),
});
export type OpeningHours = z.infer<typeof OpeningHours>;

/** The opening spans (`OpeningSpan` in open-now.rules.ts); null if they are unknown. */
export const OpeningSpans = z.array(z.tuple([z.int(), z.int()])).nullable();

/** The author of a photo. Screens must name the author next to the photo. */
const PhotoAuthor = z.object({ name: z.string(), url: z.string().nullable() });

export const PlacePhoto = z.object({
  /**
   * The id of the photo for `getPlacePhoto`. A reference expires within days; `listPlacePhotos` returns current
   * references.
   */
  reference: z.string().min(1).max(2000),
  /** Size of the original photo in pixels; null if the size is unknown. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  authors: z.array(PhotoAuthor),
});
export type PlacePhoto = z.infer<typeof PlacePhoto>;

export const PHOTOS_MAXIMUM = 10;

/** The details of a place. Fields whose value is unknown are null, never false. */
export const PlaceDetails = z.object({
  placeId: PlaceId,
  provider: PlaceSource,
  name: z.string(),
  address: z.string(),
  coordinates: Coordinates.nullable(),
  kind: z.string().nullable(),
  categoryId: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  website: z.string().nullable(),
  /** The URL of the place's page at the maps service. */
  mapsUrl: z.string().nullable(),
  businessStatus: BusinessStatus.nullable(),
  /** The average rating, from 1 to 5. */
  rating: z.number().min(0).max(5).nullable(),
  ratingCount: z.int().min(0).nullable(),
  priceLevel: PriceLevel.nullable(),
  openingHours: OpeningHours.nullable(),
  /** The lines of `openingHours.weekdayLines`, joined with ' | '. */
  openingHoursSummary: z.string().nullable(),
  allowsDogs: Tristate,
  wheelchairAccessibleParking: Tristate,
  wheelchairAccessibleEntrance: Tristate,
  wheelchairAccessibleRestroom: Tristate,
  wheelchairAccessibleSeating: Tristate,
  /** The kinds of parking in Korean, for example ‘무료 주차장, 발레파킹’. ‘주차장 없음’ if the place has no parking. */
  parkingOptionsSummary: z.string().nullable(),
  photos: z.array(PlacePhoto).max(PHOTOS_MAXIMUM),
  isExample: z.boolean(),
});
export type PlaceDetails = z.infer<typeof PlaceDetails>;

/** The point around which places are preferred. The point is ignored if one of the coordinates is missing. */
export const NearPoint = z.object({
  lat: z.coerce.number().min(-90).max(90).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
});

export const autocompletePlaces = endpoint({
  method: 'GET',
  url: '/api/places/autocomplete',
  access: 'member',
  schema: {
    summary: 'Autocomplete places by name, branch or neighbourhood, best match first.',
    querystring: NearPoint.extend({
      q: z.string().trim().min(1).max(100),
      sessionToken: SessionToken.optional(),
    }),
    response: {
      200: z.object({
        suggestions: z.array(PlaceSuggestion).max(20),
        /** Whether a price was typed and no place is known whose price fits. The suggestions then ignore the price. */
        isPriceUnknown: z.boolean().optional(),
      }),
    },
  },
  problems: serviceProblems,
});

export const PlaceStatus = z.object({
  /** null if the status is unknown. */
  businessStatus: BusinessStatus.nullable(),
  tenants: z.array(PlaceSuggestion).max(3),
  similar: z.array(PlaceSuggestion).max(3),
  /** Open places with the same name: the place itself with a new licence, or the place to which it has moved. */
  successors: z.array(PlaceSuggestion).max(3),
});
export type PlaceStatus = z.infer<typeof PlaceStatus>;

export const getPlaceStatus = endpoint({
  method: 'GET',
  url: '/api/places/:placeId/status',
  access: 'member',
  schema: {
    summary: 'Get whether a place has closed according to the licence register, and open alternatives.',
    params: z.object({ placeId: PlaceId }),
    querystring: z.object({
      name: z.string().trim().min(1).max(300),
      address: z.string().trim().max(500).default(''),
      categoryId: z.string().max(40).optional(),
      // If the coordinates are missing, the place is found by its name and address.
      lat: z.coerce.number().min(-90).max(90).optional(),
      lng: z.coerce.number().min(-180).max(180).optional(),
    }),
    response: { 200: PlaceStatus },
  },
  problems: [],
});

/** As many places as the square around a rounded location contains, where restaurants are dense. */
export const NEARBY_MAXIMUM = 1000;

export const nearbyPlaces = endpoint({
  method: 'GET',
  url: '/api/places/nearby',
  access: 'member',
  schema: {
    summary: 'List places near a point, nearest first.',
    querystring: z.object({
      lat: z.coerce.number().min(-90).max(90),
      lng: z.coerce.number().min(-180).max(180),
      radius: z.coerce.number().min(1).max(50_000).default(NEARBY_RADIUS_METRES),
      limit: z.coerce.number().int().min(1).max(NEARBY_MAXIMUM).default(20),
    }),
    response: { 200: z.object({ places: z.array(PlaceSuggestion).max(NEARBY_MAXIMUM) }) },
  },
  problems: serviceProblems,
});

export const reverseGeocode = endpoint({
  method: 'GET',
  url: '/api/places/address',
  access: 'member',
  schema: {
    summary: 'Get the address of a point, without the country (reverse geocoding).',
    querystring: z.object({
      lat: z.coerce.number().min(-90).max(90),
      lng: z.coerce.number().min(-180).max(180),
    }),
    response: { 200: z.object({ address: z.string() }) },
  },
  problems: ['places.address_not_found', ...serviceProblems],
});

export const getPlace = endpoint({
  method: 'GET',
  url: '/api/places/:placeId',
  access: 'member',
  schema: {
    summary: 'Get the details of a place from the maps service. Ends the autocomplete session of the token.',
    params: z.object({ placeId: PlaceId }),
    querystring: z.object({ sessionToken: SessionToken.optional() }),
    response: { 200: PlaceDetails },
  },
  problems: ['places.not_found', ...serviceProblems],
});

export const listPlacePhotos = endpoint({
  method: 'GET',
  url: '/api/places/:placeId/photos',
  access: 'member',
  schema: {
    summary:
      'List the current photo references of a place. Use it when a reference from the details has expired.',
    params: z.object({ placeId: PlaceId }),
    response: { 200: z.object({ photos: z.array(PlacePhoto).max(PHOTOS_MAXIMUM) }) },
  },
  problems: ['places.not_found', ...serviceProblems],
});

/** Default for the maximum width and the maximum height of a photo, in pixels. */
export const PHOTO_PIXELS = 400;
/** The largest width and height that the maps service accepts, in pixels. */
const PHOTO_PIXELS_MAXIMUM = 1600;
const PhotoPixels = z.coerce.number().int().min(1).max(PHOTO_PIXELS_MAXIMUM).default(PHOTO_PIXELS);

/** Returns a photo for `<img src>`. `placePhotoUrl` builds the URL. */
export const getPlacePhoto = endpoint({
  method: 'GET',
  url: '/api/places/:placeId/photos/:reference',
  access: 'member',
  schema: {
    summary: 'Get a photo of a place, no larger than requested. Proxied to keep the API key on the server.',
    params: z.object({ placeId: PlaceId, reference: PlacePhoto.shape.reference }),
    querystring: z.object({ width: PhotoPixels, height: PhotoPixels }),
    response: { 200: z.unknown().meta({ description: 'The image. Its media type is that of the photo.' }) },
  },
  problems: ['places.photo_expired', ...serviceProblems],
});
