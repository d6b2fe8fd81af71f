import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getAdminCounts, listAuditLog } from '#features/admin/admin.contract.ts';
import { ADMIN_KEY } from '#web/admin/admin-actions.ts';
import { call } from '#web/api.ts';

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
