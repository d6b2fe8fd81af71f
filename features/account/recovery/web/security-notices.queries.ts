import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/account/recovery/recovery.contract.ts';
import { m } from '#messages';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

const getSecurityNotices: Call<typeof contract.getSecurityNotices> = {
  method: 'GET',
  url: '/api/account/security/notices',
};
const cancelSecondFactorRemoval: Call<typeof contract.cancelSecondFactorRemoval> = {
  method: 'DELETE',
  url: '/api/account/second-factor/removal',
};

export const securityNoticesQuery = queryOptions({
  queryKey: ['security-notices'],
  queryFn: ({ signal }) => call(getSecurityNotices, { signal }),
});

/** A toast shows the result, because the banner disappears together with its button. */
export function useCancelSecondFactorRemoval() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelSecondFactorRemoval, {}),
    onSuccess: (notices) => {
      queryClient.setQueryData(securityNoticesQuery.queryKey, notices);
      showToast(m.recovery_banner_cancelled());
    },
    onError: (problem) => showToast(messageOf(problem), { kind: 'alert' }),
  });
}
