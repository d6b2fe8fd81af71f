import type { dataTagSymbol, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Shows a document that the server has sent in response to a write or in a stream. Cancels reads that began earlier,
 * because an older response would replace the document.
 */
export async function showDocument<Document>(
  queryClient: QueryClient,
  queryKey: QueryKey & { [dataTagSymbol]: Document },
  shown: Updater<Document | undefined, Document | undefined>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Document, QueryKey>(queryKey, shown);
}
