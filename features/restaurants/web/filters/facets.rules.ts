import { isOpenAt } from '#features/places/open-now.rules.ts';
import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { MINIMUM_RATINGS, type MinimumRating } from '../home-search.rules.ts';
import { type Counted, countedOf, type ListEntry, type ListFilters, passes } from '../list-view.rules.ts';

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
  open: KnownCount;
  parking: KnownCount;
  ratings: ReadonlyMap<MinimumRating, Counted>;
  sources: ReadonlyMap<SourceKind, Counted>;
  /** The neighbourhoods are sorted: the most frequent comes first. */
  neighbourhoods: readonly (readonly [string, Counted])[];
  tags: readonly (readonly [string, Counted])[];
};

/** Counts the places for the values of each filter. @param now milliseconds */
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
    total: countedOf(without({})),
    open: knownCount(without({ openAt: null }), ({ restaurant }) => isOpenAt(restaurant, now)),
    parking: knownCount(without({ hasParking: false }), ({ restaurant }) => restaurant.hasParking),
    ratings: new Map(
      MINIMUM_RATINGS.map((least) => [
        least,
        countedOf(rated.filter(({ restaurant }) => least <= (restaurant.rating ?? 0))),
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
  return {
    counted: countedOf(entries.filter((entry) => factOf(entry) === true)),
    unknown: entries.filter((entry) => factOf(entry) === null).length,
  };
}

function countEach<Value extends string>(
  entries: readonly ListEntry[],
  valuesOf: (entry: ListEntry) => Value | readonly Value[],
): [Value, Counted][] {
  const counts = new Map<Value, Counted>();
  for (const entry of entries)
    for (const value of [valuesOf(entry)].flat() as Value[]) {
      const counted = counts.get(value) ?? { saved: 0, provided: 0 };
      counts.set(value, counted);
      counted[entry.isProvided ? 'provided' : 'saved'] += 1;
    }
  const sum = ({ saved, provided }: Counted) => saved + provided;
  return [...counts].sort(
    ([a, countsOfA], [b, countsOfB]) => sum(countsOfB) - sum(countsOfA) || a.localeCompare(b, 'ko'),
  );
}
