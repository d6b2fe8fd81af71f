import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  addComment,
  type CollectionPlaceChanges,
  deleteComment,
  type PlaceReaction,
} from '#features/collections/collections.contract.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { type KeptTexts, outboxed, writeThroughOutbox } from '#web/outbox/page-outbox.ts';
import { pauseRead } from '#web/requests/reads.ts';
import { useSubmission } from '#web/requests/use-submission.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { showFailure, write } from './collection-writes.ts';
import { apply, collectionQuery, documentKey, refetch } from './collections.documents.ts';
import type { Answer, Changed, Collected, Reacted, Removed } from './collections.outbox.ts';

/**
 * @param onAdded called after the places were added or stored on the device, even after the calling screen is gone.
 * Places that are sent later have their own message
 */
export function useAddToCollection({
  onAdded,
}: {
  onAdded?: (added: { collectionId: string; restaurantIds: readonly string[]; isSent: boolean }) => void;
} = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    meta: { signInSentence: m.account_needed_for_collections },
    mutationFn: (given: { collectionId: string; restaurantIds: readonly string[] }) =>
      collect(queryClient, given),
    onError: showFailure,
    onSuccess: (isSent, added) => onAdded?.({ ...added, isSent }),
  });
}

/** Adds a new place to collections. Call this after the place itself was sent. */
export async function collectAdded({
  queryClient,
  restaurantId,
  collectionIds,
}: {
  queryClient: QueryClient;
  restaurantId: string;
  collectionIds: readonly string[];
}): Promise<void> {
  for (const collectionId of collectionIds) {
    try {
      await collect(queryClient, { collectionId, restaurantIds: [restaurantId] });
    } catch (problem) {
      showToast(messageOf(problem), { kind: 'alert' });
    }
  }
}

/**
 * Adds places to a collection. Several places come from the list and are already saved, so their action waits only for
 * earlier actions on the collection. A single place may be a new place that is still being saved. Therefore its action
 * waits until the place is saved.
 */
function collect(
  queryClient: QueryClient,
  { collectionId, restaurantIds }: { collectionId: string; restaurantIds: readonly string[] },
) {
  const mine = queryClient.getQueryData(myListQuery.queryKey)?.restaurants ?? [];
  const [first = '', ...others] = restaurantIds;
  const name = mine.find(({ id }) => id === first)?.name ?? '';
  const payload: Collected = {
    collectionId,
    restaurantIds,
    name: others.length === 0 ? name : m.collections_count({ count: numberOf(restaurantIds.length) }),
  };
  return act(queryClient, { name: 'add', object: others.length === 0 ? first : collectionId, payload });
}

/**
 * Shows an action immediately and sends it. If the server refuses the action, the collection is shown without the
 * effect of the action.
 * @returns whether the server has answered; false if the action is sent later
 */
async function act<Payload extends { collectionId: string }>(
  queryClient: QueryClient,
  {
    name,
    object,
    payload,
    ...texts
  }: {
    name: 'add' | 'change' | 'remove' | 'restore' | 'react';
    object: string;
    payload: Payload;
  } & Omit<KeptTexts, 'failed'>,
): Promise<boolean> {
  const { collectionId } = payload;
  const pausing = pauseRead(queryClient, documentKey(collectionId));
  const showNow = async () => {
    await pausing;
    // The action is sent even if this code cannot be loaded.
    const kinds = await import('./collections.outbox.ts').catch(() => null);
    const show = kinds?.[name].show as
      | ((client: QueryClient, action: { createdAt: number; payload: Payload }) => void)
      | undefined;
    show?.(queryClient, { createdAt: Date.now(), payload });
  };
  try {
    // The action is stored before it is shown, because the code that shows the action may still have to be loaded.
    const action = { kind: `collections.${name}`, object, payload };
    const writing = writeThroughOutbox<Answer>(action, { failed: m.collections_write_failed, ...texts });
    const [answer] = await Promise.all([writing, showNow()]);
    if (answer) await apply(queryClient, collectionId, answer.written);
    return answer !== null;
  } catch (problem) {
    void refetch(queryClient, collectionId);
    throw problem;
  } finally {
    const resumeRead = await pausing;
    resumeRead();
  }
}

type PlaceKey = { collectionId: string; restaurantId: string };

const placeOf = (queryClient: QueryClient, { collectionId, restaurantId }: PlaceKey) =>
  queryClient
    .getQueryData(collectionQuery(collectionId).queryKey)
    ?.places.find(({ id }) => id === restaurantId) ?? null;

export function useChangeCollectionPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    mutationFn: ({ changes, ...key }: PlaceKey & { changes: CollectionPlaceChanges }) => {
      const payload: Changed = { ...key, name: placeOf(queryClient, key)?.name ?? '', changes };
      return act(queryClient, { name: 'change', object: key.restaurantId, payload });
    },
    onError: showFailure,
  });
}

export function useRemoveFromCollection() {
  const queryClient = useQueryClient();
  const restore = useMutation({
    ...outboxed,
    mutationFn: (payload: Removed) =>
      act(queryClient, { name: 'restore', object: payload.restaurantId, payload }),
    onError: showFailure,
  });
  return useMutation({
    ...outboxed,
    mutationFn: async (key: PlaceKey) => {
      const before = placeOf(queryClient, key);
      const payload: Removed = { ...key, name: before?.name ?? '', before };
      const undo = { label: m.restaurants_undo(), onPress: () => restore.mutate(payload) };
      const isSent = await act(queryClient, { name: 'remove', object: key.restaurantId, payload, undo });
      if (isSent) showToast(m.collections_removed(), { action: undo });
    },
    onError: showFailure,
  });
}

export function useReactToPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    mutationFn: ({ me, reaction, ...key }: PlaceKey & { me: string; reaction: PlaceReaction }) => {
      const payload: Reacted = { ...key, name: placeOf(queryClient, key)?.name ?? '', me, reaction };
      return act(queryClient, { name: 'react', object: key.restaurantId, payload });
    },
    onError: showFailure,
  });
}

export function useAddComment(params: PlaceKey) {
  const queryClient = useQueryClient();
  return useSubmission({
    ...write,
    send: (body: { text: string }, idempotencyKey) => call(addComment, { params, body, idempotencyKey }),
    onError: showFailure,
    onSuccess: (written) => apply(queryClient, params.collectionId, written),
  });
}

export function useDeleteComment() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (params: PlaceKey & { commentId: string }) => call(deleteComment, { params }),
    onError: showFailure,
    onSuccess: (written, { collectionId }) => apply(queryClient, collectionId, written),
  });
}
