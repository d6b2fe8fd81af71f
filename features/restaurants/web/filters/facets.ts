import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import { type Counted, countedOf, type ListEntry } from '#features/restaurants/list-view.rules.ts';
import {
  type Filter,
  FILTERS,
  HAS_FACT,
  type ListFilters,
  testOf,
} from '#features/restaurants/list-filters.rules.ts';

/**
 * `counted` contains the numbers of places that pass a filter. `unknown` is the number of places for which the fact is
 * unknown.
 */
export type KnownCount = { counted: Counted; unknown: number };

/**
 * Contains, for each value of a filter, the number of places that pass this value together with the other active
 * filters.
 */
export type Facets = {
  /** Number of places that pass all filters. */
  total: Counted;
  /** Number of provided places that pass all filters except the status. */
  provided: number;
  open: KnownCount;
  parking: KnownCount;
  ratings: ReadonlyMap<NonNullable<HomeSearch['rating']>, Counted>;
  sources: ReadonlyMap<NonNullable<HomeSearch['source']>, Counted>;
  officials: ReadonlyMap<NonNullable<HomeSearch['official']>, Counted>;
  /** The neighbourhoods are sorted: the most frequent comes first. */
  neighbourhoods: readonly (readonly [string, Counted])[];
  tags: readonly (readonly [string, Counted])[];
};

/** Counts the places for the values of each filter. */
export function facetsOf({
  entries,
  filters,
}: {
  entries: readonly ListEntry[];
  filters: ListFilters;
}): Facets {
  const countEach = <F extends Filter>(filter: F) =>
    countValues(entries.filter(testOf(filters, [filter])), (entry) =>
      FILTERS[filter].counts?.(entry, filters.now),
    );
  const known = (filter: 'open' | 'parking'): KnownCount => {
    const { counted, unknown } = countEach(filter);
    return { counted: counted.get(HAS_FACT) ?? { saved: 0, provided: 0 }, unknown };
  };
  return {
    total: countedOf(entries.filter(testOf(filters))),
    provided: countedOf(entries.filter(testOf(filters, ['status']))).provided,
    open: known('open'),
    parking: known('parking'),
    ratings: countEach('rating').counted,
    sources: countEach('source').counted,
    officials: countEach('official').counted,
    neighbourhoods: byFrequency(countEach('hood').counted),
    tags: byFrequency(countEach('tag').counted),
  };
}

function countValues<Value>(
  entries: readonly ListEntry[],
  valuesOf: (entry: ListEntry) => readonly Value[] | null | undefined,
): { counted: Map<Value, Counted>; unknown: number } {
  const counted = new Map<Value, Counted>();
  let unknown = 0;
  for (const entry of entries) {
    const values = valuesOf(entry);
    if (!values) unknown += 1;
    for (const value of values ?? []) {
      const counts = counted.get(value) ?? { saved: 0, provided: 0 };
      counted.set(value, counts);
      counts[entry.isProvided ? 'provided' : 'saved'] += 1;
    }
  }
  return { counted, unknown };
}

function byFrequency(counted: ReadonlyMap<string, Counted>): (readonly [string, Counted])[] {
  const sum = ({ saved, provided }: Counted) => saved + provided;
  return [...counted].sort(
    ([a, countsOfA], [b, countsOfB]) => sum(countsOfB) - sum(countsOfA) || a.localeCompare(b, 'ko'),
  );
}
