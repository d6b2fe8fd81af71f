import { m } from '#messages';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { restaurantErrorMessage } from '../restaurant-messages.ts';
import { useAddRestaurant } from '../restaurants.writes.ts';
import { useLimitDialog } from '../use-limit-dialog.tsx';

/** The button that adds the place to my list as 방문 예정. */
export function AddThisPlace({ place }: { place: RestaurantDetail['place'] }) {
  const { limitDialog, showLimit } = useLimitDialog();
  const { mutate, isPending } = useAddRestaurant({
    onAdded: (_, { isSent }) => isSent && showToast(m.restaurants_added({ name: place.name })),
    onRejected: (problem) => {
      if (showLimit(problem)) return;
      showToast(m.restaurants_add_failed({ message: restaurantErrorMessage(problem) }), { kind: 'alert' });
    },
  });
  const add = () => mutate({ place: { from: 'maps', placeId: place.placeId } });
  return (
    <>
      <Button isBusy={isPending} onClick={add}>
        {m.restaurants_add_this()}
      </Button>
      {limitDialog}
    </>
  );
}
