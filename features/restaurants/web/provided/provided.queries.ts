import { queryOptions } from '@tanstack/react-query';
import type { Provided } from './read-provided.ts';

const KEY = ['provided-restaurants'] as const;

/**
 * The provided restaurants as one document. If the version is unchanged, the server answers with 304 and nothing is
 * computed again. The code of this query is loaded after the code of the list.
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
