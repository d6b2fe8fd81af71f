import { queryOptions } from '@tanstack/react-query';
import type { Provided } from './read-provided.ts';

const KEY = ['provided-restaurants'] as const;

/**
 * The provided places, whole; a repeat read of an unchanged version is a 304 and computes nothing again. What reads
 * them and what draws them comes after the list's own code.
 */
export const providedQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal, client }): Promise<Provided> => {
    const [{ readProvided }] = await Promise.all([
      import('./read-provided.ts'),
      import('./ProvidedTicket.tsx'),
    ]);
    return readProvided({ signal, before: client.getQueryData<Provided>(KEY) });
  },
  structuralSharing: false,
});
