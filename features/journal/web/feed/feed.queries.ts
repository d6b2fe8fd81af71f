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
 * Deletes the address of the feed. The result is shown even after the member has left the screen, because anyone with
 * the address can still read the journal if the deletion failed.
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
