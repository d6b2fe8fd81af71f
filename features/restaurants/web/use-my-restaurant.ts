import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UNKNOWN_DETAILS } from '#features/places/place-details.rules.ts';
import type { MyList, MyRestaurant, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { myListQuery } from './my-list.query.ts';
import { restaurantQuery } from './restaurants.queries.ts';

/**
 * Returns one place and my record of it. The data from the list is shown immediately. `isPartial` is true while all
 * other data is loading or cannot be loaded. If the list is in memory, my record always comes from the list. Therefore
 * the page and the list never show different data.
 */
export function useMyRestaurant(restaurantId: string) {
  const client = useQueryClient();
  const entryIn = (list: MyList | undefined) =>
    list?.restaurants.find(({ id }) => id === restaurantId) ?? null;
  const detail = useQuery({
    ...restaurantQuery(restaurantId),
    placeholderData: () => {
      const entry = entryIn(client.getQueryData(myListQuery.queryKey));
      return entry ? detailFromList(entry) : undefined;
    },
  });
  // If the place cannot be loaded, the list is read instead, because the device may have stored the list.
  const inList = useQuery({ ...myListQuery, enabled: detail.isError, select: entryIn });
  const shown = detail.data ?? (inList.data ? detailFromList(inList.data) : undefined);
  return {
    detail,
    place: shown?.place,
    mine: inList.data ?? shown?.mine ?? null,
    provided: shown?.provided ?? null,
    isPartial: detail.data === undefined,
  };
}

/** Returns a detail that contains only the facts of the list entry. */
const detailFromList = (restaurant: MyRestaurant): RestaurantDetail => ({
  place: {
    ...UNKNOWN_DETAILS,
    provider: restaurant.isManual ? 'own' : 'local',
    fetchedAt: null,
    placeId: restaurant.id,
    name: restaurant.name,
    address: restaurant.address,
    coordinates: restaurant.coordinates,
    categoryId: restaurant.categoryId,
    phoneNumber: restaurant.phoneNumber,
    businessStatus: restaurant.businessStatus,
    isExample: restaurant.isExample,
  },
  mine: restaurant,
  provided: null,
});
