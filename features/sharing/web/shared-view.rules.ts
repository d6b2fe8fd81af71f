import { otherRegionNames } from '#common/regions.ts';
import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { koreanCollator } from '#common/collation.ts';
import type { KoreanQuery } from '#common/korean.ts';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { type LastVisit, lastVisitOf, type PickCandidate } from '#features/restaurants/pick-today.rules.ts';
import type { MyRestaurant, RestaurantStatus } from '#features/restaurants/restaurants.contract.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { type SharedSearch, type SharedSort, UNCATEGORISED } from './shared-search.rules.ts';

const STATUS: Record<'todo' | 'done', RestaurantStatus> = { todo: TO_VISIT, done: VISITED };

/**
 * Returns the places that pass the filters, in the chosen sort order. `recent` is the owner's order. Places without a
 * rating and places at an unknown distance come last. Equal places keep the owner's order.
 * @param userLocation the visitor's location; null while unknown
 * @param ownToVisitIds ids of the places that are 방문 예정 in the visitor's own list
 */
export function viewShared({
  places,
  search,
  text: typed,
  userLocation,
  ownToVisitIds,
}: {
  places: readonly SharedPlace[];
  search: SharedSearch;
  text: KoreanQuery;
  userLocation: Coordinates | null;
  ownToVisitIds: ReadonlySet<string>;
}): SharedPlace[] {
  const { category, status, both, sort = 'recent' } = search;
  const shown = places.filter(
    (place) =>
      (!category || (place.categoryId ?? UNCATEGORISED) === category) &&
      (!status || place.status === STATUS[status]) &&
      (!both || isToVisitForBoth(place, ownToVisitIds)) &&
      typed.matches([place.name, place.address, ...otherRegionNames([place.address]), ...place.customTags]),
  );
  return shown.sort(comparisons(userLocation)[sort]);
}

/** 우리 둘 다 가고 싶은 곳: whether the owner and the visitor both want to visit the place. */
export const isToVisitForBoth = (place: SharedPlace, ownToVisitIds: ReadonlySet<string>): boolean =>
  place.status === TO_VISIT && ownToVisitIds.has(place.id);

/**
 * Returns the places from which 오늘 뭐 먹지? chooses its suggestion.
 * @param mine the visitor's own list; empty for a visitor without an account
 */
export function pickCandidates(
  places: readonly SharedPlace[],
  mine: readonly MyRestaurant[],
): (SharedPlace & PickCandidate)[] {
  const own = new Map(mine.map((restaurant) => [restaurant.id, restaurant]));
  const ownToVisitIds = new Set(mine.filter(({ status }) => status === TO_VISIT).map(({ id }) => id));
  const lastVisitTo = (id: string): LastVisit => {
    if (mine.length === 0) return 'unknown';
    const saved = own.get(id);
    return saved ? lastVisitOf(saved) : 'never';
  };
  return places.map((place) => {
    return {
      ...place,
      lastVisit: lastVisitTo(place.id),
      isWantedByBoth: isToVisitForBoth(place, ownToVisitIds),
    };
  });
}

const comparisons = (
  userLocation: Coordinates | null,
): Record<SharedSort, (a: SharedPlace, b: SharedPlace) => number> => ({
  recent: () => 0,
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
  distance: (a, b) => distance(a, userLocation) - distance(b, userLocation),
  name: (a, b) => koreanCollator.compare(a.name, b.name),
});

/**
 * Returns the distance in metres. If the distance is unknown, returns a number that is greater than any distance on
 * earth. The number is finite, because the sort computes differences.
 */
const distance = ({ coordinates }: SharedPlace, userLocation: Coordinates | null): number =>
  coordinates && userLocation ? distanceMetres(userLocation, coordinates) : 1e9;
