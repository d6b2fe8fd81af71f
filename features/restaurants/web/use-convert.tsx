import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { convertRestaurant, undoConversion } from '#features/restaurants/restaurants.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { applyResponse, write } from './restaurants.queries.ts';
import { useLimitDialog } from './use-limit-dialog.tsx';

/**
 * Converts a restaurant from a shared list into my own, and offers to undo it; at the limit it opens the upgrade
 * dialog. Render `limitDialog` on the page.
 */
export function useConvert(restaurantId: string): {
  convert: () => void;
  isPending: boolean;
  limitDialog: ReactNode;
} {
  const queryClient = useQueryClient();
  const { limitDialog, showLimit } = useLimitDialog();
  const undo = useMutation({
    ...write,
    mutationFn: () => call(undoConversion, { params: { restaurantId } }),
    onError: (problem) =>
      showToast(m.restaurants_update_failed({ message: messageOf(problem) }), { kind: 'alert' }),
    onSuccess: (written) => {
      showToast(m.restaurants_conversion_undone());
      return applyResponse(queryClient, written);
    },
  });
  const { mutate, isPending } = useMutation({
    ...write,
    mutationFn: () => call(convertRestaurant, { params: { restaurantId } }),
    onError: (problem) => {
      if (showLimit(problem)) return;
      showToast(m.restaurants_convert_failed({ message: messageOf(problem) }), { kind: 'alert' });
    },
    onSuccess: (written) => {
      showToast(m.restaurants_converted(), {
        action: { label: m.restaurants_undo(), onPress: () => undo.mutate() },
      });
      return applyResponse(queryClient, written);
    },
  });
  return { convert: () => mutate(), isPending, limitDialog };
}
