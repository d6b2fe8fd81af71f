import type { Coordinates } from '#common/geo.ts';
import { isOpenAt } from '#features/places/open-now.rules.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/places.limits.ts';
import { type HomeSearch, type MapArea, MINIMUM_RATINGS, parseArea } from './home-search.rules.ts';
import { type ListEntry, statusOf } from './list-view.rules.ts';

/** The URL parameters that filter the list. `readHomeSearch` parses them. */
export type Filter = Exclude<keyof HomeSearch, 'q' | 'sort' | 'selected'>;

type Test = (entry: ListEntry) => boolean;

type FilterRule<Value> = {
  /** Returns the test that a place passes. @param now milliseconds */
  test: (value: Value, now: number) => Test;
  /** Returns the values for which the dialog counts a place, or null if the fact is unknown. */
  counts?: (entry: ListEntry, now: number) => readonly Value[] | null;
};

/** All filters of the list, in the order of their chips. */
export const FILTERS: { [F in Filter]: FilterRule<NonNullable<HomeSearch[F]>> } = {
  area: {
    test: (value) => {
      const area = parseArea(value);
      return (entry) => area === null || isInArea(entry.restaurant.coordinates, area);
    },
  },
  near: {
    test: () => (entry) => entry.distance !== null && entry.distance <= NEARBY_RADIUS_METRES,
  },
  status: {
    test: (value) => (entry) => statusOf(entry) === value,
  },
  category: {
    test: (value) => (entry) => entry.categoryId === value,
  },
  open: {
    test: (_, now) => (entry) => isOpenAt(entry.restaurant, now) === true,
    counts: ({ restaurant }, now) => countsOfFact(isOpenAt(restaurant, now)),
  },
  parking: {
    test: () => (entry) => entry.restaurant.hasParking === true,
    counts: ({ restaurant }) => countsOfFact(restaurant.hasParking),
  },
  rating: {
    test: (value) => (entry) => value <= (entry.restaurant.rating ?? 0),
    counts: ({ restaurant }) => MINIMUM_RATINGS.filter((least) => least <= (restaurant.rating ?? 0)),
  },
  source: {
    test: (value) => (entry) => entry.restaurant.sourceKind === value,
    counts: ({ restaurant }) => (restaurant.sourceKind === null ? [] : [restaurant.sourceKind]),
  },
  official: {
    test: (value) => (entry) => entry.official?.includes(value) === true,
    counts: ({ official }) => official ?? [],
  },
  hood: {
    test: (value) => (entry) => entry.restaurant.neighbourhood === value,
    counts: ({ restaurant }) => (restaurant.neighbourhood === '' ? [] : [restaurant.neighbourhood]),
  },
  tag: {
    test: (value) => (entry) => entry.restaurant.customTags.includes(value),
    counts: ({ restaurant }) => restaurant.customTags,
  },
};

export const FILTER_NAMES = Object.keys(FILTERS) as Filter[];

export type ListFilters = {
  search: HomeSearch;
  /** The matches of the typed text; null if nothing is typed. */
  found: ReadonlyMap<ListEntry, Found> | null;
  /** Milliseconds. Only the filter 지금 영업 중 uses it. */
  now: number;
};

/** Returns the test of all active filters. @param except filters that are not tested */
export function testOf({ search, found, now }: ListFilters, except: readonly Filter[] = []): Test {
  const testsOf = <F extends Filter>(filter: F) => {
    const value = search[filter];
    return value === undefined ? [] : [FILTERS[filter].test(value, now)];
  };
  const tests = FILTER_NAMES.filter((filter) => !except.includes(filter)).flatMap((filter) =>
    testsOf(filter),
  );
  return (entry) => (found === null || found.has(entry)) && tests.every((test) => test(entry));
}

/** The value under which places are counted that have a fact, such as being open. */
export const HAS_FACT = 1;

function countsOfFact(hasFact: boolean | null): readonly (typeof HAS_FACT)[] | null {
  if (hasFact === null) return null;
  return hasFact ? [HAS_FACT] : [];
}

const isInArea = (point: Coordinates | null, { south, west, north, east }: MapArea): boolean =>
  point !== null && south <= point.lat && point.lat <= north && west <= point.lng && point.lng <= east;
