import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSite } from '#features/site/site.contract.ts';
import { call } from '#web/api.ts';

/** What this installation is set to. It changes when the server starts anew. */
const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The style of the network's base map; null for none, and until it is known. */
export const useMapStyleUrl = (): string | null => useQuery(siteQuery).data?.mapStyleUrl ?? null;
