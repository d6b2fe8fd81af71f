import {
  queryOptions,
  type QueryClient,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import { m } from '#messages';
import type * as contract from '#features/restaurants/restaurants.contract.ts';
import type {
  MyList,
  MyRestaurant,
  NewRestaurant,
  RestaurantDetail,
  Written,
} from '#features/restaurants/restaurants.contract.ts';
import type { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { type KeptTexts, outboxed, writeThroughOutbox } from '#web/outbox/page-outbox.ts';
import { pauseRead } from '#web/requests/reads.ts';
import type { UnansweredKeys } from '#web/requests/submissions.ts';
import { showToast, type ToastAction } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';
import type { SeenPlace } from './added-restaurant.rules.ts';
import { withChanges, withoutRestaurant, withPlace, withRestaurant } from './list-document.rules.ts';
import type { AddPayload, ChangePayload, PlacePayload } from './outbox-payloads.ts';

const getRestaurant: Call<typeof contract.getRestaurant> = {
  method: 'GET',
  url: '/api/restaurants/:restaurantId',
};
const listMyRestaurants: Call<typeof contract.listMyRestaurants> = {
  method: 'GET',
  url: '/api/my-restaurants',
};

const LIST_KEY = ['my-restaurants'] as const;
const detailKey = (restaurantId: string) => ['restaurants', restaurantId] as const;

/**
 * My list as one document. If the request is repeated, the HTTP cache of the browser adds the ETag of the list. If the
 * list is unchanged, the server answers with 304. Nothing is then computed again, because the version is the same.
 */
export const myListQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal, client }) => {
    const now = await call(listMyRestaurants, { signal });
    return keepUnchangedEntries(client.getQueryData<MyList>(LIST_KEY), now);
  },
  structuralSharing: false,
  refetchOnWindowFocus: 'always',
});

/** One place of the catalogue, with my record of the place. */
export const restaurantQuery = (restaurantId: string) =>
  queryOptions({
    queryKey: detailKey(restaurantId),
    queryFn: ({ signal }) => call(getRestaurant, { params: { restaurantId }, signal }),
    refetchOnWindowFocus: 'always',
  });

/**
 * Returns the new list, in which unchanged places are the same objects as before, even if their position has changed.
 * Therefore reading the list again after one write renders one ticket, not ten thousand.
 */
function keepUnchangedEntries(before: MyList | undefined, now: MyList): MyList {
  if (!before) return now;
  if (before.version === now.version) return before;
  const known = new Map(before.restaurants.map((restaurant) => [restaurant.id, restaurant]));
  return {
    ...now,
    restaurants: now.restaurants.map((restaurant) => replaceEqualDeep(known.get(restaurant.id), restaurant)),
  };
}

/**
 * Options for writes that do not go through the outbox. The writes are sent one after another. A write is retried if
 * the connection was lost.
 */
export const write = {
  scope: { id: 'my-restaurants' },
  retry: retryLostConnection,
} as const;

/**
 * Shows an action on a place of my list immediately and sends it. If the server rejects the action, the previous state
 * is shown again.
 */
export async function act<Payload extends { before: MyRestaurant | null; restaurantId: string }>(
  queryClient: QueryClient,
  {
    name,
    payload,
    showNow,
    texts,
  }: { name: string; payload: Payload; showNow: () => void; texts: KeptTexts },
): Promise<Written | null> {
  const { restaurantId, before } = payload;
  const readList = await pauseRead(queryClient, LIST_KEY);
  const readDetail = await pauseRead(queryClient, detailKey(restaurantId));
  showNow();
  try {
    const action = { kind: `restaurants.${name}`, object: restaurantId, payload };
    return await writeThroughOutbox<Written>(action, texts);
  } catch (error) {
    if (before) show(queryClient, before);
    throw error;
  } finally {
    readList();
    readDetail();
  }
}

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
      const userId = queryClient.getQueryData<{ uid: string } | null>(['me'])?.uid ?? '';
      const { restaurantToAdd } = await import('./added-restaurant.rules.ts');
      const shown = restaurantToAdd({
        ...{ body, id, userId, now: Date.now() },
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

export type Change = Omit<ChangePayload, 'before'>;

/** Shows the change immediately and sends it. If the server rejects the change, restores the previous state. */
export function changeRestaurant(
  queryClient: QueryClient,
  change: Change,
  texts: KeptTexts,
): Promise<Written | null> {
  const before = cachedRestaurant(queryClient, change.restaurantId) ?? null;
  const payload: ChangePayload = { ...change, before };
  return act(queryClient, {
    ...{ name: 'change', payload, texts },
    showNow: () =>
      before && show(queryClient, withChanges({ restaurant: before, ...change, now: Date.now() })),
  });
}

/**
 * Shows the change immediately. If the server rejects the change, restores the previous state and shows the error.
 * @param onSettled runs even after the calling screen is gone
 * @param isMarked whether the screen marks a change that is sent later
 */
export function useChangeRestaurant({
  onSettled,
  isMarked,
}: { onSettled?: () => void; isMarked?: boolean } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    meta: { signInSentence: m.account_needed_to_edit_restaurant },
    mutationFn: (change: Change) =>
      changeRestaurant(queryClient, change, { failed: m.restaurants_update_failed, isMarked }),
    onError: (error, { restaurantId }) => {
      showToast(m.restaurants_update_failed({ message: messageOf(error) }), { kind: 'alert' });
      return refetchList(queryClient, restaurantId);
    },
    onSuccess: (written) => applyResponse(queryClient, written),
    ...(onSettled && { onSettled }),
  });
}

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
        ...{ name: 'place', payload, texts: { failed: m.restaurants_update_failed } },
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
        ...{ name: 'remove', payload: { restaurantId, before } },
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

export const cachedRestaurant = (queryClient: QueryClient, restaurantId: string): MyRestaurant | undefined =>
  queryClient.getQueryData(myListQuery.queryKey)?.restaurants.find(({ id }) => id === restaurantId) ??
  queryClient.getQueryData(restaurantQuery(restaurantId).queryKey)?.mine ??
  undefined;

const seenInDetail = (queryClient: QueryClient, { place }: NewRestaurant): SeenPlace | undefined =>
  place.from === 'maps'
    ? queryClient.getQueryData(restaurantQuery(place.placeId).queryKey)?.place
    : undefined;

export function show(queryClient: QueryClient, restaurant: MyRestaurant) {
  queryClient.setQueryData(myListQuery.queryKey, (list) => list && withRestaurant(list, restaurant));
  setMyList(queryClient, restaurant.id, restaurant);
}

export function hide(queryClient: QueryClient, restaurantId: string) {
  queryClient.setQueryData(myListQuery.queryKey, (list) => list && withoutRestaurant(list, restaurantId));
  setMyList(queryClient, restaurantId, null);
}

function setMyList(queryClient: QueryClient, restaurantId: string, mine: RestaurantDetail['mine']) {
  queryClient.setQueryData(restaurantQuery(restaurantId).queryKey, (detail) => detail && { ...detail, mine });
}

/**
 * Updates a place with the response of a write. The list keeps its version and is marked as stale, because other
 * devices may have written before this response. The next visit of the list fetches their changes.
 * @param written null if the action is not sent yet
 */
export function applyResponse(queryClient: QueryClient, written: Pick<Written, 'restaurant'> | null) {
  if (!written?.restaurant) return undefined;
  show(queryClient, written.restaurant);
  return markStale(queryClient, written.restaurant.id);
}

/** Updates several places with the response of a write, as `applyResponse` does for one place. */
export function applyResponses(queryClient: QueryClient, restaurants: readonly MyRestaurant[]) {
  for (const restaurant of restaurants) show(queryClient, restaurant);
  return queryClient.invalidateQueries({ queryKey: LIST_KEY, refetchType: 'none' });
}

/** Reads my list again. Call this after a job of the server has changed many places. */
export const refetchMyList = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: LIST_KEY });

async function markStale(queryClient: QueryClient, restaurantId: string) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST_KEY, refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: detailKey(restaurantId), refetchType: 'none' }),
  ]);
}

export async function refetchList(queryClient: QueryClient, restaurantId: string) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST_KEY }),
    queryClient.invalidateQueries({ queryKey: detailKey(restaurantId) }),
  ]);
}

/**
 * The key of the mutation that converts a place of a shared list. The mutation runs while the page waits for the
 * answer.
 */
export const conversionKey = (restaurantId: string) => ['conversion', restaurantId];
