import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { decideEntry, getOfficialLists } from '#features/official-lists/official-lists.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

/** @param latestRefresh the id of the last refresh that ended, after which the lists are read again */
export const officialListsQuery = (latestRefresh: string | undefined) =>
  queryOptions({
    queryKey: ['admin', 'official-lists', latestRefresh],
    queryFn: ({ signal }) => call(getOfficialLists, { signal }),
    placeholderData: keepPreviousData,
  });

export function useDecideEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ entryId, placeId }: { entryId: number; placeId: string | null }) =>
      call(decideEntry, { params: { entryId }, body: { placeId } }),
    onError: (error) => showToast(messageOf(error), { kind: 'alert' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  });
}
