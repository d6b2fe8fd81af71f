import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getAdminCounts,
  listAuditLog,
  listDeletionRequests,
  listPeople,
} from '#features/admin/admin.contract.ts';
import { call } from '#web/api.ts';

/** Prefix of all admin queries: every action marks them as stale. */
export const ADMIN_KEY = ['admin'] as const;

export const countsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'counts'],
  queryFn: ({ signal }) => call(getAdminCounts, { signal }),
});

/** Newest first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: [...ADMIN_KEY, 'acts'],
  queryFn: ({ pageParam, signal }) =>
    call(listAuditLog, {
      querystring: { limit: 30, ...(pageParam !== null && { before: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});

export const peopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN_KEY, 'people', q],
    queryFn: ({ pageParam, signal }) =>
      call(listPeople, { querystring: { q, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Previous results stay visible until the new ones arrive.
    placeholderData: (before) => before,
  });

export const deletionRequestsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'deletion-requests'],
  queryFn: ({ signal }) => call(listDeletionRequests, { signal }),
});
