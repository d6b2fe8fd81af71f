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
  /** The most frequent neighbourhood comes first. */
  neighbourhoods: readonly (readonly [string, Counted])[];
  /** The most frequent tag comes first. */
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
  const countFacet = <F extends Filter>(filter: F) => {
    const entriesOfOtherFilters = entries.filter(testOf(filters, [filter]));
    return countValues(
      entriesOfOtherFilters,
      (entry) => FILTERS[filter].counts?.(entry, filters.now) ?? null,
    );
  };
  const countFact = (filter: 'open' | 'parking'): KnownCount => {
    const { counted, unknown } = countFacet(filter);
    return { counted: counted.get(HAS_FACT) ?? { saved: 0, provided: 0 }, unknown };
  };
  return {
    total: countedOf(entries.filter(testOf(filters))),
    provided: countedOf(entries.filter(testOf(filters, ['status']))).provided,
    open: countFact('open'),
    parking: countFact('parking'),
    ratings: countFacet('rating').counted,
    sources: countFacet('source').counted,
    officials: countFacet('official').counted,
    neighbourhoods: byFrequency(countFacet('hood').counted),
    tags: byFrequency(countFacet('tag').counted),
  };
}

/** @param valuesOf returns the values of a place; null if they are unknown */
function countValues<Value>(
  entries: readonly ListEntry[],
  valuesOf: (entry: ListEntry) => readonly Value[] | null,
): { counted: Map<Value, Counted>; unknown: number } {
  const counted = new Map<Value, Counted>();
  let unknown = 0;
  for (const entry of entries) {
    const values = valuesOf(entry);
    if (values === null) unknown += 1;
    for (const value of values ?? []) {
      const counts = counted.get(value) ?? { saved: 0, provided: 0 };
      counts[entry.isProvided ? 'provided' : 'saved'] += 1;
      counted.set(value, counts);
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
