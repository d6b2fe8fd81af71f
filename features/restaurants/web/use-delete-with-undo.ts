import { m } from '#messages';
import { showToast } from '#web/ui/Toast.tsx';
import { useDeleteRestaurant, useRestoreRestaurant } from './restaurants.writes.ts';

/**
 * Deletes a place from the list and offers to restore the place. The deletion and the undo continue after the calling
 * screen is gone.
 */
export function useDeleteWithUndo() {
  const restore = useRestoreRestaurant();
  const remove = useDeleteRestaurant({
    undo: restore.mutate,
    onDeleted: (action) => showToast(m.restaurants_deleted(), { action }),
  });
  return (restaurantId: string) => remove.mutate({ restaurantId });
}
