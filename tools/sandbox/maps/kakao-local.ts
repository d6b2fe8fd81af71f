import { SANDBOX_MAPS_KEY } from '../addresses.mjs';
import type { MapsFault, Reply } from '../faults.ts';
import type { WireRequest } from './google-places.ts';
import { metresBetween, placesMatching, type Point, type SandboxPlace } from './places.ts';

/** Maximum number of results of a Kakao search, all pages together. */
const REACHABLE = 45;

/** Kakao Local (developers.kakao.com, REST API). Every value is a string, and unknown values are empty strings. */
export function kakaoLocal({ places }: { places: SandboxPlace[] }) {
  return {
    answer: ({ path, query, headers }: WireRequest, fault: MapsFault): Reply => {
      const refused = refusalOf(String(headers.authorization ?? ''), fault);
      if (refused) return refused;
      if (fault === 'empty') return ok(page([], { page: 1, size: 15 }));
      const asked = parseParameters(query);
      if (asked === null) return PARAMETERS;
      switch (path) {
        case '/v2/local/search/keyword.json':
          return asked.words === '' ? PARAMETERS : search({ places, asked });
        case '/v2/local/search/category.json':
          return asked.group === '' || !asked.near ? PARAMETERS : search({ places, asked });
        case '/v2/local/geo/coord2address.json':
          return asked.near ? address({ places, near: asked.near }) : PARAMETERS;
        case '/v2/local/search/address.json':
          return asked.words === '' ? PARAMETERS : points({ places, words: asked.words });
        default:
          return { status: 404, body: { errorType: 'ResourceNotFound', message: 'no matched path' } };
      }
    },
  };
}

type Asked = {
  words: string;
  group: string;
  near: Point | null;
  radius: number | null;
  page: number;
  size: number;
  isByDistance: boolean;
};

/** Returns null if a parameter is invalid. */
function parseParameters(query: URLSearchParams): Asked | null {
  const [x, y] = [query.get('x'), query.get('y')];
  const near = x === null || y === null ? null : { lat: Number(y), lng: Number(x) };
  const radius = query.has('radius') ? Number(query.get('radius')) : null;
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 15)];
  const sort = query.get('sort') ?? 'accuracy';
  const group = query.get('category_group_code') ?? '';
  const isGood =
    (near === null || (Math.abs(near.lat) <= 90 && Math.abs(near.lng) <= 180)) &&
    (radius === null || (Number.isInteger(radius) && 0 <= radius && radius <= 20_000)) &&
    Number.isInteger(page) &&
    1 <= page &&
    page <= 45 &&
    Number.isInteger(size) &&
    1 <= size &&
    size <= 15 &&
    ['accuracy', 'distance'].includes(sort) &&
    (sort !== 'distance' || near !== null) &&
    ['', 'FD6', 'CE7'].includes(group);
  if (!isGood) return null;
  return {
    words: query.get('query') ?? '',
    group,
    near,
    radius,
    page,
    size,
    isByDistance: sort === 'distance',
  };
}

function search({ places, asked }: { places: SandboxPlace[]; asked: Asked }): Reply {
  const { words, group, near, radius, isByDistance } = asked;
  const found = placesMatching({ places, words, near: (isByDistance && near) || undefined })
    .filter((place) => group === '' || groupOf(place) === group)
    .filter((place) => near === null || radius === null || metresBetween(near, place) <= radius);
  return ok(
    page(
      found.map((place) => documentOf(place, near)),
      { ...asked, keyword: words },
    ),
  );
}

const groupOf = ({ categoryId }: SandboxPlace) => (/cafe|bakery/.test(categoryId) ? 'CE7' : 'FD6');

function page(
  documents: unknown[],
  { page: nth, size, keyword = '' }: { page: number; size: number; keyword?: string },
) {
  const reachable = documents.slice(0, REACHABLE);
  return {
    documents: reachable.slice((nth - 1) * size, nth * size),
    meta: {
      is_end: reachable.length <= nth * size,
      pageable_count: reachable.length,
      same_name: { keyword, region: [], selected_region: '' },
      total_count: documents.length,
    },
  };
}

function documentOf(place: SandboxPlace, near: Point | null) {
  const { id, name, kind, address, lot, lat, lng, phoneNumber } = place;
  const isCafe = groupOf(place) === 'CE7';
  return {
    address_name: shortened(lot),
    category_group_code: isCafe ? 'CE7' : 'FD6',
    category_group_name: isCafe ? '카페' : '음식점',
    category_name: `음식점 > ${isCafe ? '카페' : '한식'} > ${kind}`,
    distance: near ? String(Math.round(metresBetween(near, place))) : '',
    id: String(9_000_000 + id),
    phone: id % 5 === 0 ? '' : phoneNumber,
    place_name: name,
    place_url: `http://place.map.kakao.com/${9_000_000 + id}`,
    // Mountain addresses have no road address.
    road_address_name: isInTheMountains(place) ? '' : shortened(address),
    x: String(lng),
    y: String(lat),
  };
}

const isInTheMountains = ({ id }: SandboxPlace) => id % 7 === 0;
/** Abbreviates the name of the province, as Kakao does in addresses. */
const shortened = (text: string) => text.replace(/^(..)(특별시|광역시|특별자치시|특별자치도)/, '$1');

function address({ places, near }: { places: SandboxPlace[]; near: Point }): Reply {
  const [nearest] = places.toSorted((a, b) => metresBetween(near, a) - metresBetween(near, b));
  if (!nearest || 3000 < metresBetween(near, nearest)) return ok({ meta: { total_count: 0 }, documents: [] });
  const [region_1depth_name = '', region_2depth_name = ''] = nearest.address.split(' ');
  const names = { region_1depth_name, region_2depth_name };
  return ok({
    meta: { total_count: 1 },
    documents: [
      {
        road_address: isInTheMountains(nearest)
          ? null
          : { address_name: nearest.address, ...names, building_name: '', zone_no: '' },
        address: {
          address_name: shortened(nearest.lot),
          ...names,
          mountain_yn: isInTheMountains(nearest) ? 'Y' : 'N',
        },
      },
    ],
  });
}

function points({ places, words }: { places: SandboxPlace[]; words: string }): Reply {
  const found = placesMatching({ places, words }).slice(0, 10);
  const documents = found.map(({ address: name, lat, lng }) => ({
    address_name: name,
    address_type: 'ROAD_ADDR',
    x: String(lng),
    y: String(lat),
  }));
  return ok({ meta: { is_end: true, pageable_count: found.length, total_count: found.length }, documents });
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const PARAMETERS: Reply = { status: 400, body: { code: -2, msg: 'parameter check failed' } };

function refusalOf(authorization: string, fault: MapsFault): Reply | null {
  if (fault === 'quota') return { status: 429, body: { code: -10, msg: 'API limit has been exceeded.' } };
  if (fault === 'rate') return { status: 400, body: { code: -10, msg: 'API limit has been exceeded.' } };
  if (fault === 'unavailable')
    return { status: 503, body: { code: -9798, msg: 'service under maintenance' } };
  if (fault === 'not_enabled' || fault === 'key_blocked')
    return { status: 403, body: { code: -3, msg: 'App disabled OPEN_MAP_AND_LOCAL service.' } };
  const isKnown = authorization === `KakaoAK ${SANDBOX_MAPS_KEY}` && !fault.startsWith('key_');
  return isKnown
    ? null
    : { status: 401, body: { errorType: 'AccessDeniedError', message: 'cannot find appkey' } };
}
