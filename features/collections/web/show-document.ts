import type { dataTagSymbol, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Shows a changed document. Reads that are still running are cancelled, because an older response would replace the
 * changed document.
 */
export async function showDocument<Document>(
  queryClient: QueryClient,
  queryKey: QueryKey & { [dataTagSymbol]: Document },
  shown: Updater<Document | undefined, Document | undefined>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Document, QueryKey>(queryKey, shown);
}
