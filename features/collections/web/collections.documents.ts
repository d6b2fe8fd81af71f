import { type Query, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
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
import { showDocument } from './show-document.ts';

export const LIST_KEY = ['collections'] as const;
export const documentKey = (collectionId: string) => ['collection', collectionId] as const;

/** The member's collections. The newest collection comes first. */
export const collectionsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal, client }) => {
    const { collections } = await call(listCollections, { signal });
    void dropOtherCollections(client, new Set(collections.map(({ id }) => id)));
    return collections;
  },
  refetchOnWindowFocus: 'always',
});

/** Removes collections from memory and from the device if the member has left them or was removed from them. */
async function dropOtherCollections(client: QueryClient, ids: ReadonlySet<string>): Promise<void> {
  const isDropped = ([name, id]: QueryKey) => name === documentKey('')[0] && !ids.has(id as string);
  const predicate = ({ queryKey, state }: Query) => state.data !== undefined && isDropped(queryKey);
  client.removeQueries({ type: 'inactive', predicate });
  // An open collection is read again. The server then refuses the read.
  void client.invalidateQueries({ predicate });
  const { dropDocuments } = await import('#web/documents/documents.ts');
  await dropDocuments({ client, isDropped });
}

/** The collections as the server sent them. Actions that wait to be sent are not applied to them. */
const received = new Map<string, Collection>();

/** The pushed updates by the id of the collection. The next read of a collection removes its update from the map. */
const pushed = new Map<string, PushedUpdate>();

/** Stores a pushed update. If the update fits the collection, the next read of the collection needs no request. */
export const keepPushed = (given: PushedUpdate) => void pushed.set(given.update.id, given);

function takePushed(before: Collection): Collection | null {
  const given = pushed.get(before.id);
  pushed.delete(before.id);
  return given ? withPushed(before, given) : null;
}

/** Reads the changes since the version of `before`. @returns null if the whole collection has to be read */
async function readUpdate(before: Collection, signal: AbortSignal): Promise<Collection | null> {
  const params = { collectionId: before.id, version: before.version };
  try {
    return withUpdate(before, await call(getCollectionUpdate, { params, signal }));
  } catch (problem) {
    // The server of the previous release does not have this endpoint.
    if ((problem as ApiProblem).code === 'request.not_found') return null;
    throw problem;
  }
}

export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: documentKey(collectionId),
    queryFn: async ({ signal, client }) => {
      const before = received.get(collectionId);
      try {
        const now =
          (before && (takePushed(before) ?? (await readUpdate(before, signal)))) ??
          (await call(getCollection, { params: { collectionId }, signal }));
        received.set(collectionId, now);
        return now;
      } catch (problem) {
        if (signal.aborted) throw problem;
        received.delete(collectionId);
        // The list may still contain a collection from which the member was removed. Therefore the list is read again.
        if ((problem as ApiProblem).code === 'collections.not_found')
          void client.invalidateQueries({ queryKey: LIST_KEY });
        throw problem;
      }
    },
    retry: retryLostConnection,
    refetchOnWindowFocus: 'always',
  });

/**
 * Applies the response of a write to the document. The document keeps its version, because the response does not
 * contain the changes of other members.
 */
export async function apply(
  queryClient: QueryClient,
  collectionId: string,
  { places, order }: PlacesWritten,
) {
  await showDocument(queryClient, collectionQuery(collectionId).queryKey, (known) => {
    if (!known) return known;
    const byId = new Map([...known.places, ...places].map((place) => [place.id, place]));
    return { ...known, places: order.flatMap((id) => byId.get(id) ?? []) };
  });
  await showDocument(queryClient, collectionsQuery.queryKey, (known) =>
    known?.map((summary) => (summary.id === collectionId ? { ...summary, restaurantIds: order } : summary)),
  );
  return refetch(queryClient, collectionId);
}

/** Reads all collections again. Call this after a job that may have changed collections. */
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
