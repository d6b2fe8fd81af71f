import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createJournalFeed,
  getJournalFeed,
  type JournalFeed,
  revokeJournalFeed,
} from '#features/journal/journal-feed.contract.ts';
import { type ApiProblem, call } from '#web/api.ts';

export const feedQuery = queryOptions({
  queryKey: ['journal-feed'],
  queryFn: async ({ signal }): Promise<JournalFeed | null> => (await call(getJournalFeed, { signal })).feed,
});

export function useCreateFeed() {
  const queryClient = useQueryClient();
  return useMutation<{ feed: JournalFeed }, ApiProblem>({
    mutationFn: () => call(createJournalFeed, {}),
    onSuccess: ({ feed }) => queryClient.setQueryData(feedQuery.queryKey, feed),
  });
}

export function useRevokeFeed() {
  const queryClient = useQueryClient();
  return useMutation<{ revoked: true }, ApiProblem>({
    mutationFn: () => call(revokeJournalFeed, {}),
    onSuccess: () => queryClient.setQueryData(feedQuery.queryKey, null),
  });
}
