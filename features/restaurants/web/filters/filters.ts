import type { Coordinates } from '#common/geo.ts';
import { m } from '#messages';
import { OFFICIAL_NAMES } from '#features/official-lists/web/list-filter.public.ts';
import { isOpenAt } from '#features/places/open-now.rules.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/places.limits.ts';
import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { type HomeSearch, type MapArea, MINIMUM_RATINGS, parseArea } from '../home-search.rules.ts';
import { type ListEntry, statusOf } from '../list-view.rules.ts';

/** The URL parameters that filter the list. `readHomeSearch` parses them. */
export type Filter = Exclude<keyof HomeSearch, 'q' | 'sort' | 'selected'>;

type Test = (entry: ListEntry) => boolean;

type FilterOf<Value> = {
  /** The name of the active filter on screen. */
  label: (value: Value, categoryName: (id: string) => string) => string;
  /** Returns the test that a place passes. @param now milliseconds */
  test: (value: Value, now: number) => Test;
  /** Returns the values for which the dialog counts a place, or null if the fact is unknown. */
  counts?: (entry: ListEntry, now: number) => readonly Value[] | null;
};

export const STATUS_LABELS = {
  todo: m.kit_status_todo,
  done: m.kit_status_done,
  provided: m.provided_badge,
} as const;

export const SOURCE_LABELS: Record<SourceKind, () => string> = {
  tv: m.restaurants_source_tv,
  magazine: m.restaurants_source_magazine,
  person: m.restaurants_source_person,
  own: m.restaurants_source_own,
};

/** All filters of the list, in the order of their chips. */
export const FILTERS: { [F in Filter]: FilterOf<NonNullable<HomeSearch[F]>> } = {
  area: {
    label: () => m.restaurants_area(),
    test: (value) => {
      const area = parseArea(value);
      return (entry) => area === null || isInArea(entry.restaurant.coordinates, area);
    },
  },
  near: {
    label: () => m.restaurants_near(),
    test: () => (entry) => entry.distance !== null && entry.distance <= NEARBY_RADIUS_METRES,
  },
  status: {
    label: (value) => STATUS_LABELS[value](),
    test: (value) => (entry) => statusOf(entry) === value,
  },
  category: {
    label: (value, categoryName) => categoryName(value),
    test: (value) => (entry) => entry.categoryId === value,
  },
  open: {
    label: () => m.restaurants_filter_open(),
    test: (_, now) => (entry) => isOpenAt(entry.restaurant, now) === true,
    counts: ({ restaurant }, now) => countsOfFact(isOpenAt(restaurant, now)),
  },
  parking: {
    label: () => m.restaurants_filter_parking(),
    test: () => (entry) => entry.restaurant.hasParking === true,
    counts: ({ restaurant }) => countsOfFact(restaurant.hasParking),
  },
  rating: {
    label: (value) => m.restaurants_filter_rating({ rating: String(value) }),
    test: (value) => (entry) => value <= (entry.restaurant.rating ?? 0),
    counts: ({ restaurant }) => MINIMUM_RATINGS.filter((least) => least <= (restaurant.rating ?? 0)),
  },
  source: {
    label: (value) => SOURCE_LABELS[value](),
    test: (value) => (entry) => entry.restaurant.sourceKind === value,
    counts: ({ restaurant }) => (restaurant.sourceKind === null ? [] : [restaurant.sourceKind]),
  },
  official: {
    label: (value) => OFFICIAL_NAMES[value](),
    test: (value) => (entry) => entry.official?.includes(value) === true,
    counts: ({ official }) => official ?? [],
  },
  hood: {
    label: (value) => value,
    test: (value) => (entry) => entry.restaurant.neighbourhood === value,
    counts: ({ restaurant }) => (restaurant.neighbourhood === '' ? [] : [restaurant.neighbourhood]),
  },
  tag: {
    label: (value) => `#${value}`,
    test: (value) => (entry) => entry.restaurant.customTags.includes(value),
    counts: ({ restaurant }) => restaurant.customTags,
  },
};

export const FILTER_NAMES = Object.keys(FILTERS) as Filter[];

/** The changes that remove every filter. */
export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((filter) => [filter, undefined])) as {
  [F in Filter]: undefined;
};

export const hasFilters = (search: HomeSearch): boolean =>
  FILTER_NAMES.some((filter) => search[filter] !== undefined);

/** Returns the active filters with their names on screen. */
export function activeFilters(
  search: HomeSearch,
  categoryName: (id: string) => string,
): { filter: Filter; label: string }[] {
  const labelOf = <F extends Filter>(filter: F) => {
    const value = search[filter];
    return value === undefined ? [] : [{ filter, label: FILTERS[filter].label(value, categoryName) }];
  };
  return FILTER_NAMES.flatMap((filter) => labelOf(filter));
}

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

const countsOfFact = (fact: boolean | null): readonly (typeof HAS_FACT)[] | null =>
  fact === null ? null : fact ? [HAS_FACT] : [];

const isInArea = (point: Coordinates | null, { south, west, north, east }: MapArea): boolean =>
  point !== null && south <= point.lat && point.lat <= north && west <= point.lng && point.lng <= east;
