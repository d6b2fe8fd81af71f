import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  getCollection,
  listCollections,
  type PlacesWritten,
} from '#features/collections/collections.contract.ts';
import { call, retryLostConnection } from '#web/api.ts';

/* The documents of collections in memory. */

export const LIST_KEY = ['collections'] as const;
export const documentKey = (collectionId: string) => ['collection', collectionId] as const;

/** My collections with the ids of their places, newest first. */
export const collectionsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }) => (await call(listCollections, { signal })).collections,
  refetchOnWindowFocus: 'always',
});

/** One collection with its places. */
export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: documentKey(collectionId),
    queryFn: ({ signal }) => call(getCollection, { params: { collectionId }, signal }),
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
