import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { koreanQuery } from '#common/korean.ts';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { guessCategory } from '#features/places/categories.rules.ts';
import { UNKNOWN_DETAILS } from '#features/places/place-details.rules.ts';
import { ADDRESS_MATCHES_MAXIMUM, type AddressMatch } from '#features/places/addresses.contract.ts';
import { type PlaceDetails, type PlaceSuggestion, placesProblems } from '#features/places/places.contract.ts';
import type { PlaceHint, PlacesProvider } from '../places-provider.ts';
import type { Settings } from '#server/config.ts';
import { problem } from '#server/http/problem.ts';
import type { Answer, ProviderRequest } from '../provider-client.ts';
import {
  listOf,
  nullIfInvalid,
  latitudeField,
  longitudeField,
  textField,
  urlField,
} from '../untrusted-fields.ts';

/** Kakao's category groups of restaurants and cafés. Kakao accepts one group per call. */
const GROUPS = ['FD6', 'CE7'] as const;
const SUGGESTIONS = 10;
/** Number of places per page. One search of Kakao returns at most 45 places. */
const PAGE = 15;
/** Metres. This is the largest radius that Kakao accepts. */
const AROUND = 20_000;
/** Metres. To read a stored place again, its name is searched within this distance of its coordinates. */
const SAME_PLACE = 500;

/** A store for search results. When a member chooses a place, its details are read from this store by id. */
export type SearchResultCache = {
  keep: (places: readonly PlaceDetails[]) => Promise<void>;
  find: (placeId: string) => Promise<PlaceDetails | null>;
};

type Service = {
  settings: Pick<Settings, 'KAKAO_LOCAL_URL' | 'KAKAO_LOCAL_KEY'>;
  ask: ProviderRequest;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/**
 * An adapter of Kakao Local (developers.kakao.com, REST API). Kakao provides no opening hours, ratings, photos or
 * business status, and cannot find a place by its id. A place is therefore read from a recent search result, or found
 * by its name.
 * @param lookUp searches another service for a name that Kakao does not know
 */
export function kakaoLocal({
  settings,
  ask,
  log,
  resultCache,
  lookUp,
}: Service & {
  resultCache: SearchResultCache;
  lookUp: (name: string) => Promise<PlaceDetails[]>;
}): PlacesProvider {
  const { documents, places, byName } = requestsToKakao({ settings, ask, log });

  /** Searches Kakao. If Kakao does not know the name or is unavailable, `lookUp` searches another service. */
  async function search(query: string, near: Coordinates | undefined): Promise<PlaceDetails[]> {
    try {
      const found = await searchKakao(query, near);
      return found.length > 0 ? found : await lookUp(query);
    } catch (error) {
      const otherResults = await lookUp(query);
      if (otherResults.length > 0) return otherResults;
      throw error;
    }
  }

  async function searchKakao(query: string, near: Coordinates | undefined): Promise<PlaceDetails[]> {
    // Kakao does not sort by distance. Therefore the first request is limited to places around the location.
    const around = near ? await byName({ query, ...point(near), radius: AROUND }) : [];
    return around.length > 0 ? around : byName({ query, ...(near && point(near)) });
  }

  async function refetchPlace(placeId: string, { name, coordinates }: PlaceHint) {
    const around = coordinates ? { ...point(coordinates), radius: SAME_PLACE } : {};
    const found = placeId.startsWith('naver:')
      ? await lookUp(name)
      : await places('search/keyword', { query: name, ...around });
    return found.find((each) => each.placeId === placeId) ?? null;
  }

  return {
    autocomplete: async ({ query, near }) => {
      const found = distinct(await search(query, near)).slice(0, SUGGESTIONS);
      await resultCache.keep(found);
      const matched = koreanQuery(query);
      return found.map((place) => ({
        ...suggestionOf(place, near),
        nameMatches: matched.ranges(place.name),
      }));
    },

    details: async ({ placeId, known }) =>
      (known && (await refetchPlace(placeId, known))) ?? (await resultCache.find(placeId)),

    currentStatus: async ({ placeId }) => ({ status: null, placeId }),
    photos: async () => [],
    photo: async () => null,

    nearby: async ({ centre, radius, limit }) => {
      const query = { ...point(centre), radius: Math.min(AROUND, Math.round(radius)), sort: 'distance' };
      // The nearest places can all belong to one group. Therefore two pages of fifteen places may be needed from each
      // group.
      const pages = limit <= PAGE ? [1] : [1, 2];
      const found = await Promise.all(
        GROUPS.flatMap((group) =>
          pages.map((page) => places('search/category', { ...query, category_group_code: group, page })),
        ),
      );
      const nearest = distinct(found.flat())
        .map((place) => ({ place, suggestion: suggestionOf(place, centre) }))
        .toSorted((a, b) => (a.suggestion.distanceMetres ?? 0) - (b.suggestion.distanceMetres ?? 0))
        .slice(0, limit);
      await resultCache.keep(nearest.map(({ place }) => place));
      return nearest.map(({ suggestion }) => suggestion);
    },

    reverseGeocode: async (at) => {
      const [first] = Addresses.parse(await documents('geo/coord2address', point(at))).documents;
      const address = first?.road_address?.address_name ?? first?.address?.address_name;
      return address === undefined ? null : withoutCountry(address);
    },

    geocode: async (address) => {
      const found = FoundAddresses.parse(await documents('search/address', { query: address }));
      return found.documents.flatMap((match) => match ?? []);
    },
  };
}

function requestsToKakao({ settings: { KAKAO_LOCAL_URL, KAKAO_LOCAL_KEY = '' }, ask, log }: Service) {
  async function documents(path: string, query: Record<string, string | number>): Promise<unknown> {
    const url = new URL(`/v2/local/${path}.json`, KAKAO_LOCAL_URL);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const answer = await ask.json({
      what: `kakao ${path}`,
      url,
      headers: { authorization: `KakaoAK ${KAKAO_LOCAL_KEY}` },
    });
    if (answer.status === 200) return answer.body;
    throw toProblem(answer, log);
  }

  const places = async (path: string, query: Record<string, string | number>): Promise<PlaceDetails[]> =>
    Places.parse(await documents(path, query)).documents.map(detailsOf);

  /** Returns the places that match a name, in Kakao's order. Restaurants and cafés alternate. */
  async function byName(query: Record<string, string | number>): Promise<PlaceDetails[]> {
    const found = await Promise.all(
      GROUPS.map((group) => places('search/keyword', { ...query, category_group_code: group })),
    );
    const [longest] = found.map(({ length }) => length).toSorted((a, b) => b - a);
    return Array.from({ length: longest ?? 0 }, (_, nth) => found.flatMap((each) => each[nth] ?? [])).flat();
  }

  return { documents, places, byName };
}

const distinct = (places: readonly PlaceDetails[]): PlaceDetails[] => [
  ...new Map(places.map((place) => [place.placeId, place])).values(),
];

/** Returns the query parameters for a point: Kakao's x is the longitude, y is the latitude. */
const point = ({ lat, lng }: Coordinates) => ({ x: lng, y: lat });

/** Parses a number, which Kakao sends as text. */
const numberIn = (range: z.ZodType<number, number>) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d+)?$/)
    .transform(Number)
    .pipe(range);
const Point = z
  .object({ x: numberIn(longitudeField), y: numberIn(latitudeField) })
  .transform(({ x, y }): Coordinates => ({ lat: y, lng: x }));

/** A place in a response of Kakao. Kakao sends empty strings for unknown fields. */
const Document = z
  .object({
    id: z.string().regex(/^\d{1,20}$/),
    place_name: textField(300),
    category_name: nullIfInvalid(textField(300)),
    phone: nullIfInvalid(textField(40)),
    address_name: nullIfInvalid(textField(500)),
    road_address_name: nullIfInvalid(textField(500)),
    place_url: nullIfInvalid(urlField),
  })
  .and(z.unknown().transform((document) => ({ coordinates: nullIfInvalid(Point).parse(document) })));

const Places = z.object({ documents: listOf(Document, PAGE) }).catch({ documents: [] });
const Addresses = z
  .object({
    documents: listOf(
      z.object({
        road_address: nullIfInvalid(z.object({ address_name: textField(500) })),
        address: nullIfInvalid(z.object({ address_name: textField(500) })),
      }),
      1,
    ),
  })
  .catch({ documents: [] });
const FoundAddress = z
  .object({ address_name: textField(500), address_type: nullIfInvalid(z.string()) })
  .and(z.unknown().transform((document) => ({ coordinates: nullIfInvalid(Point).parse(document) })))
  .transform(({ address_name, address_type, coordinates }): AddressMatch | null =>
    coordinates === null
      ? null
      : {
          address: withoutCountry(address_name),
          coordinates,
          // The types REGION and ROAD mean the middle of an area. The types REGION_ADDR and ROAD_ADDR have a house
          // number.
          precision: address_type?.endsWith('_ADDR') ? 'house' : 'area',
        },
  );
const FoundAddresses = z
  .object({ documents: listOf(FoundAddress, ADDRESS_MATCHES_MAXIMUM) })
  .catch({ documents: [] });

function detailsOf(document: z.infer<typeof Document>): PlaceDetails {
  // An example of `category_name` is 음식점 > 한식 > 육류,고기 > 곱창,막창.
  const kinds = document.category_name?.split(' > ').slice(1) ?? [];
  const kind = kinds.at(-1)?.replaceAll(',', '·') ?? null;
  return {
    ...UNKNOWN_DETAILS,
    placeId: `kakao:${document.id}`,
    provider: 'kakao',
    name: document.place_name,
    address: document.road_address_name ?? document.address_name ?? '',
    coordinates: document.coordinates,
    kind,
    categoryId: guessCategory({ name: `${document.place_name} ${kind ?? ''}`, kind: kinds[0] ?? null }),
    phoneNumber: document.phone,
    mapsUrl: document.place_url,
  };
}

const suggestionOf = (place: PlaceDetails, near: Coordinates | undefined): PlaceSuggestion => ({
  placeId: place.placeId,
  name: place.name,
  nameMatches: [],
  address: place.address,
  kind: place.kind,
  categoryId: place.categoryId,
  coordinates: place.coordinates,
  distanceMetres: near && place.coordinates ? Math.round(distanceMetres(near, place.coordinates)) : null,
  businessStatus: place.businessStatus,
  isExample: false,
  isGuess: false,
});

const Refusal = z.object({ code: z.number() }).catch({ code: 0 });
const QUOTA_USED_UP = -10;

function toProblem(answer: Answer, log: Pick<FastifyBaseLogger, 'error'>) {
  const { status } = answer;
  const { code } = Refusal.parse(answer.body);
  if (status === 429 || code === QUOTA_USED_UP) return problem(placesProblems, 'places.quota_used_up');
  log.error({ status, code }, 'Kakao rejected a places request');
  const isKeyRejected = status === 401 || status === 403;
  return problem(placesProblems, isKeyRejected ? 'places.key_refused' : 'places.unavailable');
}
