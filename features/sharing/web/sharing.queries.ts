import {
  hashKey,
  queryOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { Call } from '#common/endpoint.ts';
import { m } from '#messages';
import { useIsSessionResolved, useMe } from '#features/account/web/account.public.ts';
import { categoriesQuery } from '#features/catalogue/web/categories.public.ts';
import { applyResponses } from '#features/restaurants/web/restaurants.public.ts';
import type * as contract from '#features/sharing/sharing.contract.ts';
import type {
  ListShare,
  ListShareChanges,
  NewListShare,
  SharedList,
  TakeOverResultOfShare,
} from '#features/sharing/sharing.contract.ts';
import { PICKED_MAXIMUM } from '#features/sharing/sharing.limits.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { consumePageData } from '#web/requests/page-data.ts';
import { noteCheck } from '#web/documents/last-checked.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';

const changeListShare: Call<typeof contract.changeListShare> = {
  method: 'PATCH',
  url: '/api/list-shares/:shareId',
};
const countSharedListView: Call<typeof contract.countSharedListView> = {
  method: 'POST',
  url: '/api/shared-lists/:shareId/opens',
};
const createListShare: Call<typeof contract.createListShare> = {
  method: 'POST',
  url: '/api/list-shares',
  idempotent: true,
};
const getSharedList: Call<typeof contract.getSharedList> = {
  method: 'GET',
  url: '/api/shared-lists/:shareId',
};
const getShareOrigin: Call<typeof contract.getShareOrigin> = {
  method: 'GET',
  url: '/api/my-restaurants/:restaurantId/taken-from',
};
const listListShares: Call<typeof contract.listListShares> = { method: 'GET', url: '/api/list-shares' };
const revokeListShare: Call<typeof contract.revokeListShare> = {
  method: 'DELETE',
  url: '/api/list-shares/:shareId',
};
const takeOverFromSharedList: Call<typeof contract.takeOverFromSharedList> = {
  method: 'POST',
  url: '/api/shared-lists/:shareId/taken',
  idempotent: true,
};

export const sharedListQuery = (shareId: string) =>
  queryOptions({
    queryKey: ['shared-lists', shareId],
    queryFn: async ({ signal, client }): Promise<SharedList> => {
      const list = await call(getSharedList, { params: { shareId }, signal });
      client.setQueryData(categoriesQuery.queryKey, list.categories);
      return list;
    },
    // The query is retried only if the connection was lost, because all other errors of a share link are permanent.
    retry: retryLostConnection,
  });

/**
 * Uses the data that the server wrote into the page. It is there at the first render, so the screen has no loading
 * state and sends no second request.
 */
export function useSharedListOfPage(shareId: string): void {
  const queryClient = useQueryClient();
  useState(() => {
    const list = consumePageData<SharedList>(`shared-list/${shareId}`);
    if (!list) return;
    queryClient.setQueryData(categoriesQuery.queryKey, list.categories);
    const { queryKey } = sharedListQuery(shareId);
    queryClient.setQueryData(queryKey, list);
    noteCheck(hashKey(queryKey), { at: Date.now(), isStored: false });
  });
}

/** Reports a view of a shared list. The request does not identify the visitor. */
export const reportView = (shareId: string): void => {
  void call(countSharedListView, { params: { shareId } }).catch(() => undefined);
};

/** Takes over places of a shared list. Both callbacks run even after the calling screen is gone. */
export function useTakeOverFromShare(
  shareId: string,
  {
    onTaken,
    onRejected,
  }: {
    onTaken: (taken: TakeOverResultOfShare, asked: readonly string[]) => void;
    onRejected: (problem: ApiProblem) => void;
  },
) {
  const queryClient = useQueryClient();
  return useSubmission({
    meta: { signInSentence: m.account_needed_to_add_restaurant },
    send: async (wanted: string[], idempotencyKey): Promise<TakeOverResultOfShare> => {
      const takePart = async (restaurantIds: string[], key: string) => {
        const taken = await call(takeOverFromSharedList, {
          params: { shareId },
          body: { restaurantIds },
          idempotencyKey: key,
        });
        await applyResponses(queryClient, taken.added);
        return taken;
      };
      if (wanted.length <= PICKED_MAXIMUM) return takePart(wanted, idempotencyKey);
      const { sendInParts } = await import('#web/requests/send-in-parts.ts');
      const parts = await sendInParts(wanted, { maximum: PICKED_MAXIMUM, idempotencyKey, send: takePart });
      return parts.reduce((before, { added, alreadySaved, notShared, listVersion }) => ({
        added: [...before.added, ...added],
        alreadySaved: [...before.alreadySaved, ...alreadySaved],
        notShared: [...before.notShared, ...notShared],
        listVersion,
      }));
    },
    retry: retryLostConnection,
    onError: onRejected,
    onSuccess: (taken, { body }) => onTaken(taken, body),
  });
}

const SHARES_KEY = ['list-shares'] as const;

/** The member's share links. The newest link comes first. The data also contains the owner's name that visitors see. */
export const listSharesQuery = queryOptions({
  queryKey: SHARES_KEY,
  queryFn: ({ signal }) => call(listListShares, { signal }),
  refetchOnWindowFocus: 'always',
});

/** Returns whether the member is the owner of the link. Returns null while this is unknown. */
export function useIsOwner(shareId: string): boolean | null {
  const me = useMe();
  const isMeKnown = useIsSessionResolved();
  const { data, error } = useQuery({ ...listSharesQuery, enabled: me !== null });
  if (!isMeKnown || (me && !data && !error)) return null;
  return me !== null && (data?.shares.some(({ id }) => id === shareId) ?? false);
}

/** The shared list from which a restaurant was taken over; null if the list cannot be opened now. */
export const shareOriginQuery = (restaurantId: string) =>
  queryOptions({
    queryKey: ['taken-from', restaurantId],
    queryFn: async ({ signal }) =>
      (await call(getShareOrigin, { params: { restaurantId }, signal })).takenFrom,
  });

export function useCreateShare() {
  const queryClient = useQueryClient();
  return useSubmission({
    send: (body: NewListShare, idempotencyKey) => call(createListShare, { body, idempotencyKey }),
    onError: reasonMessage,
    onSuccess: (made) => {
      showToast(m.sharing_made());
      return keep(queryClient, (shares) => [made, ...shares]);
    },
  });
}

export function useChangeShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ shareId, changes }: { shareId: string; changes: ListShareChanges }) =>
      call(changeListShare, { params: { shareId }, body: changes }),
    onError: reasonMessage,
    onSuccess: (changed, { changes: { isPaused } }) => {
      if (isPaused === undefined) showToast(m.sharing_changed());
      else showToast(isPaused ? m.sharing_paused() : m.sharing_resumed());
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
    onError: reasonMessage,
  });
}

/** Shows a message for errors that belong to no field. The errors of fields are shown at the fields. */
const reasonMessage = (problem: ApiProblem) =>
  problem.errors.length === 0 && showToast(messageOf(problem), { kind: 'alert' });

const keep = (queryClient: QueryClient, change: (shares: ListShare[]) => ListShare[]) => {
  queryClient.setQueryData(
    listSharesQuery.queryKey,
    (known) => known && { ...known, shares: change(known.shares) },
  );
};
