import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  changeCollection,
  type Collection,
  type CollectionChanges,
  type CollectionSummary,
  createCollection,
  deleteCollection,
  type NewCollection,
  restoreCollection,
} from '#features/collections/collections.contract.ts';
import { type ApiProblem, call } from '#web/api.ts';
import { useSubmission } from '#web/requests/use-submission.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { showCollection, showFailure, write } from './collection-writes.ts';
import {
  collectionQuery,
  collectionsQuery,
  documentKey,
  LIST_KEY,
  refetch,
} from './collections.documents.ts';
import { showDocument } from './show-document.ts';

export const canCollect = ({ role, isReadOnly }: CollectionSummary): boolean =>
  role !== 'reader' && !isReadOnly;

export function useCreateCollection({
  onCreated,
  onRejected,
}: {
  /** Called with the new collection, even after the calling screen is gone. */
  onCreated?: (made: Collection) => void;
  onRejected: (problem: ApiProblem) => void;
}) {
  const queryClient = useQueryClient();
  return useSubmission({
    ...write,
    meta: { signInSentence: m.account_needed_for_collections },
    send: (body: NewCollection, idempotencyKey) => call(createCollection, { body, idempotencyKey }),
    onError: onRejected,
    onSuccess: async (made) => {
      onCreated?.(made);
      await showCollection(queryClient, made);
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
    onSuccess: async ({ version: _, ...fields }) => {
      const { queryKey } = collectionQuery(fields.id);
      await showDocument(queryClient, queryKey, (known) => known && { ...known, ...fields });
      return refetch(queryClient, fields.id);
    },
  });
}

/** Deletes a collection and offers to restore it. The hook continues after the calling screen is gone. */
export function useDeleteCollection() {
  const queryClient = useQueryClient();
  const restore = useMutation({
    ...write,
    mutationFn: (collectionId: string) => call(restoreCollection, { params: { collectionId } }),
    onError: showFailure,
    onSuccess: async (restored) => {
      await showCollection(queryClient, restored);
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
  return useMutation({
    ...write,
    mutationFn: (collectionId: string) => call(deleteCollection, { params: { collectionId } }),
    onError: showFailure,
    onSuccess: async (_, collectionId) => {
      showToast(m.collections_deleted(), {
        action: { label: m.restaurants_undo(), onPress: () => restore.mutate(collectionId) },
      });
      await showDocument(queryClient, collectionsQuery.queryKey, (known) =>
        known?.filter(({ id }) => id !== collectionId),
      );
      queryClient.removeQueries({ queryKey: documentKey(collectionId) });
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}
