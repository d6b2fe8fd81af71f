import {
  queryOptions,
  type QueryClient,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '#messages';
import {
  addRestaurant,
  deleteRestaurant,
  getRestaurant,
  listMyRestaurants,
  type MyList,
  type MyRestaurant,
  type NewRestaurant,
  type RestaurantChanges,
  type RestaurantDetail,
  restoreRestaurant,
  updateManualPlace,
  updateRestaurant,
  type Written,
} from '#features/restaurants/restaurants.contract.ts';
import { type ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import type { UnansweredKeys } from '#web/submissions.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/use-submission.ts';
import { withChanges, withoutRestaurant, withRestaurant } from './list-document.rules.ts';

const LIST_KEY = ['my-restaurants'] as const;
const detailKey = (restaurantId: string) => ['restaurants', restaurantId] as const;

/**
 * My list as one document. A repeated request carries the list's ETag (added by the browser's HTTP cache), so an
 * unchanged list is answered with 304; as its version is the same, nothing is recomputed.
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

/** One place of the catalogue, and my record of it. */
export const restaurantQuery = (restaurantId: string) =>
  queryOptions({
    queryKey: detailKey(restaurantId),
    queryFn: ({ signal }) => call(getRestaurant, { params: { restaurantId }, signal }),
    refetchOnWindowFocus: 'always',
  });

/**
 * Unchanged places keep their identity wherever the new list puts them, so that reading the list after one write
 * renders one ticket again, not ten thousand.
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
 * Writes are sent one after another, so that of two quick taps on one stub the second wins. All can be repeated safely
 * (additions by their idempotency key), so they are retried after a lost connection. Each marks the list and the place
 * as stale without refetching: the response contains the place, and the next visit of the list fetches the changes of
 * other devices.
 */
export const write = {
  scope: { id: 'my-restaurants' },
  retry: retryLostConnection,
} as const;

/** Both callbacks run even if the calling screen has been left. */
export function useAddRestaurant({
  unanswered,
  onAdded,
  onRejected,
}: {
  unanswered?: UnansweredKeys;
  onAdded?: (added: MyRestaurant | null) => void;
  onRejected: (problem: ApiProblem) => void;
}) {
  const queryClient = useQueryClient();
  return useSubmission({
    ...write,
    ...(unanswered && { unanswered }),
    meta: { signInSentence: m.account_needed_to_add_restaurant },
    send: (body: NewRestaurant, idempotencyKey) => call(addRestaurant, { body, idempotencyKey }),
    onError: onRejected,
    onSuccess: (written) => {
      onAdded?.(written.restaurant);
      return applyResponse(queryClient, written);
    },
  });
}

/**
 * Shows the change immediately; if it is rejected, restores the previous state and shows the error.
 * @param onSettled runs even after the calling screen is gone
 */
export function useChangeRestaurant({ onSettled }: { onSettled?: () => void } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    meta: { signInSentence: m.account_needed_to_edit_restaurant },
    mutationFn: ({ restaurantId, changes }: { restaurantId: string; changes: RestaurantChanges }) =>
      call(updateRestaurant, { params: { restaurantId }, body: changes }),
    onMutate: async ({ restaurantId, changes }) => {
      await stopReading(queryClient, restaurantId);
      const before = cachedRestaurant(queryClient, restaurantId);
      if (before) show(queryClient, withChanges({ restaurant: before, changes, now: Date.now() }));
      return { before };
    },
    onError: (error, { restaurantId }, context) => {
      if (context?.before) show(queryClient, context.before);
      showToast(m.restaurants_update_failed({ message: messageOf(error) }), { kind: 'alert' });
      return refetchList(queryClient, restaurantId);
    },
    onSuccess: (written) => applyResponse(queryClient, written),
    ...(onSettled && { onSettled }),
  });
}

/** Changes the facts of a manual place; shows the error if rejected. */
export function useUpdateManualPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    meta: { signInSentence: m.account_needed_to_edit_restaurant },
    mutationFn: ({ restaurantId, place }: { restaurantId: string; place: ManualPlace }) =>
      call(updateManualPlace, { params: { restaurantId }, body: place }),
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

/** Removes the place from the list immediately; if rejected, puts it back and shows the error. */
export function useDeleteRestaurant({ onDeleted }: { onDeleted?: (restaurantId: string) => void } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    meta: { signInSentence: m.account_needed_to_delete_restaurant },
    mutationFn: ({ restaurantId }: { restaurantId: string }) =>
      call(deleteRestaurant, { params: { restaurantId } }),
    onMutate: async ({ restaurantId }) => {
      await stopReading(queryClient, restaurantId);
      const before = cachedRestaurant(queryClient, restaurantId);
      hide(queryClient, restaurantId);
      return { before };
    },
    onError: (error, { restaurantId }, context) => {
      if (context?.before) show(queryClient, context.before);
      showToast(m.restaurants_delete_failed({ message: messageOf(error) }), { kind: 'alert' });
      return refetchList(queryClient, restaurantId);
    },
    onSuccess: (_written, { restaurantId }) => {
      onDeleted?.(restaurantId);
      return markStale(queryClient, restaurantId);
    },
  });
}

/** Undoes a deletion of the last day and confirms it, or shows the error. */
export function useRestoreRestaurant() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ restaurantId }: { restaurantId: string }) =>
      call(restoreRestaurant, { params: { restaurantId } }),
    onError: (error) =>
      showToast(m.restaurants_restore_failed({ message: messageOf(error) }), { kind: 'alert' }),
    onSuccess: (written) => {
      showToast(m.restaurants_restored());
      return applyResponse(queryClient, written);
    },
  });
}

/** A pending read would overwrite the change. */
async function stopReading(queryClient: QueryClient, restaurantId: string) {
  await Promise.all([
    queryClient.cancelQueries({ queryKey: LIST_KEY }),
    // Cancels only this query, because other queries below this key, such as reviews, may continue.
    queryClient.cancelQueries({ queryKey: detailKey(restaurantId), exact: true }),
  ]);
}

const cachedRestaurant = (queryClient: QueryClient, restaurantId: string): MyRestaurant | undefined =>
  queryClient.getQueryData(myListQuery.queryKey)?.restaurants.find(({ id }) => id === restaurantId) ??
  queryClient.getQueryData(restaurantQuery(restaurantId).queryKey)?.mine ??
  undefined;

function show(queryClient: QueryClient, restaurant: MyRestaurant) {
  queryClient.setQueryData(myListQuery.queryKey, (list) => list && withRestaurant(list, restaurant));
  setMyList(queryClient, restaurant.id, restaurant);
}

function hide(queryClient: QueryClient, restaurantId: string) {
  queryClient.setQueryData(myListQuery.queryKey, (list) => list && withoutRestaurant(list, restaurantId));
  setMyList(queryClient, restaurantId, null);
}

function setMyList(queryClient: QueryClient, restaurantId: string, mine: RestaurantDetail['mine']) {
  queryClient.setQueryData(restaurantQuery(restaurantId).queryKey, (detail) => detail && { ...detail, mine });
}

/**
 * Updates a place from the response of a write. The list keeps its version: other devices may have written before this
 * response, and only a full read contains their changes.
 */
export function applyResponse(queryClient: QueryClient, { restaurant }: Written) {
  if (!restaurant) return undefined;
  show(queryClient, restaurant);
  return markStale(queryClient, restaurant.id);
}

/** Like `applyResponse`, for several places. */
export function applyResponses(queryClient: QueryClient, restaurants: readonly MyRestaurant[]) {
  for (const restaurant of restaurants) show(queryClient, restaurant);
  return queryClient.invalidateQueries({ queryKey: LIST_KEY, refetchType: 'none' });
}

/** After changes of many places by a job of the server. */
export const refetchMyList = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: LIST_KEY });

async function markStale(queryClient: QueryClient, restaurantId: string) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST_KEY, refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: detailKey(restaurantId), refetchType: 'none' }),
  ]);
}

async function refetchList(queryClient: QueryClient, restaurantId: string) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST_KEY }),
    queryClient.invalidateQueries({ queryKey: detailKey(restaurantId) }),
  ]);
}
