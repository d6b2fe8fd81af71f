import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import type { MyRestaurant, NewRestaurant, Written } from '#features/restaurants/restaurants.contract.ts';
import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { outboxed, writeThroughOutbox } from '#web/outbox/page-outbox.ts';
import type { UnansweredKeys } from '#web/requests/submissions.ts';
import { useSubmission } from '#web/requests/use-submission.ts';
import { showToast, type ToastAction } from '#web/ui/Toast.tsx';
import { ME_KEY } from '#web/documents/kept-queries.ts';
import type { SeenPlace } from './added-restaurant.rules.ts';
import { withPlace } from './list-document.rules.ts';
import type { AddPayload, PlacePayload } from './outbox-payloads.ts';
import { myListQuery } from './my-list.query.ts';
import {
  act,
  applyResponse,
  cachedRestaurant,
  detailKey,
  hide,
  markStale,
  refetchList,
  restaurantQuery,
  show,
} from './restaurants.queries.ts';

/* The writes of my list that the list itself does not need. Its screen therefore loads without them. */

/**
 * `seen` contains the facts about the place that the form knows. The list shows these facts until the server has
 * answered.
 */
export type Addition = NewRestaurant & { seen?: SeenPlace };

/**
 * Adds a place to my list. Both callbacks run even after the member has left the calling screen. If the place is sent
 * later, `onAdded` gets the place as the list shows it until then, and the member has already read a message.
 */
export function useAddRestaurant({
  unanswered,
  onAdded,
  onRejected,
}: {
  unanswered?: UnansweredKeys;
  onAdded?: (added: MyRestaurant | null, sent: { isSent: boolean }) => void;
  onRejected: (problem: ApiProblem) => void;
}) {
  const queryClient = useQueryClient();
  return useSubmission({
    ...outboxed,
    ...(unanswered && { unanswered }),
    meta: { signInSentence: m.account_needed_to_add_restaurant },
    send: async ({ seen, ...body }: Addition, id) => {
      const userId = queryClient.getQueryData<{ uid: string } | null>(ME_KEY)?.uid ?? '';
      const { restaurantToAdd } = await import('./added-restaurant.rules.ts');
      const shown = restaurantToAdd({
        body,
        id,
        userId,
        now: Date.now(),
        seen: seen ?? seenInDetail(queryClient, body),
      });
      const payload: AddPayload = { body, shown };
      const action = { kind: 'restaurants.add', object: shown.id, payload, id, creates: true };
      const texts = { failed: m.restaurants_add_failed };
      const written = await writeThroughOutbox<Written>(action, texts).catch((error: ApiProblem) => {
        // Removes the place from the list. While the place was waiting, the answer to another write may have put it
        // into the list again.
        if (error.code !== 'restaurants.already_added') hide(queryClient, shown.id);
        throw error;
      });
      if (written === null) show(queryClient, shown);
      return { written, restaurant: written ? written.restaurant : shown };
    },
    onError: onRejected,
    onSuccess: ({ written, restaurant }) => {
      onAdded?.(restaurant, { isSent: written !== null });
      return applyResponse(queryClient, written);
    },
  });
}

const seenInDetail = (queryClient: QueryClient, { place }: NewRestaurant): SeenPlace | undefined =>
  place.from === 'maps'
    ? queryClient.getQueryData(restaurantQuery(place.placeId).queryKey)?.place
    : undefined;

/** Changes the facts of a manual place. Shows the error if the server rejects the change. */
export function useUpdateManualPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    meta: { signInSentence: m.account_needed_to_edit_restaurant },
    mutationFn: ({ restaurantId, place }: { restaurantId: string; place: ManualPlace }) => {
      const before = cachedRestaurant(queryClient, restaurantId) ?? null;
      const payload: PlacePayload = { restaurantId, before, place };
      return act(queryClient, {
        name: 'place',
        payload,
        texts: { failed: m.restaurants_update_failed },
        showNow: () => before && show(queryClient, withPlace({ restaurant: before, place })),
      });
    },
    onError: (error) =>
      showToast(m.restaurants_update_failed({ message: messageOf(error) }), { kind: 'alert' }),
    onSuccess: (written, { restaurantId }) => {
      return Promise.all([
        applyResponse(queryClient, written),
        queryClient.invalidateQueries({ queryKey: detailKey(restaurantId) }),
      ]);
    },
  });
}

/**
 * Removes the place from the list immediately. If the server rejects the deletion, puts the place back and shows the
 * error.
 * @param onDeleted called after the server has deleted the place
 * @param undo restores the place. It gets the place as it was before the deletion
 */
export function useDeleteRestaurant({
  onDeleted,
  undo,
}: {
  onDeleted?: (undo: ToastAction | undefined) => void;
  undo?: (deleted: { restaurantId: string; before: MyRestaurant | null }) => void;
} = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    meta: { signInSentence: m.account_needed_to_delete_restaurant },
    mutationFn: async ({ restaurantId }: { restaurantId: string }) => {
      const before = cachedRestaurant(queryClient, restaurantId) ?? null;
      const action = undo && {
        label: m.restaurants_undo(),
        onPress: () => undo({ restaurantId, before }),
      };
      const written = await act(queryClient, {
        name: 'remove',
        payload: { restaurantId, before },
        showNow: () => hide(queryClient, restaurantId),
        texts: { failed: m.restaurants_delete_failed, undo: action },
      });
      if (written) onDeleted?.(action);
    },
    onError: (error, { restaurantId }) => {
      showToast(m.restaurants_delete_failed({ message: messageOf(error) }), { kind: 'alert' });
      return refetchList(queryClient, restaurantId);
    },
    onSuccess: (_, { restaurantId }) => markStale(queryClient, restaurantId),
  });
}

/** Undoes a deletion of the last day. Shows a confirmation, or the error. */
export function useRestoreRestaurant() {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    mutationFn: ({ restaurantId, before }: { restaurantId: string; before: MyRestaurant | null }) => {
      const action = { kind: 'restaurants.restore', object: restaurantId, payload: { restaurantId, before } };
      return writeThroughOutbox<Written>(action, { failed: m.restaurants_restore_failed });
    },
    onError: (error) =>
      showToast(m.restaurants_restore_failed({ message: messageOf(error) }), { kind: 'alert' }),
    onSuccess: (written, { before }) => {
      if (written) showToast(m.restaurants_restored());
      else if (before) show(queryClient, before);
      return applyResponse(queryClient, written);
    },
  });
}

/** Updates several places with the response of a write, as `applyResponse` does for one place. */
export function applyResponses(queryClient: QueryClient, restaurants: readonly MyRestaurant[]) {
  for (const restaurant of restaurants) show(queryClient, restaurant);
  return queryClient.invalidateQueries({ queryKey: myListQuery.queryKey, refetchType: 'none' });
}
