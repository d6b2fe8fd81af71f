import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';
import { useDeleteRestaurant, useRestoreRestaurant } from './restaurants.queries.ts';

/** Takes a place off the list and offers to bring it back. Both go on after the screen that asked for them is gone. */
export function useDeleteWithUndo() {
  const restore = useRestoreRestaurant();
  const remove = useDeleteRestaurant({
    onDeleted: (restaurantId) =>
      showToast(m.restaurants_deleted(), {
        action: { label: m.restaurants_undo(), onPress: () => restore.mutate({ restaurantId }) },
      }),
  });
  return (restaurantId: string) => remove.mutate({ restaurantId });
}
