import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  type Collection,
  getCollection,
  getCollectionUpdate,
  listCollections,
  type PlacesWritten,
  type PushedUpdate,
} from '#features/collections/collections.contract.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { withPushed, withUpdate } from './collection-view.rules.ts';

/* The documents of collections in memory. */

export const LIST_KEY = ['collections'] as const;
export const documentKey = (collectionId: string) => ['collection', collectionId] as const;

/** My collections with the ids of their places, newest first. */
export const collectionsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }) => (await call(listCollections, { signal })).collections,
  refetchOnWindowFocus: 'always',
});

/** Collections as the server sent them, without actions that are waiting to be sent. */
const received = new Map<string, Collection>();

/** What the server has sent last about each collection, until the collection is read again. */
const pushed = new Map<string, PushedUpdate>();

/** Keeps what has changed for the next read of the collection, which then needs no request. */
export const keepPushed = (given: PushedUpdate) => void pushed.set(given.update.id, given);

function takePushed(before: Collection): Collection | null {
  const given = pushed.get(before.id);
  pushed.delete(before.id);
  return given ? withPushed(before, given) : null;
}

/** Reads only what has changed. @returns null if the whole collection has to be read */
async function readUpdate(before: Collection, signal: AbortSignal): Promise<Collection | null> {
  const params = { collectionId: before.id, version: before.version };
  try {
    return withUpdate(before, await call(getCollectionUpdate, { params, signal }));
  } catch (problem) {
    // A server of the previous release does not have this address.
    if ((problem as ApiProblem).code === 'request.not_found') return null;
    received.delete(before.id);
    throw problem;
  }
}

/** One collection with its places. */
export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: documentKey(collectionId),
    queryFn: async ({ signal }) => {
      const before = received.get(collectionId);
      const now =
        (before && (takePushed(before) ?? (await readUpdate(before, signal)))) ??
        (await call(getCollection, { params: { collectionId }, signal }));
      received.set(collectionId, now);
      return now;
    },
    retry: retryLostConnection,
    refetchOnWindowFocus: 'always',
  });

/**
 * Updates a collection from the response of a write. The document keeps its version, because only a full read contains
 * what others have changed.
 */
export function apply(queryClient: QueryClient, collectionId: string, { places, order }: PlacesWritten) {
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

/** Reads all collections again that a job has changed. */
export const refetchCollections = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST_KEY }),
    queryClient.invalidateQueries({ queryKey: [documentKey('')[0]] }),
  ]);

export const refetch = (queryClient: QueryClient, collectionId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: documentKey(collectionId) }),
    queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  ]);
