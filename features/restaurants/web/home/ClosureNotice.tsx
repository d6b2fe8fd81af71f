import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { keepClosedRestaurant, type MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { closureText } from '../closure-text.ts';
import { applyResponse, write } from '../restaurants.queries.ts';
import { useDeleteWithUndo } from '../use-delete-with-undo.ts';

/** Says that a saved place has closed. The member removes the place or keeps it, and is not asked again. */
export default function ClosureNotice({ restaurant }: { restaurant: MyRestaurant }) {
  const queryClient = useQueryClient();
  const remove = useDeleteWithUndo();
  const keep = useMutation({
    ...write,
    mutationFn: () => call(keepClosedRestaurant, { params: { restaurantId: restaurant.id } }),
    onSuccess: (written) => applyResponse(queryClient, written),
    onError: (error) =>
      showToast(m.restaurants_update_failed({ message: messageOf(error) }), { kind: 'alert' }),
  });
  return (
    <section
      aria-label={m.restaurants_closed_notice_label()}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-inner bg-danger-tint px-3.5 py-3"
    >
      <p className="type-sub">
        <Link
          to={paths.restaurant}
          params={{ restaurantId: restaurant.id }}
          className="font-bold underline underline-offset-3"
        >
          {restaurant.name}
        </Link>
        <span className="block font-semibold text-danger">{closureText(restaurant)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" onClick={() => remove(restaurant.id)}>
          {m.restaurants_closed_remove()}
        </Button>
        <Button look="secondary" size="small" isBusy={keep.isPending} onClick={() => keep.mutate()}>
          {m.restaurants_closed_keep()}
        </Button>
      </div>
    </section>
  );
}
