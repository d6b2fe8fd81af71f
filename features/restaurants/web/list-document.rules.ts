import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import type { MyList, MyRestaurant, RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';

/** Effects of writes on the cached list document. Unchanged entries keep their identity. */

/**
 * A restaurant as it will be after the server has applied the changes. If the member's own category is removed, the
 * current category stays on screen, because only the server knows the category of the catalogue.
 * @param now milliseconds
 * @param visitedAt milliseconds; when the place was visited, if its status becomes 방문 완료
 */
export function withChanges({
  restaurant,
  changes,
  now,
  visitedAt = now,
}: {
  restaurant: MyRestaurant;
  changes: RestaurantChanges;
  now: number;
  visitedAt?: number | undefined;
}): MyRestaurant {
  const { categoryId, ...rest } = changes;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...restaurant,
    ...given,
    ...(categoryId === undefined
      ? {}
      : { userCategoryOverrideId: categoryId, categoryId: categoryId ?? restaurant.categoryId }),
    visitedAt: visitedAfter({ restaurant, changes, newVisit: visitedAt }),
    lastModifiedByUserAt: now,
  };
}

/** A manual place after a change of its facts. */
export const withPlace = ({
  restaurant,
  place: { name, address, coordinates, phoneNumber },
}: {
  restaurant: MyRestaurant;
  place: ManualPlace;
}): MyRestaurant => ({ ...restaurant, name, address, coordinates, phoneNumber: phoneNumber || null });

/** The visit date after a change. It is removed when the visit is undone, and kept through all other changes. */
function visitedAfter({
  restaurant: { status, visitedAt },
  changes,
  newVisit,
}: {
  restaurant: MyRestaurant;
  changes: RestaurantChanges;
  newVisit: number;
}): number | null {
  if ((changes.status ?? status) === '방문 예정') return null;
  return status === '방문 완료' ? visitedAt : newVisit;
}

/** Replaces the restaurant in the list. A new restaurant is inserted by the time it was added, newest first. */
export function withRestaurant(list: MyList, restaurant: MyRestaurant): MyList {
  const { restaurants } = list;
  if (restaurants.some(({ id }) => id === restaurant.id))
    return {
      ...list,
      restaurants: restaurants.map((each) => (each.id === restaurant.id ? restaurant : each)),
    };
  const older = restaurants.findIndex(({ linkedAt }) => linkedAt <= restaurant.linkedAt);
  const at = older < 0 ? restaurants.length : older;
  return { ...list, restaurants: [...restaurants.slice(0, at), restaurant, ...restaurants.slice(at)] };
}

export const withoutRestaurant = (list: MyList, restaurantId: string): MyList => ({
  ...list,
  restaurants: list.restaurants.filter(({ id }) => id !== restaurantId),
});
