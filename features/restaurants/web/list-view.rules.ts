import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { koreanCollator } from '#common/collation.ts';
import type { Found, SearchedTexts } from '#features/places/personal-search.rules.ts';
import { isOpenAt } from '#features/places/open-now.rules.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/nearby.contract.ts';
import type {
  MyRestaurant,
  RestaurantStatus,
  SourceKind,
} from '#features/restaurants/restaurants.contract.ts';
import { type HomeSearch, type MapArea, parseArea, type Sort, statusOf } from './home-search.rules.ts';

/**
 * Pure functions that compute what the home screen shows of a list. They are fast enough to run on every key press with
 * ten thousand places. The work is split by frequency: `listEntries` once per list, `sortEntries` once per sort order,
 * `viewEntries` once per key press (see bench/list-filter.ts).
 */

/** The category filter's value for places without a category or with an unknown one. */
export const UNCATEGORISED = 'none';

/** The status of a place for the member. 제공 means that the place is provided and not in the member's list. */
export type ListStatus = RestaurantStatus | '제공';

export type ListFilters = {
  /** What the search found; null if nothing is typed. */
  found: ReadonlyMap<ListEntry, Found> | null;
  categoryId: string | null;
  status: ListStatus | null;
  tag: string | null;
  /** In milliseconds. Only places that are open at this time are shown; null for all places. */
  openAt: number | null;
  /** Only places that are known to have parking. */
  hasParking: boolean;
  minimumRating: number | null;
  sourceKind: SourceKind | null;
  neighbourhood: string | null;
  /** Only places within this many metres of the member. */
  within: number | null;
  area: MapArea | null;
};

/** @param now milliseconds */
export const filtersOf = ({
  search,
  found,
  now,
}: {
  search: HomeSearch;
  found: ListFilters['found'];
  now: number;
}): ListFilters => ({
  found,
  categoryId: search.category ?? null,
  status: statusOf(search.status),
  tag: search.tag ?? null,
  openAt: search.open ? now : null,
  hasParking: search.parking === 1,
  minimumRating: search.rating ?? null,
  sourceKind: search.source ?? null,
  neighbourhood: search.hood ?? null,
  within: search.near ? NEARBY_RADIUS_METRES : null,
  area: search.area ? parseArea(search.area) : null,
});

/** A place of the list with the data for filtering and sorting. */
export type ListEntry = {
  restaurant: MyRestaurant;
  /** Whether the place is provided and not in the member's list. */
  isProvided: boolean;
  searched: SearchedTexts;
  /** The category that the place is counted in: a known id, or `UNCATEGORISED`. */
  categoryId: string;
  /** Distance from the member in metres; null if either location is unknown. */
  distance: number | null;
};

/** Number of the member's own places, and of the provided places that are not in the list. */
export type Counted = { saved: number; provided: number };

export type ListView = {
  entries: ListEntry[];
  /**
   * For each category of the whole list, how many places it would show together with the other active filters. Can be
   * 0.
   */
  categoryCounts: ReadonlyMap<string, Counted>;
  /** Number of saved places that pass all filters except category and status. Provided places are not counted. */
  savedCount: number;
  /** How many places each status would show together with the other active filters. */
  statusCounts: Readonly<Record<ListStatus, number>>;
};

/**
 * The provided restaurants that are not in the member's list. A restaurant that was deleted from the list is shown as
 * provided again.
 */
export function withoutLinked(
  listed: readonly MyRestaurant[],
  mine: readonly MyRestaurant[],
): readonly MyRestaurant[] {
  if (listed.length === 0) return listed;
  const linked = new Set(mine.map(({ id }) => id));
  return listed.filter(({ id }) => !linked.has(id));
}

/** @param userLocation the member's location; null while unknown */
export function listEntries({
  restaurants,
  provided = [],
  categoryNames,
  userLocation,
}: {
  restaurants: readonly MyRestaurant[];
  /** Provided restaurants that are not in the list. */
  provided?: readonly MyRestaurant[];
  /** Names on screen by id. */
  categoryNames: ReadonlyMap<string, string>;
  userLocation: Coordinates | null;
}): ListEntry[] {
  const entryOf = (isProvided: boolean) => (restaurant: MyRestaurant) => ({
    restaurant,
    isProvided,
    searched: searchedTexts(restaurant, categoryNames.get(restaurant.categoryId ?? '') ?? ''),
    categoryId:
      restaurant.categoryId !== null && categoryNames.has(restaurant.categoryId)
        ? restaurant.categoryId
        : UNCATEGORISED,
    distance:
      userLocation && restaurant.coordinates ? distanceMetres(userLocation, restaurant.coordinates) : null,
  });
  return [...restaurants.map(entryOf(false)), ...provided.map(entryOf(true))];
}

/**
 * Returns the same object until the restaurant or its category name changes. A search stores derived data by this
 * object, and need not derive it again when only the member's location has changed.
 */
function searchedTexts(restaurant: MyRestaurant, categoryName: string): SearchedTexts {
  const known = knownTexts.get(restaurant);
  if (known?.labels.at(-1) === categoryName) return known;
  const texts: SearchedTexts = {
    name: restaurant.name,
    labels: [...restaurant.customTags, categoryName],
    address: restaurant.address,
    neighbourhood: restaurant.neighbourhood,
    categoryId: restaurant.categoryId,
    coordinates: restaurant.coordinates,
  };
  knownTexts.set(restaurant, texts);
  return texts;
}

const knownTexts = new WeakMap<MyRestaurant, SearchedTexts>();

/**
 * The specification's four sort orders: recent (latest first, by the time at which the member added the place; if there
 * is none, by the time of its first addition to the catalogue), rating (highest first, unrated last), distance (nearest
 * first, unknown last), name (Korean collation, numbers by value).
 * In the order `recent` the member's own places come before provided ones, so that an import of thousands of places
 * does not push them down. Ties are resolved by recency, then by id, so that the order is deterministic.
 */
export function sortEntries(entries: readonly ListEntry[], sort: Sort): ListEntry[] {
  return [...entries].sort((a, b) => compare[sort](a, b) || compare.recent(a, b) || byId(a, b));
}

const compare: Record<Sort, (a: ListEntry, b: ListEntry) => number> = {
  recent: (a, b) => Number(a.isProvided) - Number(b.isProvided) || linkTime(b) - linkTime(a),
  distance: (a, b) => nullsLast(a.distance, b.distance, (x, y) => x - y),
  rating: (a, b) => nullsLast(a.restaurant.rating, b.restaurant.rating, (x, y) => y - x),
  name: (a, b) => koreanCollator.compare(a.restaurant.name, b.restaurant.name),
};

const linkTime = ({ restaurant }: ListEntry): number =>
  restaurant.linkedAt ?? restaurant.firstAddedToPublicAt;

const byId = (a: ListEntry, b: ListEntry): number =>
  a.restaurant.id < b.restaurant.id ? -1 : a.restaurant.id > b.restaurant.id ? 1 : 0;

function nullsLast(a: number | null, b: number | null, order: (a: number, b: number) => number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return order(a, b);
}

/** The entries that pass every filter, in the given order, and the counts next to the filters. */
export function viewEntries(entries: readonly ListEntry[], filters: ListFilters): ListView {
  const shown: ListEntry[] = [];
  const categoryCounts = new Map<string, Counted>();
  const statusCounts: Record<ListStatus, number> = { '방문 예정': 0, '방문 완료': 0, 제공: 0 };
  let savedCount = 0;
  for (const entry of entries) {
    const { categoryId, isProvided } = entry;
    const status = statusOfEntry(entry);
    const counted = categoryCounts.get(categoryId) ?? { saved: 0, provided: 0 };
    categoryCounts.set(categoryId, counted);
    if (!passesPlaceFilters(entry, filters)) continue;
    if (!isProvided) savedCount += 1;
    const inCategory = filters.categoryId === null || filters.categoryId === categoryId;
    const inStatus = filters.status === null || filters.status === status;
    if (inCategory) statusCounts[status] += 1;
    if (!inStatus) continue;
    counted[isProvided ? 'provided' : 'saved'] += 1;
    if (inCategory) shown.push(entry);
  }
  const { found } = filters;
  // The best matches first; equal matches keep their order.
  if (found) shown.sort((a, b) => (found.get(a)?.cost ?? 0) - (found.get(b)?.cost ?? 0));
  return { entries: shown, categoryCounts, savedCount, statusCounts };
}

/** Counts own and provided places separately. */
export function countedOf(entries: readonly ListEntry[]): Counted {
  const provided = entries.filter(({ isProvided }) => isProvided).length;
  return { saved: entries.length - provided, provided };
}

const statusOfEntry = ({ isProvided, restaurant }: ListEntry): ListStatus =>
  isProvided ? '제공' : restaurant.status;

/** Whether an entry passes every filter. */
export const passes = (entry: ListEntry, filters: ListFilters): boolean =>
  (filters.categoryId === null || filters.categoryId === entry.categoryId) &&
  (filters.status === null || filters.status === statusOfEntry(entry)) &&
  passesPlaceFilters(entry, filters);

/** Every filter except category and status, which have counts. */
function passesPlaceFilters(entry: ListEntry, filters: ListFilters): boolean {
  const { found, tag, within, area } = filters;
  const { restaurant } = entry;
  if (found && !found.has(entry)) return false;
  if (tag !== null && !restaurant.customTags.includes(tag)) return false;
  if (filters.openAt !== null && isOpenAt(restaurant, filters.openAt) !== true) return false;
  if (filters.hasParking && restaurant.hasParking !== true) return false;
  if (filters.minimumRating !== null && (restaurant.rating ?? 0) < filters.minimumRating) return false;
  if (filters.sourceKind !== null && restaurant.sourceKind !== filters.sourceKind) return false;
  if (filters.neighbourhood !== null && restaurant.neighbourhood !== filters.neighbourhood) return false;
  if (within !== null && (entry.distance === null || entry.distance > within)) return false;
  return area === null || isInArea(entry.restaurant.coordinates, area);
}

const isInArea = (point: Coordinates | null, { south, west, north, east }: MapArea): boolean =>
  point !== null && south <= point.lat && point.lat <= north && west <= point.lng && point.lng <= east;
