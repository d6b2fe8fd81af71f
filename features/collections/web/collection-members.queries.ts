import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  changeCollectionMember,
  type CollectionInvite,
  getCollectionInvite,
  joinCollection,
  type JoinedRole,
  previewInvite,
  putCollectionInvite,
  removeCollectionMember,
  revokeCollectionInvite,
  transferCollection,
} from '#features/collections/collections.contract.ts';
import { call, retryLostConnection } from '#web/api.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { showCollection, showFailure, write } from './collection-writes.ts';
import { documentKey, LIST_KEY, refetch } from './collections.documents.ts';
import { showDocument } from './show-document.ts';

/** The invite of a collection. Only the owner may read it. */
export const inviteQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['collection-invite', collectionId],
    queryFn: async ({ signal }) =>
      (await call(getCollectionInvite, { params: { collectionId }, signal })).invite,
  });

const showInvite = (queryClient: QueryClient, collectionId: string, invite: CollectionInvite | null) =>
  showDocument(queryClient, inviteQuery(collectionId).queryKey, invite);

export function usePutInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ collectionId, role }: { collectionId: string; role: JoinedRole }) =>
      call(putCollectionInvite, { params: { collectionId }, body: { role } }),
    onError: showFailure,
    onSuccess: ({ invite }, { collectionId }) => showInvite(queryClient, collectionId, invite),
  });
}

export function useRevokeInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (collectionId: string) => call(revokeCollectionInvite, { params: { collectionId } }),
    onError: showFailure,
    onSuccess: (_, collectionId) => {
      showToast(m.collections_invite_revoked());
      return showInvite(queryClient, collectionId, null);
    },
  });
}

export const invitePreviewQuery = (inviteId: string) =>
  queryOptions({
    queryKey: ['collection-invites', inviteId],
    queryFn: ({ signal }) => call(previewInvite, { params: { inviteId }, signal }),
    retry: retryLostConnection,
  });

export function useJoinCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (inviteId: string) => call(joinCollection, { params: { inviteId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

type MemberKey = { collectionId: string; memberKey: string };

export function useChangeMember() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ role, ...params }: MemberKey & { role: JoinedRole }) =>
      call(changeCollectionMember, { params, body: { role } }),
    onError: showFailure,
    onSuccess: (changed) => showCollection(queryClient, changed),
  });
}

/** @param onLeft called even after the calling screen is gone; closes the collection if it is open */
export function useLeaveCollection({ onLeft }: { onLeft: (collectionId: string) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (params: MemberKey) => call(removeCollectionMember, { params }),
    onError: showFailure,
    onSuccess: (_, { collectionId }) => {
      onLeft(collectionId);
      queryClient.removeQueries({ queryKey: documentKey(collectionId) });
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

export function useRemoveMember() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: (params: MemberKey) => call(removeCollectionMember, { params }),
    onError: showFailure,
    onSuccess: async (_, { collectionId }) => {
      // The server has deleted the link to join, because the removed member knows the link.
      await showInvite(queryClient, collectionId, null);
      return refetch(queryClient, collectionId);
    },
  });
}

export function useTransferCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ collectionId, memberKey }: MemberKey) =>
      call(transferCollection, { params: { collectionId }, body: { memberKey } }),
    onError: showFailure,
    onSuccess: async (changed) => {
      await showCollection(queryClient, changed);
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}
