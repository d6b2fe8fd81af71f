import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Coordinates, DEFAULT_CENTRE } from '#common/geo.ts';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { ADDRESS_MATCHES_MAXIMUM, type AddressMatch } from '#features/places/addresses.contract.ts';
import { placesProblems } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '../places-provider.ts';
import type { Settings } from '#server/config.ts';
import { problem } from '#server/http/problem.ts';
import type { Answer, ProviderRequest } from '../provider-client.ts';
import {
  DETAIL_FIELDS,
  detailsOf,
  NearbyPlaces,
  nearbySuggestionOf,
  Photos,
  placeStatusOf,
  Suggestions,
  suggestionOf,
} from './google-answers.ts';
import { listOf, nullIfInvalid, latitudeField, longitudeField, textField } from '../untrusted-fields.ts';

/**
 * Radius of the location bias in metres. Google prefers places within this radius. If a request has no bias, Google
 * uses the location of this server.
 */
const BIAS_RADIUS = 5000;
/**
 * Radius in metres around Seoul, which is used if no location is given. The radius is so large that the bias has
 * little effect.
 */
const COUNTRY_RADIUS = 50_000;
/** The primary types of the first request. Google accepts at most five. */
const SUGGESTED_TYPES = ['restaurant', 'korean_restaurant', 'cafe', 'bakery', 'bar'];
/** A pattern for types of places to eat. A place has several types in addition to its primary type. */
const EATING = /^(food|restaurant|cafe|bakery|bar|meal_takeaway|meal_delivery)$|_restaurant$/;
const NEARBY_TYPES = ['restaurant', 'cafe', 'bakery'];
/** The maximum of Google's nearby search. */
const NEARBY_AT_MOST = 20;
const LANGUAGE = { languageCode: 'ko', regionCode: 'KR' };

type Service = {
  settings: Pick<Settings, 'GOOGLE_PLACES_URL' | 'GOOGLE_GEOCODING_URL' | 'GOOGLE_PLACES_KEY'>;
  ask: ProviderRequest;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/**
 * An adapter of Google Places API (New) and Geocoding API (developers.google.com/maps/documentation). The price of a
 * call depends on its field mask, so callers cannot choose the mask. The full mask is used only for a place that a
 * member chose.
 */
export function googlePlaces({ settings, ask, log }: Service): PlacesProvider {
  const { searchNearby, place, photoUriOf, suggestions, geocoded } = requestsToGoogle({ settings, ask, log });

  return {
    autocomplete: async ({ query, near, sessionToken }) => {
      const request = {
        input: query,
        ...LANGUAGE,
        includedRegionCodes: ['kr'],
        locationBias: circle(near ?? DEFAULT_CENTRE, near ? BIAS_RADIUS : COUNTRY_RADIUS),
        ...(near && { origin: latLng(near) }),
        ...(sessionToken && { sessionToken }),
      };
      const found = await suggestions({ ...request, includedPrimaryTypes: SUGGESTED_TYPES });
      if (found.length > 0) return found.map(suggestionOf);
      // A second request without a filter finds places to eat with another primary type, such as ramen restaurants.
      const others = await suggestions(request);
      return others.filter(({ types }) => types.some((type) => EATING.test(type))).map(suggestionOf);
    },

    details: async ({ placeId, sessionToken }) =>
      detailsOf(await place({ placeId, sessionToken, mask: DETAIL_FIELDS })),

    currentStatus: async ({ placeId }) =>
      placeStatusOf(await place({ placeId, mask: 'id,businessStatus' }), placeId),

    photos: async ({ placeId }) => Photos.parse(await place({ placeId, mask: 'photos' })),

    photo: async ({ reference, width, height }) => {
      const [placeId = '', photo = '', ...more] = reference.split('/');
      if (!ID.test(placeId) || !ID.test(photo) || more.length > 0) return null;
      const photoUri = await photoUriOf({ placeId, photo, width, height });
      const isTrusted = photoUri !== null && isPhotoOf(photoUri, settings.GOOGLE_PLACES_URL);
      return isTrusted ? ask.picture({ what: 'google picture', url: new URL(photoUri) }) : null;
    },

    nearby: async ({ centre, radius, limit }) =>
      (
        await searchNearby({
          maxResultCount: Math.min(limit, NEARBY_AT_MOST),
          locationRestriction: circle(centre, radius),
        })
      ).map(nearbySuggestionOf),

    reverseGeocode: async ({ lat, lng }) => {
      const results = await geocoded({ latlng: `${lat},${lng}` });
      const addresses = results.filter(({ types }) => !types.includes('plus_code'));
      const best =
        addresses.find(({ types }) => types.some((type) => /^(street_address|premise)$/.test(type))) ??
        addresses[0];
      return (best?.formatted_address && withoutCountry(best.formatted_address)) || null;
    },

    geocode: async (address) =>
      (await geocoded({ address })).flatMap(addressMatchOf).slice(0, ADDRESS_MATCHES_MAXIMUM),
  };
}

function requestsToGoogle({
  settings: { GOOGLE_PLACES_URL, GOOGLE_GEOCODING_URL, GOOGLE_PLACES_KEY = '' },
  ask,
  log,
}: Service) {
  const key = { 'X-Goog-Api-Key': GOOGLE_PLACES_KEY };
  const masked = (mask: string) => ({ ...key, 'X-Goog-FieldMask': mask });
  const problemOf = (answer: Answer) => toProblem(answer, log);

  /**
   * Returns the unparsed response.
   * @returns null if Google does not know the place, or no longer knows it
   */
  async function place({
    placeId,
    mask,
    sessionToken,
  }: {
    placeId: string;
    mask: string;
    sessionToken?: string | undefined;
  }): Promise<unknown> {
    if (!ID.test(placeId)) return null;
    const url = new URL(`/v1/places/${placeId}`, GOOGLE_PLACES_URL);
    url.search = new URLSearchParams({ ...LANGUAGE, ...(sessionToken && { sessionToken }) }).toString();
    const answer = await ask.json({ what: 'google place details', url, headers: masked(mask) });
    if (answer.status === 200) return answer.body;
    if (isNotFound(answer)) return null;
    throw problemOf(answer);
  }

  async function suggestions(body: Record<string, unknown>) {
    const answer = await ask.json({
      what: 'google autocomplete',
      url: new URL('/v1/places:autocomplete', GOOGLE_PLACES_URL),
      headers: key,
      body,
    });
    if (answer.status !== 200) throw problemOf(answer);
    return Suggestions.parse(answer.body).suggestions.map(({ placePrediction }) => placePrediction);
  }

  async function geocoded(query: Record<string, string>) {
    const url = new URL('/maps/api/geocode/json', GOOGLE_GEOCODING_URL);
    url.search = new URLSearchParams({
      ...query,
      language: 'ko',
      region: 'kr',
      key: GOOGLE_PLACES_KEY,
    }).toString();
    const answer = await ask.json({ what: 'google geocoding', url });
    const { status, results } = Geocoded.parse(answer.body);
    if (status === 'OK' || status === 'ZERO_RESULTS') return results;
    if (status === 'INVALID_REQUEST') return [];
    if (status === 'OVER_QUERY_LIMIT' || status === 'OVER_DAILY_LIMIT')
      throw problem(placesProblems, 'places.quota_used_up');
    if (status === 'REQUEST_DENIED') {
      log.error({ status }, 'Google rejects GOOGLE_PLACES_KEY for the Geocoding API');
      throw problem(placesProblems, 'places.key_refused');
    }
    throw problem(placesProblems, 'places.unavailable');
  }

  /** Returns the URL of a photo; null if there is no such photo. */
  async function photoUriOf({
    placeId,
    photo,
    width,
    height,
  }: {
    placeId: string;
    photo: string;
    width: number;
    height: number;
  }): Promise<string | null> {
    const url = new URL(`/v1/places/${placeId}/photos/${photo}/media`, GOOGLE_PLACES_URL);
    url.search = new URLSearchParams({
      maxWidthPx: String(width),
      maxHeightPx: String(height),
      skipHttpRedirect: 'true',
    }).toString();
    const answer = await ask.json({ what: 'google photo', url, headers: key });
    if (isNotFound(answer)) return null;
    if (answer.status !== 200) throw problemOf(answer);
    return PhotoMedia.parse(answer.body).photoUri;
  }

  async function searchNearby(body: Record<string, unknown>) {
    const answer = await ask.json({
      what: 'google nearby search',
      url: new URL('/v1/places:searchNearby', GOOGLE_PLACES_URL),
      headers: masked('places.id,places.displayName,places.formattedAddress'),
      body: { ...LANGUAGE, includedTypes: NEARBY_TYPES, rankPreference: 'DISTANCE', ...body },
    });
    if (answer.status !== 200) throw problemOf(answer);
    return NearbyPlaces.parse(answer.body).places;
  }

  return { searchNearby, place, photoUriOf, suggestions, geocoded };
}

/** The form of the ids of places and photos. Only these ids come from outside into the path of a URL. */
const ID = /^[\w-]+$/;

const latLng = ({ lat, lng }: Coordinates) => ({ latitude: lat, longitude: lng });
const circle = (centre: Coordinates, radius: number) => ({ circle: { center: latLng(centre), radius } });

const Geocoded = z
  .object({
    status: z.string(),
    results: listOf(
      z.object({
        formatted_address: nullIfInvalid(textField(500)),
        types: listOf(z.string(), 30),
        geometry: nullIfInvalid(
          z.object({
            location: z.object({ lat: latitudeField, lng: longitudeField }),
            location_type: nullIfInvalid(z.string()),
          }),
        ),
      }),
      50,
    ),
  })
  .catch({ status: 'UNKNOWN_ERROR', results: [] });

/** Google's location types for the house itself. The other location types mean the middle of a road or of an area. */
const AT_THE_HOUSE = ['ROOFTOP', 'RANGE_INTERPOLATED'];

function addressMatchOf({ formatted_address, geometry }: GeocodingResult): AddressMatch[] {
  const address = withoutCountry(formatted_address ?? '');
  if (address === '' || geometry === null) return [];
  const isHouse = AT_THE_HOUSE.includes(geometry.location_type ?? '');
  return [{ address, coordinates: geometry.location, precision: isHouse ? 'house' : 'area' }];
}

type GeocodingResult = z.infer<typeof Geocoded>['results'][number];

const PhotoMedia = z.object({ photoUri: nullIfInvalid(z.url().max(4000)) }).catch({ photoUri: null });

/**
 * Whether the URL of a photo has one of Google's hosts or the configured host of the Places API. Photos with other
 * URLs are not fetched, because the URL comes from a response.
 */
function isPhotoOf(photoUri: string, placesUrl: string): boolean {
  const { protocol, hostname, origin } = new URL(photoUri);
  return (
    origin === new URL(placesUrl).origin ||
    (protocol === 'https:' && /(^|\.)(googleusercontent|ggpht|googleapis|gstatic)\.com$/.test(hostname))
  );
}

/**
 * Whether the place or photo does not exist. Google answers 404, or 400 if it cannot parse an id or name. If the API
 * key is invalid, Google answers 400 too.
 */
const isNotFound = (answer: Answer): boolean =>
  answer.status === 404 || (answer.status === 400 && !isKeyRejected(answer));

const ErrorReasons = z
  .object({
    error: z.object({ details: listOf(z.object({ reason: z.string() }), 20) }),
  })
  .transform(({ error }) => error.details.map(({ reason }) => reason))
  .catch([]);

const isKeyRejected = ({ status, body }: Answer) =>
  status === 401 ||
  status === 403 ||
  ErrorReasons.parse(body).some((reason) => reason.startsWith('API_KEY_'));

function toProblem(answer: Answer, log: Pick<FastifyBaseLogger, 'error'>) {
  if (answer.status === 429) return problem(placesProblems, 'places.quota_used_up');
  const reasons = ErrorReasons.parse(answer.body);
  log.error({ status: answer.status, reasons }, 'Google rejected a places request');
  return problem(placesProblems, isKeyRejected(answer) ? 'places.key_refused' : 'places.unavailable');
}
