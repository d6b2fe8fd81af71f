import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/account/deletion/account-deletion.contract.ts';
import type { ScheduleDeletionForm } from '#features/account/deletion/account-deletion.contract.ts';
import { m } from '#messages';
import { call } from '#web/api.ts';
import { showToast } from '#web/ui/Toast.tsx';

const getDeletionRequest: Call<typeof contract.getDeletionRequest> = {
  method: 'GET',
  url: '/api/account/deletion',
};
const requestUserDeletion: Call<typeof contract.requestUserDeletion> = {
  method: 'POST',
  url: '/api/account/deletion',
};
const cancelUserDeletion: Call<typeof contract.cancelUserDeletion> = {
  method: 'DELETE',
  url: '/api/account/deletion',
};

export const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: ({ signal }) => call(getDeletionRequest, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useRequestUserDeletion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ScheduleDeletionForm) => call(requestUserDeletion, { body }),
    onSuccess: (deletion) => queryClient.setQueryData(deletionQuery.queryKey, deletion),
  });
}

/** A toast shows the result, because the banner disappears together with its button. */
export function useCancelUserDeletion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelUserDeletion, {}),
    onSuccess: (deletion) => {
      queryClient.setQueryData(deletionQuery.queryKey, deletion);
      showToast(m.account_deletion_cancelled());
    },
    onError: () => showToast(m.account_deletion_failed(), { kind: 'alert' }),
  });
}
