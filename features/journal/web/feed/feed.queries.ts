import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  createJournalFeed,
  getJournalFeed,
  type JournalFeed,
  revokeJournalFeed,
} from '#features/journal/journal-feed.contract.ts';
import { type ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

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

/**
 * Shows the result even after the member has left the screen, because the member must know whether the address still
 * exists and the journal is still readable.
 */
export function useRevokeFeed() {
  const queryClient = useQueryClient();
  return useMutation<{ revoked: true }, ApiProblem>({
    mutationFn: () => call(revokeJournalFeed, {}),
    onSuccess: () => {
      queryClient.setQueryData(feedQuery.queryKey, null);
      showToast(m.journal_feed_revoked());
    },
    onError: (problem) => showToast(messageOf(problem), { kind: 'alert' }),
  });
}
