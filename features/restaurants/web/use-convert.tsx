import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { outboxed } from '#web/outbox/page-outbox.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { act, applyResponse, cachedRestaurant, conversionKey, show } from './restaurants.queries.ts';
import { useLimitDialog } from './use-limit-dialog.tsx';

/**
 * Converts a restaurant from a shared list into my own, and offers to undo the conversion. If the limit is reached, the
 * upgrade dialog is opened. Render `limitDialog` on the page.
 */
export function useConvert(restaurantId: string): {
  convert: () => void;
  isPending: boolean;
  limitDialog: ReactNode;
} {
  const queryClient = useQueryClient();
  const { limitDialog, showLimit } = useLimitDialog();
  const undo = useMutation({
    ...outboxed,
    mutationFn: ({ before }: { before: MyRestaurant | null }) =>
      act(queryClient, {
        name: 'unconvert',
        payload: { restaurantId, before },
        texts: { failed: m.restaurants_update_failed },
        showNow: () => before && show(queryClient, before),
      }),
    onError: (problem) =>
      showToast(m.restaurants_update_failed({ message: messageOf(problem) }), { kind: 'alert' }),
    onSuccess: (written) => {
      if (written) showToast(m.restaurants_conversion_undone());
      return applyResponse(queryClient, written);
    },
  });
  const { mutate, isPending } = useMutation({
    ...outboxed,
    mutationKey: conversionKey(restaurantId),
    mutationFn: async () => {
      const before = cachedRestaurant(queryClient, restaurantId) ?? null;
      const action = { label: m.restaurants_undo(), onPress: () => undo.mutate({ before }) };
      const written = await act(queryClient, {
        name: 'convert',
        payload: { restaurantId, before },
        texts: { failed: m.restaurants_convert_failed, undo: action },
        // No change is shown before the response. A change would remove the notice from the page. The upgrade dialog is
        // part of the notice and would be removed too.
        showNow: () => {},
      });
      if (written === null && before) show(queryClient, { ...before, sharedListId: null });
      if (written) showToast(m.restaurants_converted(), { action });
      return written;
    },
    onError: (problem) => {
      if (showLimit(problem)) return;
      showToast(m.restaurants_convert_failed({ message: messageOf(problem) }), { kind: 'alert' });
    },
    onSuccess: (written) => applyResponse(queryClient, written),
  });
  return { convert: () => mutate(), isPending, limitDialog };
}
