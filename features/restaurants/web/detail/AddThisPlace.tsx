import { useState } from 'react';
import { v7 } from 'uuid';
import { m } from '#messages';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { restaurantSentence } from '../restaurant-sentences.ts';
import { useAddRestaurant } from '../restaurants.queries.ts';
import { useLimitDialog } from '../use-limit-dialog.tsx';

/** A place that is not in my list: says so, and takes it in as 방문 예정. */
export function AddThisPlace({ place }: { place: RestaurantDetail['place'] }) {
  // One intent, however often the button is pressed: a repeat after a lost answer adds nothing.
  const [idempotencyKey] = useState(() => v7());
  const { mutate, isPending } = useAddRestaurant();
  const { limitDialog, showLimit } = useLimitDialog();
  const add = () =>
    mutate(
      { restaurant: { place: { from: 'maps', placeId: place.placeId } }, idempotencyKey },
      {
        onSuccess: () => showToast(m.restaurants_added({ name: place.name })),
        onError: (problem) => {
          if (showLimit(problem)) return;
          showToast(m.restaurants_add_failed({ message: restaurantSentence(problem) }), { kind: 'alert' });
        },
      },
    );
  return (
    <div className="grid gap-3 rounded-card bg-surface p-5 shadow-1">
      <p className="type-sub text-ink-2">{m.restaurants_not_mine()}</p>
      <Button isBusy={isPending} onClick={add}>
        {m.restaurants_add_this()}
      </Button>
      {limitDialog}
    </div>
  );
}
