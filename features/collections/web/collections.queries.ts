import { queryOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  addComment,
  addToCollection,
  changeCollection,
  changeCollectionMember,
  changeCollectionPlace,
  type Collection,
  type CollectionChanges,
  type CollectionPlaceChanges,
  type CollectionSummary,
  createCollection,
  deleteCollection,
  deleteComment,
  getCollection,
  getCollectionInvite,
  joinCollection,
  type JoinedRole,
  listCollections,
  type NewCollection,
  type PlaceReaction,
  type PlacesWritten,
  previewInvite,
  putCollectionInvite,
  reactToPlace,
  removeCollectionMember,
  removeFromCollection,
  restoreCollection,
  restoreToCollection,
  revokeCollectionInvite,
  transferCollection,
} from '#features/collections/collections.contract.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/use-submission.ts';
import { withMoved } from './collection-view.rules.ts';

/* All reads and writes of collections. */

const LIST_KEY = ['collections'] as const;
const documentKey = (collectionId: string) => ['collection', collectionId] as const;

/** My collections with the ids of their places, newest first. */
export const collectionsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }) => (await call(listCollections, { signal })).collections,
  refetchOnWindowFocus: 'always',
});

const POLLING_MS = 5_000;

/**
 * One collection, with the changes of others while its screen is shown; an unchanged one is answered with 304. The
 * owner of a link to join waits for the first member.
 */
export function useCollection(collectionId: string) {
  const { data: invite } = useQuery({ ...inviteQuery(collectionId), enabled: false });
  return useQuery({
    ...collectionQuery(collectionId),
    refetchInterval: ({ state: { data } }) =>
      (data && 1 < data.people.length) || invite ? POLLING_MS : false,
  });
}

/** Whether I may add places. */
export const canCollect = ({ role, isReadOnly }: CollectionSummary): boolean =>
  role !== 'reader' && !isReadOnly;

/** One collection with its places. */
export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: documentKey(collectionId),
    queryFn: ({ signal }) => call(getCollection, { params: { collectionId }, signal }),
    retry: retryLostConnection,
    refetchOnWindowFocus: 'always',
  });

/** Writes are sent one after another. All can be repeated safely, so they are retried after a lost connection. */
const write = { scope: { id: 'collections' }, retry: retryLostConnection } as const;

export function useCreateCollection({
  onCreated,
  onRejected,
}: {
  /** Runs even after the calling screen is gone. */
  onCreated?: (made: Collection) => void;
  onRejected: (problem: ApiProblem) => void;
}) {
  const queryClient = useQueryClient();
  return useSubmission({
    ...write,
    meta: { signInSentence: m.account_needed_for_collections },
    send: (body: NewCollection, idempotencyKey) => call(createCollection, { body, idempotencyKey }),
    onError: onRejected,
    onSuccess: (made) => {
      onCreated?.(made);
      queryClient.setQueryData(documentKey(made.id), made);
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

export function useChangeCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ collectionId, changes }: { collectionId: string; changes: CollectionChanges }) =>
      call(changeCollection, { params: { collectionId }, body: changes }),
    onError: (problem: ApiProblem) => {
      if (problem.errors.length === 0) showFailure(problem);
    },
    onSuccess: ({ version: _, ...fields }) => {
      queryClient.setQueryData(
        collectionQuery(fields.id).queryKey,
        (known) => known && { ...known, ...fields },
      );
      return refetch(queryClient, fields.id);
    },
  });
}

/** Deletes a collection and offers to restore it. Both continue after the calling screen is gone. */
export function useDeleteCollection() {
  const queryClient = useQueryClient();
  const restore = useMutation({
    ...write,
    mutationFn: (collectionId: string) => call(restoreCollection, { params: { collectionId } }),
    onError: showFailure,
    onSuccess: (restored) => {
      queryClient.setQueryData(documentKey(restored.id), restored);
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
  return useMutation({
    ...write,
    mutationFn: (collectionId: string) => call(deleteCollection, { params: { collectionId } }),
    onError: showFailure,
    onSuccess: (_, collectionId) => {
      showToast(m.collections_deleted(), {
        action: { label: m.restaurants_undo(), onPress: () => restore.mutate(collectionId) },
      });
      queryClient.setQueryData(collectionsQuery.queryKey, (known) =>
        known?.filter(({ id }) => id !== collectionId),
      );
      queryClient.removeQueries({ queryKey: documentKey(collectionId) });
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

/** @param onAdded runs even after the calling screen is gone */
export function useAddToCollection({
  onAdded,
}: {
  onAdded?: (
    written: PlacesWritten,
    added: { collectionId: string; restaurantIds: readonly string[] },
  ) => void;
} = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    meta: { signInSentence: m.account_needed_for_collections },
    mutationFn: ({
      collectionId,
      restaurantIds,
    }: {
      collectionId: string;
      restaurantIds: readonly string[];
    }) => call(addToCollection, { params: { collectionId }, body: { restaurantIds: [...restaurantIds] } }),
    onError: showFailure,
    onSuccess: (written, added) => {
      onAdded?.(written, added);
      return apply(queryClient, added.collectionId, written);
    },
  });
}

/** Adds a place that the add form has saved to the chosen collections. */
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
      const body = { restaurantIds: [restaurantId] };
      await apply(queryClient, collectionId, await call(addToCollection, { params: { collectionId }, body }));
    } catch (problem) {
      showToast(messageOf(problem), { kind: 'alert' });
    }
  }
}

type PlaceKey = { collectionId: string; restaurantId: string };

/** Changes the line of a place, or moves it; shows the change immediately. */
export function useChangeCollectionPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ changes, ...params }: PlaceKey & { changes: CollectionPlaceChanges }) =>
      call(changeCollectionPlace, { params, body: changes }),
    onMutate: async ({ collectionId, restaurantId, changes: { note, after } }) => {
      await queryClient.cancelQueries({ queryKey: documentKey(collectionId) });
      queryClient.setQueryData(collectionQuery(collectionId).queryKey, (known) => {
        if (!known) return known;
        const places = known.places.map((place) =>
          place.id === restaurantId && note !== undefined ? { ...place, note } : place,
        );
        return {
          ...known,
          places: after === undefined ? places : withMoved(places, { id: restaurantId, after }),
        };
      });
    },
    onError: (problem, { collectionId }) => {
      showFailure(problem);
      return refetch(queryClient, collectionId);
    },
    onSuccess: (written, { collectionId }) => apply(queryClient, collectionId, written),
  });
}

/** Removes a place from a collection and offers to restore it. */
export function useRemoveFromCollection() {
  const queryClient = useQueryClient();
  const restore = useMutation({
    ...write,
    mutationFn: (params: PlaceKey) => call(restoreToCollection, { params }),
    onError: showFailure,
    onSuccess: (written, { collectionId }) => apply(queryClient, collectionId, written),
  });
  return useMutation({
    ...write,
    mutationFn: (params: PlaceKey) => call(removeFromCollection, { params }),
    onError: showFailure,
    onSuccess: (written, key) => {
      showToast(m.collections_removed(), {
        action: { label: m.restaurants_undo(), onPress: () => restore.mutate(key) },
      });
      return apply(queryClient, key.collectionId, written);
    },
  });
}

/** The link to join a collection; null: none. For its owner. */
export const inviteQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['collection-invite', collectionId],
    queryFn: async ({ signal }) =>
      (await call(getCollectionInvite, { params: { collectionId }, signal })).invite,
  });

export function usePutInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ collectionId, role }: { collectionId: string; role: JoinedRole }) =>
      call(putCollectionInvite, { params: { collectionId }, body: { role } }),
    onError: showFailure,
    onSuccess: async ({ invite }, { collectionId }) => {
      const { queryKey } = inviteQuery(collectionId);
      // A read that began before would replace the new invite.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, invite);
    },
  });
}

export function useRevokeInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (collectionId: string) => call(revokeCollectionInvite, { params: { collectionId } }),
    onError: showFailure,
    onSuccess: (_, collectionId) => {
      showToast(m.collections_invite_revoked());
      queryClient.setQueryData(inviteQuery(collectionId).queryKey, null);
    },
  });
}

/** What a link to join leads to. */
export const invitePreviewQuery = (inviteId: string) =>
  queryOptions({
    queryKey: ['collection-invites', inviteId],
    queryFn: ({ signal }) => call(previewInvite, { params: { inviteId }, signal }),
    retry: retryLostConnection,
  });

export function useJoinCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (inviteId: string) => call(joinCollection, { params: { inviteId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

type MemberKey = { collectionId: string; memberKey: string };

export function useChangeMember() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ role, ...params }: MemberKey & { role: JoinedRole }) =>
      call(changeCollectionMember, { params, body: { role } }),
    onError: showFailure,
    onSuccess: (changed) => void queryClient.setQueryData(documentKey(changed.id), changed),
  });
}

/** Removes a member, or leaves the collection. */
export function useRemoveMember() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (params: MemberKey) => call(removeCollectionMember, { params }),
    onError: showFailure,
    onSuccess: (_, { collectionId }) => refetch(queryClient, collectionId),
  });
}

export function useTransferCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ collectionId, memberKey }: MemberKey) =>
      call(transferCollection, { params: { collectionId }, body: { memberKey } }),
    onError: showFailure,
    onSuccess: (changed) => {
      queryClient.setQueryData(documentKey(changed.id), changed);
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

/** 가고 싶어요 and 다녀옴; shows the change immediately. */
export function useReactToPlace() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({
      collectionId,
      restaurantId,
      reaction,
    }: PlaceKey & { me: string; reaction: PlaceReaction }) =>
      call(reactToPlace, { params: { collectionId, restaurantId }, body: reaction }),
    onMutate: async ({ collectionId, restaurantId, me, reaction: { wants, visitedOn } }) => {
      await queryClient.cancelQueries({ queryKey: documentKey(collectionId) });
      queryClient.setQueryData(
        collectionQuery(collectionId).queryKey,
        (known) =>
          known && {
            ...known,
            places: known.places.map((place) => {
              if (place.id !== restaurantId) return place;
              const others = place.visits.filter(({ by }) => by !== me);
              return {
                ...place,
                ...(wants !== undefined && {
                  wants: [...place.wants.filter((key) => key !== me), ...(wants ? [me] : [])],
                }),
                ...(visitedOn !== undefined && {
                  visits: visitedOn === null ? others : [...others, { by: me, on: visitedOn }],
                }),
              };
            }),
          },
      );
    },
    onError: (problem, { collectionId }) => {
      showFailure(problem);
      return refetch(queryClient, collectionId);
    },
    onSuccess: (written, { collectionId }) => apply(queryClient, collectionId, written),
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

const showFailure = (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' });

/**
 * Updates a collection from the response of a write. The document keeps its version, because only a full read contains
 * what others have changed.
 */
function apply(queryClient: QueryClient, collectionId: string, { places, order }: PlacesWritten) {
  queryClient.setQueryData(collectionQuery(collectionId).queryKey, (known) => {
    if (!known) return known;
    const byId = new Map([...known.places, ...places].map((place) => [place.id, place]));
    return { ...known, places: order.flatMap((id) => byId.get(id) ?? []) };
  });
  queryClient.setQueryData(collectionsQuery.queryKey, (known) =>
    known?.map((summary) => (summary.id === collectionId ? { ...summary, restaurantIds: order } : summary)),
  );
  return refetch(queryClient, collectionId);
}

const refetch = (queryClient: QueryClient, collectionId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: documentKey(collectionId) }),
    queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  ]);
