import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import type { MyList, MyRestaurant, RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';

/** The functions of this file apply writes to the cached list document. Unchanged entries stay the same objects. */

/**
 * Returns a restaurant as it will be after the server has applied the changes. If the member removes the chosen
 * category, the current category stays on screen, because only the server knows the category of the catalogue.
 * @param now milliseconds
 * @param visitedAt milliseconds; when the place was visited, if its status becomes 방문 완료; null if the day is unknown
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
  visitedAt?: number | null | undefined;
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

/** Returns a manual place after a change of its facts. */
export const withPlace = ({
  restaurant,
  place: { name, address, coordinates, phoneNumber },
}: {
  restaurant: MyRestaurant;
  place: ManualPlace;
}): MyRestaurant => ({ ...restaurant, name, address, coordinates, phoneNumber: phoneNumber || null });

/**
 * Returns the time of the visit after a change. The time is removed if the visit is undone. All other changes keep it.
 */
function visitedAfter({
  restaurant: { status, visitedAt },
  changes,
  newVisit,
}: {
  restaurant: MyRestaurant;
  changes: RestaurantChanges;
  newVisit: number | null;
}): number | null {
  if ((changes.status ?? status) === TO_VISIT) return null;
  return status === VISITED ? visitedAt : newVisit;
}

/**
 * Replaces the restaurant in the list. The time at which a new restaurant was added decides its position. The newest
 * restaurant comes first.
 */
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
