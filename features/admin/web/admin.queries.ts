import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getAdminCounts,
  listAuditLog,
  listDeletionRequests,
  listPeople,
} from '#features/admin/admin.contract.ts';
import { call } from '#web/api.ts';

/** The first part of the keys of all admin queries. Every action marks these queries as stale. */
export const ADMIN_KEY = ['admin'] as const;

export const countsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'counts'],
  queryFn: ({ signal }) => call(getAdminCounts, { signal }),
});

/** The query of the audit log, the newest actions first. */
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
    // The previous results stay visible until the new results arrive.
    placeholderData: (before) => before,
  });

export const deletionRequestsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'deletion-requests'],
  queryFn: ({ signal }) => call(listDeletionRequests, { signal }),
});
