import { useCallback } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { MyRestaurant, RestaurantStatus } from '#features/restaurants/restaurants.contract.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useChangeRestaurant } from './restaurants.queries.ts';
import { recordVisitAction } from './visit-to-record.ts';

/** Changes the visit status immediately and offers to undo the change. */
export function useStatusChange() {
  const { mutate } = useChangeRestaurant({ isMarked: true });
  return useCallback(
    ({ restaurant, status }: { restaurant: MyRestaurant; status: RestaurantStatus }) => {
      if (restaurant.status === status) return;
      const { id: restaurantId, status: before, visitedAt } = restaurant;
      mutate({ restaurantId, changes: { status } });
      showToast(status === VISITED ? m.restaurants_stamped() : m.restaurants_unstamped(), {
        ...(status === VISITED && { firstAction: recordVisitAction(restaurantId) }),
        action: {
          label: m.restaurants_undo(),
          onPress: () =>
            mutate({
              restaurantId,
              changes: { status: before },
              ...(before === VISITED && { visitedAt }),
            }),
        },
      });
    },
    [mutate],
  );
}
