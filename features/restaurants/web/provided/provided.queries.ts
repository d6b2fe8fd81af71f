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
    const { readProvided } = await import('./read-provided.ts');
    const provided = await readProvided({ signal, before: client.getQueryData<Provided>(KEY) });
    // The code of the tickets loads before the document is shown, so that the list shows all tickets at once.
    if (provided.listed.length > 0) await import('./ProvidedTicket.tsx');
    return provided;
  },
  // `readProvided` returns the earlier document if nothing changed, so that comparing thousands of rows is not needed.
  structuralSharing: false,
});
