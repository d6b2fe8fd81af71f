import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { OFFICIAL_LISTS } from '#features/official-lists/official-lists.limits.ts';
import { TAG_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';

export const SORTS = ['recent', 'distance', 'rating', 'name'] as const;
export type Sort = (typeof SORTS)[number];

export const MINIMUM_RATINGS = [3, 4, 4.5] as const;
export type MinimumRating = (typeof MINIMUM_RATINGS)[number];

export const SOURCE_KINDS = ['tv', 'magazine', 'person', 'own'] as const satisfies readonly SourceKind[];

/** A rectangle of the map in WGS84 degrees. It does not cross the 180th meridian. */
export type MapArea = { south: number; west: number; north: number; east: number };

/**
 * The URL parameters of the home screen. They contain everything that determines the view. Therefore the view is the
 * same after a reload, from a bookmark, in a second tab and after Back.
 */
export type HomeSearch = {
  /** The text of the search field. */
  q?: string;
  /** A category's id, or `UNCATEGORISED`. */
  category?: string;
  status?: 'todo' | 'done' | 'provided';
  tag?: string;
  /** 지금 영업 중: only places that are open now. */
  open?: 1;
  /** 주차할 수 있는 곳: only places that are known to have parking. */
  parking?: 1;
  rating?: MinimumRating;
  /** The kind of source from which the member heard of the place. */
  source?: SourceKind;
  /** 공공 목록: the official list that contains the place. */
  official?: (typeof OFFICIAL_LISTS)[number];
  /** 동네: the name of a neighbourhood, as it is in the list. */
  hood?: string;
  sort?: Sort;
  /** 내 주변 3km: only places within 3 km of the member. */
  near?: 1;
  /** 이 지역에서 보기: the edges `south,west,north,east` of an area of the map, in degrees. */
  area?: string;
  /** The id of the place that is selected on the map and in the list. */
  selected?: string;
};

/**
 * Parses the URL. Invalid values are dropped without an error, because people type and paste URLs. The router parses a
 * value as JSON if possible: `q=119` becomes a number. This function converts the value back to text.
 */
export function readHomeSearch(search: Readonly<Record<string, unknown>>): HomeSearch {
  return withoutAbsent({
    q: text(search.q, 100),
    category: text(search.category, 40),
    status: oneOf(search.status, ['todo', 'done', 'provided'] as const),
    tag: text(search.tag, TAG_MAXIMUM),
    open: oneOf(Number(search.open), [1] as const),
    parking: oneOf(Number(search.parking), [1] as const),
    rating: oneOf(Number(search.rating), MINIMUM_RATINGS),
    source: oneOf(search.source, SOURCE_KINDS),
    official: oneOf(search.official, OFFICIAL_LISTS),
    hood: text(search.hood, 40),
    sort: oneOf(search.sort, SORTS),
    near: oneOf(Number(search.near), [1] as const),
    area: areaText(search.area),
    selected: text(search.selected, 300),
  });
}

/** Returns the URL parameters of the page that adds a restaurant. `q` contains the words to search for. */
export function readAddSearch(search: Readonly<Record<string, unknown>>): Pick<HomeSearch, 'q'> {
  const { q } = readHomeSearch(search);
  return q === undefined ? {} : { q };
}

function text(value: unknown, maximum: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return String(value).normalize('NFC').slice(0, maximum) || undefined;
}

const oneOf = <const T>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === value);

function areaText(value: unknown): string | undefined {
  return typeof value === 'string' && parseArea(value) ? value : undefined;
}

/**
 * Removes absent values instead of setting them to undefined, because the router treats an undefined `q` as `q=` when
 * it compares two URLs.
 */
const withoutAbsent = (search: { [K in keyof HomeSearch]: HomeSearch[K] | undefined }): HomeSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

/**
 * Formats an area for the URL. Four decimals correspond to about eleven metres. This is precise enough, and the URL
 * stays short. The edges are rounded outwards. If a map shows more than the whole earth, its edges are beyond the 180th
 * meridian.
 */
export function formatArea({ south, west, north, east }: MapArea): string {
  const down = (degrees: number) => Math.floor(degrees * 10_000) / 10_000;
  const up = (degrees: number) => Math.ceil(degrees * 10_000) / 10_000;
  return [down(south), Math.max(-180, down(west)), up(north), Math.min(up(east), 180)].join(',');
}

/** @returns the rectangle; null if the value is not a valid rectangle */
export function parseArea(value: string): MapArea | null {
  const numbers = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [south, west, north, east] = numbers;
  if (
    numbers.length !== 4 ||
    south === undefined ||
    west === undefined ||
    north === undefined ||
    east === undefined
  )
    return null;
  const isOnEarth =
    -90 <= south && south < north && north <= 90 && -180 <= west && west < east && east <= 180;
  return isOnEarth ? { south, west, north, east } : null;
}
