import type { QueryClient } from '@tanstack/react-query';
import type { Collection } from '#features/collections/collections.contract.ts';
import { type ApiProblem, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { collectionQuery } from './collections.documents.ts';
import { showDocument } from './show-document.ts';

/**
 * Options of the writes that need a connection. They are sent one after another. If the connection is lost, a write is
 * sent again, because all these writes are idempotent.
 */
export const write = { scope: { id: 'collections' }, retry: retryLostConnection } as const;

export const showFailure = (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' });

export const showCollection = (queryClient: QueryClient, collection: Collection) =>
  showDocument(queryClient, collectionQuery(collection.id).queryKey, collection);
