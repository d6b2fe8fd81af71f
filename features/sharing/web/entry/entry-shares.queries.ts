import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  type EntryShare,
  getEntryShare,
  getSharedEntry,
  type SharedEntry,
  shareEntry,
  unshareEntry,
} from '#features/sharing/entry-shares.contract.ts';
import { call, retryLostConnection } from '#web/api.ts';
import { consumePageData } from '#web/requests/page-data.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

/** A shared entry. The first read uses the data that the server wrote into the page. */
export const sharedEntryQuery = (shareId: string) =>
  queryOptions({
    queryKey: ['shared-entries', shareId],
    queryFn: async ({ signal }): Promise<SharedEntry> =>
      consumePageData<SharedEntry>(`shared-entry/${shareId}`) ??
      (await call(getSharedEntry, { params: { shareId }, signal })),
    retry: retryLostConnection,
  });

/** The share link of an entry; null if the entry is not shared. */
export const entryShareQuery = (entryId: string) =>
  queryOptions({
    queryKey: ['entry-share', entryId],
    queryFn: async ({ signal }): Promise<EntryShare | null> =>
      (await call(getEntryShare, { params: { entryId }, signal })).share,
    refetchOnWindowFocus: 'always',
  });

export function useShareEntry(entryId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(shareEntry, { params: { entryId } }),
    onSuccess: ({ share }) => {
      queryClient.setQueryData(entryShareQuery(entryId).queryKey, share);
      showToast(m.sharing_entry_shared());
    },
    onError: (error) =>
      showToast(m.sharing_entry_share_failed({ message: messageOf(error) }), { kind: 'alert' }),
  });
}

/** Deletes the share link of an entry, and the shared page in the cache of this tab. */
export function useUnshareEntry(entryId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(unshareEntry, { params: { entryId } }),
    onSuccess: () => {
      queryClient.setQueryData(entryShareQuery(entryId).queryKey, null);
      queryClient.removeQueries({ queryKey: ['shared-entries'] });
      showToast(m.sharing_entry_unshared());
    },
    onError: (error) =>
      showToast(m.sharing_entry_unshare_failed({ message: messageOf(error) }), { kind: 'alert' }),
  });
}
