import { SANDBOX_MAPS_KEY, SANDBOX_REFERRER_KEY } from '../addresses.mjs';
import type { MapsFault, Reply } from '../faults.ts';
import { googleId, googlePlace, movedGoogleId, typeOf } from './google-place.ts';
import { metresBetween, placesMatching, type Point, type SandboxPlace } from './places.ts';

export type WireRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** Milliseconds for which a picture URL is valid. */
const PICTURE_LIFETIME_MS = 5 * 60_000;

export type Session = {
  token: string;
  autocompletes: number;
  details: number;
  /**
   * Number of requests after the details request that ended the session. Google bills each of these requests
   * separately.
   */
  afterEnd: number;
};

export type GooglePlaces = {
  answer: (request: WireRequest, fault: MapsFault) => Reply | Promise<Reply>;
  sessions: () => Session[];
  /** Returns the field mask of each request with the name of its method, in the order of arrival. */
  masks: () => { method: string; mask: string }[];
  /** Invalidates all photo names and picture URLs issued so far. */
  expirePhotos: () => void;
  /** Makes old ids of moved places unknown, as Google may do. */
  lapseOldIds: () => void;
  /** Sets the status of the Geocoding API until it is changed. If `status` is null, the API returns the real result. */
  geocodingStatus: (status: string | null) => void;
};

/**
 * Google Places API (New) v1 and the Geocoding API, according to the reference pages of developers.google.com/maps and
 * the proto files of Google's client. Serves the starter set, and refuses the same requests as the real service.
 */
export function googlePlaces({
  places,
  origin,
}: {
  places: SandboxPlace[];
  origin: () => string;
}): GooglePlaces {
  const sessions = new Map<string, Session>();
  const masks: { method: string; mask: string }[] = [];
  let photoIssue = 1;
  let knowsOldIds = true;
  let geocoding: string | null = null;

  const noteSession = (token: string, use: 'autocompletes' | 'details') => {
    const session = sessions.get(token) ?? { token, autocompletes: 0, details: 0, afterEnd: 0 };
    if (session.details > 0) session.afterEnd += 1;
    session[use] += 1;
    sessions.set(token, session);
  };

  const full = (place: SandboxPlace, language: string) => googlePlace({ place, language, photoIssue });
  const byId = (id: string) =>
    places.find((place) => googleId(place.id) === id || (knowsOldIds && movedGoogleId(place.id) === id));

  function maskOf({ headers, query }: WireRequest, { method, prefix }: { method: string; prefix: string }) {
    const mask = String(headers['x-goog-fieldmask'] ?? query.get('$fields') ?? query.get('fields') ?? '');
    masks.push({ method, mask });
    if (mask === '')
      throw invalid('FieldMask is a required parameter. See the system parameters of Google APIs.');
    return mask.split(',').map((path) => {
      const [field = ''] = path.slice(prefix.length).split('.');
      if (!path.startsWith(prefix) || !FIELDS.has(field))
        throw invalid(`Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`);
      return field;
    });
  }

  const masked = (place: Record<string, unknown>, fields: string[]) =>
    Object.fromEntries(Object.entries(place).filter(([field]) => fields.includes(field)));

  function autocomplete(request: WireRequest): Reply {
    const body = jsonIn(request);
    onlyKnown(body, AUTOCOMPLETE_FIELDS);
    if (typeof body.input !== 'string' || body.input === '')
      throw invalid('input must be a non-empty string.');
    if (body.locationBias && body.locationRestriction)
      throw invalid('location_bias and location_restriction cannot both be set.');
    atMost(body.includedPrimaryTypes, 5, 'included_primary_types');
    atMost(body.includedRegionCodes, 15, 'included_region_codes');
    const token = body.sessionToken;
    if (token !== undefined) {
      if (typeof token !== 'string' || !/^[\w-]{1,36}$/.test(token))
        throw invalid('session_token must be URL-safe base64 of at most 36 characters.');
      noteSession(token, 'autocompletes');
    }
    // If a request has no bias and no restriction, Google uses the location of the client. The sandbox does not,
    // because its client is a server.
    const bias = circleOf(body.locationBias) ?? circleOf(body.locationRestriction);
    const from = body.origin === undefined ? null : pointOf(body.origin);
    const types = body.includedPrimaryTypes as string[] | undefined;
    const found = placesMatching({ places, words: body.input, near: bias?.centre })
      .filter(({ categoryId }) => types === undefined || types.includes(typeOf(categoryId)))
      .slice(0, 5);
    if (found.length === 0) return ok({});
    return ok({
      suggestions: found.map((place) => {
        const { displayName } = full(place, languageOf(body)) as {
          displayName: { text: string };
        };
        const matches = matchesIn(displayName.text, String(body.input));
        return {
          placePrediction: {
            place: `places/${googleId(place.id)}`,
            placeId: googleId(place.id),
            text: { text: `${displayName.text} ${place.address}`, matches },
            structuredFormat: {
              mainText: { text: displayName.text, matches },
              secondaryText: { text: place.address },
            },
            types: [typeOf(place.categoryId), 'restaurant', 'food', 'point_of_interest', 'establishment'],
            ...(from && { distanceMeters: Math.round(metresBetween(from, place)) }),
          },
        };
      }),
    });
  }

  function searchNearby(request: WireRequest): Reply {
    const body = jsonIn(request);
    onlyKnown(body, NEARBY_FIELDS);
    const fields = maskOf(request, { method: 'searchNearby', prefix: 'places.' });
    const circle = circleOf(body.locationRestriction);
    if (!circle) throw invalid('location_restriction is required.');
    const most = body.maxResultCount ?? 20;
    if (typeof most !== 'number' || most < 0 || 20 < most)
      throw invalid('max_result_count must be between 0 and 20.');
    for (const name of ['includedTypes', 'excludedTypes', 'includedPrimaryTypes', 'excludedPrimaryTypes'])
      atMost(body[name], 50, name);
    const excluded = (body.excludedTypes as string[] | undefined) ?? [];
    const included = (body.includedTypes as string[] | undefined) ?? [];
    if (included.some((type) => excluded.includes(type)))
      throw invalid('A type is both included and excluded.');
    const found = places
      .filter((place) => metresBetween(circle.centre, place) <= circle.radius)
      .filter(
        ({ categoryId }) =>
          included.length === 0 ||
          [typeOf(categoryId), 'restaurant', 'food'].some((type) => included.includes(type)),
      )
      .toSorted((a, b) =>
        body.rankPreference === 'DISTANCE'
          ? metresBetween(circle.centre, a) - metresBetween(circle.centre, b)
          : a.id - b.id,
      )
      .slice(0, most || 20);
    if (found.length === 0) return ok({});
    return ok({
      places: found.map((place) => masked(full(place, languageOf(body)), fields)),
    });
  }

  function details(request: WireRequest, id: string): Reply {
    const fields = maskOf(request, { method: 'details', prefix: '' });
    const token = request.query.get('sessionToken');
    if (token !== null) noteSession(token, 'details');
    if (!/^ChIJ[\w-]+$/.test(id)) throw invalid('The Place ID is not valid.');
    const place = byId(id);
    if (!place)
      return refusal({ code: 404, status: 'NOT_FOUND', message: 'The Place ID is no longer valid.' });
    return ok(masked(full(place, request.query.get('languageCode') ?? 'en'), fields));
  }

  function media({ query }: WireRequest, { id, photo }: { id: string; photo: string }): Reply {
    const sizes = ['maxWidthPx', 'maxHeightPx'].map((name) => query.get(name));
    if (sizes.every((size) => size === null))
      throw invalid('Either max_width_px or max_height_px must be set.');
    for (const size of sizes)
      if (size !== null && !(1 <= Number(size) && Number(size) <= 4800))
        throw invalid('max_width_px and max_height_px must be between 1 and 4800.');
    const [issue, number, nth] = /^AeJb(\d+)-(\d+)-(\d+)$/.exec(photo)?.slice(1).map(Number) ?? [];
    if (issue !== photoIssue || googleId(number ?? 0) !== id)
      throw invalid('The photo resource in the request is invalid. It may have expired.');
    const [width, height] = sizes.map((size) => Math.min(1200, Number(size ?? 4800)));
    const photoUri = `${origin()}/picture/${photoIssue}-${Date.now()}/${number}-${nth}/${width}x${height}`;
    if (query.get('skipHttpRedirect') === 'true')
      return ok({ name: `places/${id}/photos/${photo}/media`, photoUri });
    return { status: 302, body: '', headers: { location: photoUri } };
  }

  /** Answers with a picture in one colour, which depends on the place. */
  async function picture(path: string): Promise<Reply> {
    const [issue, shownAt, number, , width, height] =
      /^\/picture\/(\d+)-(\d+)\/(\d+)-(\d+)\/(\d+)x(\d+)$/.exec(path)?.slice(1).map(Number) ?? [];
    const isOver = issue !== photoIssue || !shownAt || shownAt + PICTURE_LIFETIME_MS < Date.now();
    if (isOver || !width || !height) return { status: 403, body: 'expired', type: 'text/plain' };
    const scale = Math.min(1, width / 1200, height / 900);
    const create = {
      width: Math.round(1200 * scale),
      height: Math.round(900 * scale),
      channels: 3 as const,
      background: { r: 200, g: ((number ?? 0) * 47) % 256, b: 90 },
    };
    // Loaded on the first request, because it takes 20 MB.
    const { default: sharp } = await import('sharp');
    return { status: 200, type: 'image/png', body: await sharp({ create }).png().toBuffer() };
  }

  /** The Geocoding API always answers with HTTP 200. Errors are in the body. */
  function geocode({ query }: WireRequest, fault: MapsFault): Reply {
    const says = (status: string, results: unknown[] = [], error_message?: string): Reply =>
      ok({ ...(error_message && { error_message }), results, status });
    if (query.get('key') !== SANDBOX_MAPS_KEY || fault.startsWith('key_') || fault === 'not_enabled')
      return says('REQUEST_DENIED', [], 'The provided API key is invalid.');
    if (fault === 'quota') return says('OVER_DAILY_LIMIT', [], 'You have exceeded your daily request quota.');
    if (fault === 'rate') return says('OVER_QUERY_LIMIT');
    if (geocoding !== null) return says(geocoding);
    const address = query.get('address');
    if (address !== null) {
      const found = placesMatching({ places, words: address })[0];
      return found ? says('OK', [streetAddress(found)]) : says('ZERO_RESULTS');
    }
    const [lat, lng] = (query.get('latlng') ?? '').split(',').map(Number);
    if (lat === undefined || lng === undefined || Number.isNaN(lat + lng))
      return says(
        'INVALID_REQUEST',
        [],
        "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter.",
      );
    const here = { lat, lng };
    const [nearest] = places.toSorted((a, b) => metresBetween(here, a) - metresBetween(here, b));
    if (!nearest || 3000 < metresBetween(here, nearest)) return says('ZERO_RESULTS');
    const plusCode = {
      formatted_address: 'HX8Q+2V 대한민국 서울특별시',
      types: ['plus_code'],
      geometry: { location: here, location_type: 'GEOMETRIC_CENTER' },
      place_id: 'GhIJ',
    };
    return says('OK', [plusCode, streetAddress(nearest)]);
  }

  return {
    sessions: () => [...sessions.values()],
    masks: () => masks,
    expirePhotos: () => void (photoIssue += 1),
    lapseOldIds: () => void (knowsOldIds = false),
    geocodingStatus: (status) => void (geocoding = status),
    answer: (request, fault) => {
      const { method, path } = request;
      if (path.startsWith('/picture/')) return picture(path);
      if (path === '/maps/api/geocode/json') return geocode(request, fault);
      try {
        refuseKey(request, fault);
        if (fault === 'quota') throw new WireError(QUOTA);
        if (fault === 'rate') throw new WireError(RATE);
        if (fault === 'empty') return ok({});
        if (method === 'POST' && path === '/v1/places:autocomplete') return autocomplete(request);
        if (method === 'POST' && path === '/v1/places:searchNearby') return searchNearby(request);
        const [id, photo] =
          /^\/v1\/places\/([^/:]+)(?:\/photos\/([^/]+)\/media)?$/.exec(path)?.slice(1) ?? [];
        if (method === 'GET' && id && photo)
          return media(request, { id: decodeURIComponent(id), photo: decodeURIComponent(photo) });
        if (method === 'GET' && id) return details(request, decodeURIComponent(id));
        return {
          status: 404,
          body: '<!DOCTYPE html><title>Error 404 (Not Found)</title>',
          type: 'text/html',
        };
      } catch (error) {
        if (error instanceof WireError) return refusal(error.says);
        throw error;
      }
    },
  };
}

type Refusal = { code: number; status: string; message: string; reason?: string };

/** An error that ends the request. `says` is the answer to the request. */
class WireError extends Error {
  readonly says: Refusal;
  constructor(says: Refusal) {
    super(says.message);
    this.says = says;
  }
}

const invalid = (message: string) => new WireError({ code: 400, status: 'INVALID_ARGUMENT', message });
const QUOTA: Refusal = {
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  message: "Quota exceeded for quota metric 'Requests' and limit 'Requests per day'.",
  reason: 'RESOURCE_QUOTA_EXCEEDED',
};
const RATE: Refusal = { ...QUOTA, message: 'Rate limit exceeded.', reason: 'RATE_LIMIT_EXCEEDED' };

const languageOf = ({ languageCode }: Record<string, unknown>) =>
  typeof languageCode === 'string' ? languageCode : 'en';

const ok = (body: unknown): Reply => ({ status: 200, body });
const refusal = ({ code, status, message, reason }: Refusal): Reply => ({
  status: code,
  body: {
    error: {
      code,
      message,
      status,
      ...(reason && {
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason,
            domain: 'googleapis.com',
            metadata: { service: 'places.googleapis.com' },
          },
        ],
      }),
    },
  },
});

function refuseKey({ headers, query }: WireRequest, fault: MapsFault): void {
  const denied = (message: string, reason?: string) =>
    new WireError({ code: 403, status: 'PERMISSION_DENIED', message, ...(reason && { reason }) });
  const key = String(headers['x-goog-api-key'] ?? query.get('key') ?? '').trim();
  if (key === '')
    throw denied("Method doesn't allow unregistered callers (callers without established identity).");
  if (key === SANDBOX_REFERRER_KEY || fault === 'key_referrer')
    throw denied('Requests from referer <empty> are blocked.', 'API_KEY_HTTP_REFERRER_BLOCKED');
  if (fault === 'key_blocked')
    throw denied('Requests to this API places.googleapis.com are blocked.', 'API_KEY_SERVICE_BLOCKED');
  if (fault === 'not_enabled')
    throw denied('Places API (New) has not been used in project before.', 'SERVICE_DISABLED');
  if (key !== SANDBOX_MAPS_KEY || fault === 'key_invalid')
    throw new WireError({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'API key not valid. Please pass a valid API key.',
      reason: 'API_KEY_INVALID',
    });
}

const AUTOCOMPLETE_FIELDS = [
  'input',
  'locationBias',
  'locationRestriction',
  'includedPrimaryTypes',
  'includedRegionCodes',
  'languageCode',
  'regionCode',
  'inputOffset',
  'includeQueryPredictions',
  'sessionToken',
  'origin',
  'includePureServiceAreaBusinesses',
  'includeFutureOpeningBusinesses',
];
const NEARBY_FIELDS = [
  'locationRestriction',
  'includedTypes',
  'excludedTypes',
  'includedPrimaryTypes',
  'excludedPrimaryTypes',
  'maxResultCount',
  'rankPreference',
  'languageCode',
  'regionCode',
  'routingParameters',
  'includeFutureOpeningBusinesses',
];
const FIELDS = new Set([
  'id',
  'name',
  'displayName',
  'formattedAddress',
  'location',
  'nationalPhoneNumber',
  'websiteUri',
  'googleMapsUri',
  'regularOpeningHours',
  'photos',
  'rating',
  'userRatingCount',
  'priceLevel',
  'types',
  'primaryType',
  'primaryTypeDisplayName',
  'businessStatus',
  'allowsDogs',
  'accessibilityOptions',
  'parkingOptions',
]);

function jsonIn({ body }: WireRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Invalid JSON gets the same answer as a body that is not an object.
  }
  throw invalid('Invalid JSON payload received.');
}

function onlyKnown(body: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(body))
    if (!names.includes(name))
      throw invalid(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
}

function atMost(list: unknown, most: number, name: string): void {
  if (Array.isArray(list) && most < list.length) throw invalid(`${name} can have at most ${most} entries.`);
}

function pointOf(value: unknown): Point {
  const { latitude, longitude } = (value ?? {}) as Record<string, unknown>;
  const isPoint =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  if (!isPoint) throw invalid('Invalid LatLng.');
  return { lat: latitude, lng: longitude };
}

function circleOf(area: unknown): { centre: Point; radius: number } | null {
  const circle = (area as { circle?: { center?: unknown; radius?: unknown } } | undefined)?.circle;
  if (!circle) return null;
  const { radius } = circle;
  if (typeof radius !== 'number' || radius < 0 || 50_000 < radius)
    throw invalid('The radius of a circle must be between 0 and 50000.');
  return { centre: pointOf(circle.center), radius };
}

/**
 * Returns the positions of the typed text. Offsets are counted in characters. A start of 0 is omitted, as in proto3.
 */
function matchesIn(text: string, typed: string) {
  const at = text.indexOf(typed);
  if (at === -1) return [];
  const start = Array.from(text.slice(0, at)).length;
  return [{ ...(start > 0 && { startOffset: start }), endOffset: start + Array.from(typed).length }];
}

const streetAddress = ({ id, address, lat, lng }: SandboxPlace) => ({
  formatted_address: id % 2 === 0 ? `${address} 대한민국` : `대한민국 ${address}`,
  types: ['street_address'],
  address_components: [{ long_name: '대한민국', short_name: 'KR', types: ['country', 'political'] }],
  geometry: { location: { lat, lng }, location_type: 'ROOFTOP' },
  place_id: googleId(id),
});
