import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Cancels the read of a document, because its answer would overwrite a change that the screen already shows.
 *
 * @returns a function to call after the write. It reads a document that had no data again: nothing else would read it,
 *   and what was read during the write may be older than the write
 */
export async function pauseRead(queryClient: QueryClient, queryKey: QueryKey): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  const isKnown = queryClient.getQueryData(queryKey) !== undefined;
  return () => {
    if (!isKnown) void readAgain(queryClient, queryKey);
  };
}

async function readAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  // TanStack Query would wait for a first read that still runs, instead of starting another.
  await queryClient.cancelQueries({ queryKey, exact: true });
  await queryClient.invalidateQueries({ queryKey, exact: true });
}
