import { useEffect, useEffectEvent, useRef } from 'react';
import { m } from '#messages';
import { useOnline } from '#web/online.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { restaurantErrorMessage } from '../restaurant-messages.ts';
import { useAddRestaurant } from '../restaurants.writes.ts';
import type { useLimitDialog } from '../use-limit-dialog.tsx';
import type { PlaceToSave } from './remembered-source.ts';

const UNDO_MS = 5_000;

/**
 * A chosen place that is not saved yet: it is being saved, waits for a connection, or was rejected. A rejected place
 * shows the reason and can be sent again.
 */
export function WaitingPlace({
  place: {
    placeId,
    name,
    sessionToken,
    source: { kind, memo },
  },
  showLimit,
  onSaved,
  onDrop,
  onUndo,
}: {
  place: PlaceToSave;
  showLimit: ReturnType<typeof useLimitDialog>['showLimit'];
  onSaved: (saved: { restaurantId: string; name: string }) => void;
  onDrop: () => void;
  onUndo: (restaurantId: string) => void;
}) {
  const isOnline = useOnline();
  const hasStarted = useRef(false);
  const add = useAddRestaurant({
    onAdded: (restaurant, { isSent }) => {
      const restaurantId = restaurant?.id ?? placeId;
      onSaved({ restaurantId, name: restaurant?.name ?? name });
      if (!isSent) return;
      showToast(m.from_source_saved({ name }), {
        milliseconds: UNDO_MS,
        action: { label: m.restaurants_undo(), onPress: () => onUndo(restaurantId) },
      });
    },
    onRejected: (problem) => {
      // An earlier request has added the place, but its response was lost.
      if (problem.code === 'restaurants.already_added') onSaved({ restaurantId: placeId, name });
      else showLimit(problem);
    },
  });
  const { mutate } = add;
  const send = () =>
    mutate({
      place: { from: 'maps', placeId, ...(sessionToken && { sessionToken }) },
      sourceKind: kind,
      sourceMemo: memo,
      seen: { name, address: '', categoryId: null, coordinates: null },
    });
  const sendOnMount = useEffectEvent(send);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    sendOnMount();
  }, []);

  const waitingText = isOnline ? m.from_source_saving() : m.from_source_when_online();
  return (
    <li className="grid gap-1 py-2">
      <div className="flex items-center gap-3">
        <b className="min-w-0 flex-1 truncate pl-8">{name}</b>
        {add.error && (
          <Button look="soft" size="small" aria-label={m.from_source_retry_label({ name })} onClick={send}>
            {m.from_source_retry()}
          </Button>
        )}
        {(add.error || !isOnline) && (
          <Button look="bare" size="small" aria-label={m.from_source_drop_label({ name })} onClick={onDrop}>
            {m.from_source_drop()}
          </Button>
        )}
      </div>
      <p role={add.error ? 'alert' : undefined} className="type-caption pl-8 text-ink-2">
        {add.error ? restaurantErrorMessage(add.error) : waitingText}
      </p>
    </li>
  );
}
