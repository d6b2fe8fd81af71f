import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProvinceCode } from '#common/regions.ts';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import {
  type DownloadedList,
  getPlaceData,
  type PlaceData,
  type Refresh,
  startListRefresh,
  startRefresh,
  stopRefresh,
  uploadRegister,
} from '#features/place-data/place-data.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { uploadFile } from '#web/requests/upload-file.ts';

/** Milliseconds between two reads of the progress. */
const PROGRESS_MS = 1_000;

export const isActive = ({ state }: Pick<Refresh, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

export const placeDataQuery = queryOptions({
  queryKey: ['admin', 'place-data'],
  queryFn: ({ signal }) => call(getPlaceData, { signal }),
  refetchInterval: ({ state: { data } }: { state: { data: PlaceData | undefined } }) =>
    data?.refreshes.some(isActive) ? PROGRESS_MS : false,
});

function useChange<Variables>(change: (variables: Variables) => Promise<Refresh>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => showToast(messageOf(error), { kind: 'alert' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  });
}

export const useStartRefresh = () =>
  useChange((province: ProvinceCode) => call(startRefresh, { body: { province } }));

export const useStartListRefresh = () =>
  useChange((list: DownloadedList) => call(startListRefresh, { body: { list } }));

export const useStopRefresh = () =>
  useChange((refreshId: string) => call(stopRefresh, { params: { refreshId } }));

export const useUploadRegister = ({
  list,
  onProgress,
}: {
  /** The official list; undefined for a file of the licence register. */
  list: OfficialList | undefined;
  onProgress: (share: number) => void;
}) =>
  useChange(({ file, signal }: { file: File; signal: AbortSignal }) =>
    uploadFile<Refresh>({
      method: uploadRegister.method,
      url: list ? `${uploadRegister.url}?list=${list}` : uploadRegister.url,
      headers: { 'content-type': 'text/csv' },
      blob: file,
      signal,
      onProgress,
    }),
  );
