import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listDeletionRequests, listPeople } from '#features/admin/admin.contract.ts';
import { ADMIN_KEY } from '#web/admin/admin-actions.ts';
import { call } from '#web/api.ts';

export const peopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN_KEY, 'people', q],
    queryFn: ({ pageParam, signal }) =>
      call(listPeople, { querystring: { q, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // The previous results stay visible until the new results arrive.
    placeholderData: (before) => before,
  });

export const deletionRequestsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'deletion-requests'],
  queryFn: ({ signal }) => call(listDeletionRequests, { signal }),
});
