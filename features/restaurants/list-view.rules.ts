import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { koreanCollator } from '#common/collation.ts';
import { VISITED } from '#common/visit-status.ts';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import type { SearchedTexts } from '#features/places/personal-search.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { HomeSearch, Sort } from './home-search.rules.ts';

/**
 * Pure functions that compute what the home screen shows of a list. With ten thousand places they are fast enough to
 * run on every key press. The work is divided by how often it is needed: `listEntries` runs once for each list,
 * `sortEntries` once for each sort order, and `viewEntries` once for each key press.
 */

/** The value of the category filter that selects places without a category or with an unknown category. */
export const UNCATEGORISED = 'none';

/** The status of a place for the member. `provided`: the place is provided and is not in the member's list. */
export type ListStatus = NonNullable<HomeSearch['status']>;

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
  /** The official lists that contain the place. */
  official?: readonly OfficialList[] | undefined;
};

/** Number of the member's own places, and number of the provided places that are not in the list. */
export type Counted = { saved: number; provided: number };

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
  official,
}: {
  restaurants: readonly MyRestaurant[];
  /** The provided restaurants that are not in the member's list. */
  provided?: readonly MyRestaurant[];
  /** The names of the categories on screen, by id. */
  categoryNames: ReadonlyMap<string, string>;
  userLocation: Coordinates | null;
  /** The official lists of each place; undefined until they are known. */
  official?: ReadonlyMap<string, readonly OfficialList[]> | undefined;
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
    official: official?.get(restaurant.id),
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
 * The headings of the list, in their order. `mine`: the places that the member added. `shared`: the places that the
 * member took over from a shared list. `provided`: the provided places that are not in the member's list.
 */
const SECTIONS = ['mine', 'shared', 'provided'] as const;
export type Section = (typeof SECTIONS)[number];

function sectionOf({ isProvided, restaurant }: ListEntry): Section {
  if (isProvided) return 'provided';
  return restaurant.sharedListId === null ? 'mine' : 'shared';
}

/**
 * Sorts the entries by section, and within each section by one of the four sort orders of the specification.
 * `recent`: the latest comes first. The time is the time at which the member added the place. If there is none, it is
 * the time at which the place was first added to the catalogue.
 * `rating`: the highest rating comes first. Places without a rating come last.
 * `distance`: the nearest place comes first. Places with an unknown distance come last.
 * `name`: Korean collation is used, and numbers are compared by value.
 * Equal entries are sorted by `recent`, and then by id. Therefore the order is deterministic.
 * @param providedSort the sort order of the provided places
 */
export function sortEntries(
  entries: readonly ListEntry[],
  sort: Sort,
  providedSort: Sort = sort,
): ListEntry[] {
  const sections: Record<Section, ListEntry[]> = { mine: [], shared: [], provided: [] };
  for (const entry of entries) sections[sectionOf(entry)].push(entry);
  return SECTIONS.flatMap((section) =>
    sections[section].sort(comparisonOf(section === 'provided' ? providedSort : sort)),
  );
}

/** Returns the sections of sorted entries: the index of the first place, and the number of places. */
export function sectionsOf(sorted: readonly ListEntry[]): { name: Section; from: number; count: number }[] {
  const sections: { name: Section; from: number; count: number }[] = [];
  for (const [index, entry] of sorted.entries()) {
    const name = sectionOf(entry);
    const last = sections.at(-1);
    if (last?.name === name) last.count += 1;
    else sections.push({ name, from: index, count: 1 });
  }
  return sections;
}

const comparisonOf = (sort: Sort) => (a: ListEntry, b: ListEntry) =>
  compare[sort](a, b) || compare.recent(a, b) || byId(a, b);

const compare: Record<Sort, (a: ListEntry, b: ListEntry) => number> = {
  recent: (a, b) => linkTime(b) - linkTime(a),
  distance: (a, b) => nullsLast(a.distance, b.distance, (x, y) => x - y),
  rating: (a, b) => nullsLast(a.restaurant.rating, b.restaurant.rating, (x, y) => y - x),
  name: (a, b) => koreanCollator.compare(a.restaurant.name, b.restaurant.name),
};

const linkTime = ({ restaurant }: ListEntry): number =>
  restaurant.linkedAt ?? restaurant.firstAddedToPublicAt;

function byId({ restaurant: a }: ListEntry, { restaurant: b }: ListEntry): number {
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

function nullsLast(a: number | null, b: number | null, order: (a: number, b: number) => number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return order(a, b);
}

/** Counts the member's own places and the provided places separately. */
export function countedOf(entries: readonly ListEntry[]): Counted {
  const provided = entries.filter(({ isProvided }) => isProvided).length;
  return { saved: entries.length - provided, provided };
}

export function statusOf({ isProvided, restaurant }: ListEntry): ListStatus {
  if (isProvided) return 'provided';
  return restaurant.status === VISITED ? 'done' : 'todo';
}
