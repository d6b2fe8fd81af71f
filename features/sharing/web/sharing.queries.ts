import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { v7 } from 'uuid';
import { m } from '#messages';
import { categoriesQuery } from '#features/catalogue/web/catalogue.public.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import {
  changeListShare,
  countSharedListOpen,
  createListShare,
  getSharedList,
  getTakenFrom,
  type ListShare,
  type ListShareChanges,
  listListShares,
  type NewListShare,
  revokeListShare,
  type SharedList,
  takeFromSharedList,
} from '#features/sharing/sharing.contract.ts';
import { type ApiProblem, call, isNetworkProblem } from '#web/api.ts';
import { takePageData } from '#web/page-data.ts';
import { sentenceOf } from '#web/sentences.ts';
import { showToast } from '#web/ui/Toast.tsx';

/** A shared list; the first time as the server wrote it into the page. */
export const sharedListQuery = (shareId: string) =>
  queryOptions({
    queryKey: ['shared-lists', shareId],
    queryFn: async ({ signal, client }): Promise<SharedList> => {
      const list =
        takePageData<SharedList>(`shared-list/${shareId}`) ??
        (await call(getSharedList, { params: { shareId }, signal }));
      client.setQueryData(categoriesQuery.queryKey, list.categories);
      return list;
    },
    // What is wrong with a link does not get better by asking again at once.
    retry: (failures, error) => isNetworkProblem(error) && failures < 2,
  });

/** Tells the owner that somebody looked; who did is not said. */
export const tellOpened = (shareId: string): void => {
  void call(countSharedListOpen, { params: { shareId } }).catch(() => undefined);
};

/** Takes places of a shared list into mine. */
export function useTakeFromShare(shareId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { signInSentence: m.account_needed_to_add_restaurant },
    mutationFn: ({ restaurantIds, idempotencyKey }: { restaurantIds: string[]; idempotencyKey: string }) =>
      call(takeFromSharedList, { params: { shareId }, body: { restaurantIds }, idempotencyKey }),
    retry: (failures: number, error: ApiProblem) => isNetworkProblem(error) && failures < 2,
    onSuccess: ({ added }) => {
      queryClient.setQueryData(
        myListQuery.queryKey,
        (list) => list && { ...list, restaurants: [...added, ...list.restaurants] },
      );
      return queryClient.invalidateQueries({ queryKey: myListQuery.queryKey });
    },
  });
}

const SHARES_KEY = ['list-shares'] as const;

/** My link shares, the newest first, and the name that visitors read. */
export const listSharesQuery = queryOptions({
  queryKey: SHARES_KEY,
  queryFn: ({ signal }) => call(listListShares, { signal }),
});

/** The shared list that a place of mine was taken from; null where it cannot be opened now. */
export const takenFromQuery = (restaurantId: string) =>
  queryOptions({
    queryKey: ['taken-from', restaurantId],
    queryFn: async ({ signal }) => (await call(getTakenFrom, { params: { restaurantId }, signal })).takenFrom,
  });

export function useCreateShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (share: NewListShare) => call(createListShare, { body: share, idempotencyKey: v7() }),
    onSuccess: (made) => keep(queryClient, (shares) => [made, ...shares]),
  });
}

export function useChangeShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ shareId, changes }: { shareId: string; changes: ListShareChanges }) =>
      call(changeListShare, { params: { shareId }, body: changes }),
    onSuccess: (changed) => {
      void queryClient.invalidateQueries({ queryKey: ['shared-lists', changed.id] });
      return keep(queryClient, (shares) =>
        shares.map((share) => (share.id === changed.id ? changed : share)),
      );
    },
  });
}

export function useRevokeShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => call(revokeListShare, { params: { shareId } }),
    onSuccess: (_, shareId) => {
      queryClient.removeQueries({ queryKey: ['shared-lists', shareId] });
      showToast(m.sharing_revoked());
      return keep(queryClient, (shares) => shares.filter(({ id }) => id !== shareId));
    },
    onError: (error) => showToast(sentenceOf(error), { kind: 'alert' }),
  });
}

const keep = (queryClient: QueryClient, change: (shares: ListShare[]) => ListShare[]) => {
  queryClient.setQueryData(
    listSharesQuery.queryKey,
    (known) => known && { ...known, shares: change(known.shares) },
  );
};
