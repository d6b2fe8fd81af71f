import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { viewSources } from '../provided/provided.rules.ts';
import { providedQuery } from '../provided/provided.queries.ts';
import { myListQuery } from '../my-list.query.ts';

/**
 * Returns every source with its places and the number of places that I have visited. The sources are null while they
 * are loading.
 */
export function useSources() {
  const provided = useQuery(providedQuery);
  const list = useQuery(myListQuery);
  const views = useMemo(
    () =>
      provided.data && list.data
        ? viewSources({
            document: provided.data,
            listed: provided.data.listed,
            mine: list.data.restaurants,
          })
        : null,
    [provided.data, list.data],
  );
  const failed = [provided, list].find((query) => query.data === undefined && query.error);
  return {
    views,
    isVisible: provided.data?.isVisible ?? true,
    version: provided.data?.version ?? 0,
    total: provided.data?.total ?? 0,
    error: failed?.error ?? null,
    refetchList: () => void Promise.all([provided.refetch(), list.refetch()]),
  };
}
