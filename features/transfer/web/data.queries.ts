import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Archive, getArchive, requestArchive } from '#features/transfer/archive.contract.ts';
import { call } from '#web/api.ts';
import { useSubmission } from '#web/requests/use-submission.ts';

const POLL_MILLISECONDS = 3_000;

/** Query for my latest archive. The archive is polled while it is pending. */
export const archiveQuery = queryOptions({
  queryKey: ['my-data', 'archive'],
  queryFn: async ({ signal }): Promise<Archive | null> => (await call(getArchive, { signal })).archive,
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_MILLISECONDS : false),
});

export function useRequestArchive() {
  const queryClient = useQueryClient();
  return useSubmission({
    send: (body: z.input<typeof requestArchive.schema.body>, idempotencyKey) =>
      call(requestArchive, { body, idempotencyKey }),
    onSuccess: ({ archive }) => queryClient.setQueryData(archiveQuery.queryKey, archive),
  });
}
