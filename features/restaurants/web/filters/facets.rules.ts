import { isOpenAt } from '#features/places/open-now.rules.ts';
import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { MINIMUM_RATINGS, type MinimumRating } from '../home-search.rules.ts';
import { type ListEntry, type ListFilters, passes } from '../list-view.rules.ts';

/** Number of places that pass a filter, and number of places for which it is unknown whether they pass. */
export type KnownCount = { count: number; unknown: number };

/** How many places each value of a filter would show together with the other active filters. */
export type Facets = {
  /** Places that pass all filters. */
  total: number;
  open: KnownCount;
  parking: KnownCount;
  ratings: ReadonlyMap<MinimumRating, number>;
  sources: ReadonlyMap<SourceKind, number>;
  /** The most frequent first. */
  neighbourhoods: readonly (readonly [string, number])[];
  tags: readonly (readonly [string, number])[];
};

/** @param now milliseconds */
export function facetsOf({
  entries,
  filters,
  now,
}: {
  entries: readonly ListEntry[];
  filters: ListFilters;
  now: number;
}): Facets {
  const without = (change: Partial<ListFilters>) =>
    entries.filter((entry) => passes(entry, { ...filters, ...change }));
  const rated = without({ minimumRating: null });
  return {
    total: without({}).length,
    open: knownCount(without({ openAt: null }), ({ restaurant }) => isOpenAt(restaurant, now)),
    parking: knownCount(without({ hasParking: false }), ({ restaurant }) => restaurant.hasParking),
    ratings: new Map(
      MINIMUM_RATINGS.map((least) => [
        least,
        rated.filter(({ restaurant }) => least <= (restaurant.rating ?? 0)).length,
      ]),
    ),
    sources: new Map(
      countEach(without({ sourceKind: null }), ({ restaurant }) => restaurant.sourceKind ?? []),
    ),
    neighbourhoods: countEach(without({ neighbourhood: null }), ({ restaurant }) =>
      restaurant.neighbourhood === '' ? [] : restaurant.neighbourhood,
    ),
    tags: countEach(without({ tag: null }), ({ restaurant }) => restaurant.customTags),
  };
}

function knownCount(entries: readonly ListEntry[], factOf: (entry: ListEntry) => boolean | null): KnownCount {
  const facts = entries.map(factOf);
  return {
    count: facts.filter((fact) => fact === true).length,
    unknown: facts.filter((fact) => fact === null).length,
  };
}

function countEach<Value extends string>(
  entries: readonly ListEntry[],
  valuesOf: (entry: ListEntry) => Value | readonly Value[],
): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of entries.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a.localeCompare(b, 'ko'));
}
