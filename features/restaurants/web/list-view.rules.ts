import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { koreanCollator } from '#common/collation.ts';
import type { Found, SearchedTexts } from '#features/places/personal-search.rules.ts';
import { isOpenAt } from '#features/places/open-now.rules.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/places.limits.ts';
import type {
  MyRestaurant,
  RestaurantStatus,
  SourceKind,
} from '#features/restaurants/restaurants.contract.ts';
import { type HomeSearch, type MapArea, parseArea, type Sort, statusOf } from './home-search.rules.ts';

/**
 * Pure functions that compute what the home screen shows of a list. With ten thousand places they are fast enough to
 * run on every key press. The work is divided by how often it is needed: `listEntries` runs once for each list,
 * `sortEntries` once for each sort order, and `viewEntries` once for each key press.
 */

/** The value of the category filter that selects places without a category or with an unknown category. */
export const UNCATEGORISED = 'none';

/** The status of a place for the member. 제공 means that the place is provided and is not in the member's list. */
export type ListStatus = RestaurantStatus | '제공';

export type ListFilters = {
  /** The matches of the search; null if nothing is typed. */
  found: ReadonlyMap<ListEntry, Found> | null;
  categoryId: string | null;
  status: ListStatus | null;
  tag: string | null;
  /**
   * A time in milliseconds. Only places that are open at this time are shown. The value is null if the filter is not
   * active.
   */
  openAt: number | null;
  /** If true, only places that are known to have parking are shown. */
  hasParking: boolean;
  minimumRating: number | null;
  sourceKind: SourceKind | null;
  neighbourhood: string | null;
  /** If not null, only places within this many metres of the member are shown. */
  within: number | null;
  area: MapArea | null;
};

/** Returns the filters that the URL parameters and the search describe. @param now milliseconds */
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

/** A place of the list with the data that the filters and the sort orders need. */
export type ListEntry = {
  restaurant: MyRestaurant;
  /** Whether the place is provided and is not in the member's list. */
  isProvided: boolean;
  searched: SearchedTexts;
  /** The category in which the place is counted. It is the id of a known category, or `UNCATEGORISED`. */
  categoryId: string;
  /** Distance from the member in metres; null if either location is unknown. */
  distance: number | null;
};

/** Number of the member's own places, and number of the provided places that are not in the list. */
export type Counted = { saved: number; provided: number };

export type ListView = {
  entries: ListEntry[];
  /**
   * Contains, for each category of the whole list, the number of places that the list would show together with the
   * other active filters. The number can be 0.
   */
  categoryCounts: ReadonlyMap<string, Counted>;
  /** Number of saved places that pass all filters except category and status. Provided places are not counted. */
  savedCount: number;
  /**
   * Contains, for each status, the number of places that the list would show together with the other active filters.
   */
  statusCounts: Readonly<Record<ListStatus, number>>;
};

/**
 * Returns the provided restaurants that are not in the member's list. If a restaurant is deleted from the list, it is
 * shown as provided again.
 */
export function withoutLinked(
  listed: readonly MyRestaurant[],
  mine: readonly MyRestaurant[],
): readonly MyRestaurant[] {
  if (listed.length === 0) return listed;
  const linked = new Set(mine.map(({ id }) => id));
  return listed.filter(({ id }) => !linked.has(id));
}

/**
 * Returns the places of the list with the data for filtering and sorting. @param userLocation the member's location;
 * null while unknown
 */
export function listEntries({
  restaurants,
  provided = [],
  categoryNames,
  userLocation,
}: {
  restaurants: readonly MyRestaurant[];
  /** The provided restaurants that are not in the member's list. */
  provided?: readonly MyRestaurant[];
  /** The names of the categories on screen, by id. */
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
 * Returns the same object until the restaurant or the name of its category changes. A search stores derived data with
 * this object. Therefore the data is not computed again if only the member's location has changed.
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
 * Sorts the entries by one of the four sort orders of the specification.
 * `recent`: the latest comes first. The time is the time at which the member added the place. If there is none, it is
 * the time at which the place was first added to the catalogue. The member's own places come before provided places.
 * Therefore an import of thousands of provided places does not push the member's places down.
 * `rating`: the highest rating comes first. Places without a rating come last.
 * `distance`: the nearest place comes first. Places with an unknown distance come last.
 * `name`: Korean collation is used, and numbers are compared by value.
 * Equal entries are sorted by `recent`, and then by id. Therefore the order is deterministic.
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

/**
 * Returns the entries that pass every filter, in the given order, and the counts that are shown next to the filters.
 */
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
  // The best matches come first. Equal matches keep their order.
  if (found) shown.sort((a, b) => (found.get(a)?.cost ?? 0) - (found.get(b)?.cost ?? 0));
  return { entries: shown, categoryCounts, savedCount, statusCounts };
}

/** Counts the member's own places and the provided places separately. */
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

/**
 * Whether an entry passes every filter except category and status. These two filters are not checked here, because they
 * have counts of their own.
 */
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
