import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import { m } from '#messages';
import type * as contract from '#features/restaurants/restaurants.contract.ts';
import type { MyRestaurant, RestaurantDetail, Written } from '#features/restaurants/restaurants.contract.ts';
import { call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { type KeptTexts, outboxed, writeThroughOutbox } from '#web/outbox/page-outbox.ts';
import { pauseRead } from '#web/requests/reads.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { LIST_KEY, myListQuery } from './my-list.query.ts';
import { withChanges, withoutRestaurant, withRestaurant } from './list-document.rules.ts';
import type { ChangePayload } from './outbox-payloads.ts';

const getRestaurant: Call<typeof contract.getRestaurant> = {
  method: 'GET',
  url: '/api/restaurants/:restaurantId',
};

export const detailKey = (restaurantId: string) => ['restaurants', restaurantId] as const;

/** One place of the catalogue, with my record of the place. */
export const restaurantQuery = (restaurantId: string) =>
  queryOptions({
    queryKey: detailKey(restaurantId),
    queryFn: ({ signal }) => call(getRestaurant, { params: { restaurantId }, signal }),
    refetchOnWindowFocus: 'always',
  });

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
    name: 'change',
    payload,
    texts,
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

export const cachedRestaurant = (queryClient: QueryClient, restaurantId: string): MyRestaurant | undefined =>
  queryClient.getQueryData(myListQuery.queryKey)?.restaurants.find(({ id }) => id === restaurantId) ??
  queryClient.getQueryData(restaurantQuery(restaurantId).queryKey)?.mine ??
  undefined;

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

/** Reads my list again. Call this after a job of the server has changed many places. */
export const refetchMyList = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: LIST_KEY });

export async function markStale(queryClient: QueryClient, restaurantId: string) {
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
