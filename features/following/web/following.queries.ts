import { queryOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import { m } from '#messages';
import type * as contract from '#features/following/following.contract.ts';
import type { Follow, MailKind } from '#features/following/following.contract.ts';
import { CONSENT_TEXT_VERSION } from '#features/following/following.rules.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

const changeMailSubscription: Call<typeof contract.changeMailSubscription> = {
  method: 'PUT',
  url: '/api/mail-subscriptions/:kind',
};
const endMailSubscription: Call<typeof contract.endMailSubscription> = {
  method: 'POST',
  url: '/api/mail-subscriptions/end',
};
const followSource: Call<typeof contract.followSource> = { method: 'PUT', url: '/api/follows/:sourceId' };
const listFollows: Call<typeof contract.listFollows> = { method: 'GET', url: '/api/follows' };
const listMailSubscriptions: Call<typeof contract.listMailSubscriptions> = {
  method: 'GET',
  url: '/api/mail-subscriptions',
};
const markEpisodesSeen: Call<typeof contract.markEpisodesSeen> = {
  method: 'PUT',
  url: '/api/follows/:sourceId/seen',
};
const unfollowSource: Call<typeof contract.unfollowSource> = {
  method: 'DELETE',
  url: '/api/follows/:sourceId',
};

export const followsQuery = queryOptions({
  queryKey: ['follows'],
  queryFn: async ({ signal }) => (await call(listFollows, { signal })).follows,
  staleTime: 5 * 60_000,
});

/** Returns the number of new episodes; 0 while the number is unknown. */
export function useNewEpisodeCount({ isEnabled }: { isEnabled: boolean }): number {
  const { data = [] } = useQuery({ ...followsQuery, enabled: isEnabled });
  return data.reduce((sum, { newEpisodes }) => sum + newEpisodes.length, 0);
}

/** Options of a write. The write can be repeated safely, and its response is the new list. */
const write = { scope: { id: 'follows' }, retry: retryLostConnection } as const;
const setFollows = (queryClient: QueryClient, { follows }: { follows: Follow[] }) =>
  queryClient.setQueryData(followsQuery.queryKey, follows);

export function useFollow(sourceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (isFollowing: boolean) =>
      call(isFollowing ? followSource : unfollowSource, { params: { sourceId } }),
    onError: (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' }),
    onSuccess: (answer, isFollowing) => {
      setFollows(queryClient, answer);
      showToast(isFollowing ? m.following_on() : m.following_off());
    },
  });
}

/**
 * Marks the episodes of a source as seen. A failure is not shown. The episodes then stay new until the next visit.
 */
export function useMarkSeen(sourceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (version: number) => call(markEpisodesSeen, { params: { sourceId }, body: { version } }),
    onSuccess: (answer) => setFollows(queryClient, answer),
  });
}

export const mailSubscriptionsQuery = queryOptions({
  queryKey: ['mail-subscriptions'],
  queryFn: async ({ signal }) => (await call(listMailSubscriptions, { signal })).subscriptions,
});

export function useChangeSubscription(kind: MailKind) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'mail-subscriptions' },
    retry: retryLostConnection,
    mutationFn: (isActive: boolean) =>
      call(changeMailSubscription, {
        params: { kind },
        body: { isActive, textVersion: CONSENT_TEXT_VERSION },
      }),
    onError: (problem: ApiProblem) => showToast(messageOf(problem), { kind: 'alert' }),
    onSuccess: ({ subscriptions }) =>
      queryClient.setQueryData(mailSubscriptionsQuery.queryKey, subscriptions),
  });
}

export const useEndSubscription = () =>
  useMutation({
    retry: retryLostConnection,
    mutationFn: (token: string) => call(endMailSubscription, { body: { token } }),
  });
