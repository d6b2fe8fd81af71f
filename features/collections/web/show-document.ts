import type { dataTagSymbol, QueryClient, QueryKey, Updater } from '@tanstack/react-query';
import { pauseRead } from '#web/requests/reads.ts';

/**
 * Shows a changed document. Reads that are still running are cancelled, because an older response would replace the
 * changed document. A document that is not known yet is read after the write.
 */
export async function showDocument<Document>(
  queryClient: QueryClient,
  queryKey: QueryKey & { [dataTagSymbol]: Document },
  shown: Updater<Document | undefined, Document | undefined>,
): Promise<void> {
  const read = await pauseRead(queryClient, queryKey);
  queryClient.setQueryData<Document, QueryKey>(queryKey, shown);
  if (queryClient.getQueryData(queryKey) === undefined) read();
}
