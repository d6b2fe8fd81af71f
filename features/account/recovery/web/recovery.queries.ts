import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelSecondFactorRemoval,
  cancelSecondFactorRemovalByMail,
  finishReview,
  getSecurityNotices,
  requestSecondFactorRemoval,
  type Review,
  startSecondFactorRemoval,
} from '#features/account/recovery/recovery.contract.ts';
import { m } from '#messages';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import type { Reauthentication } from '../../security/web/security.queries.ts';
import { securityQuery } from '../../security/web/security.queries.ts';

export const securityNoticesQuery = queryOptions({
  queryKey: ['security-notices'],
  queryFn: ({ signal }) => call(getSecurityNotices, { signal }),
});

export const useRequestSecondFactorRemoval = () =>
  useMutation({ mutationFn: () => call(requestSecondFactorRemoval, {}) });

export const useStartSecondFactorRemoval = () =>
  useMutation({
    mutationFn: (token: string) => call(startSecondFactorRemoval, { body: { token } }),
  });

export function useCancelSecondFactorRemovalByMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(cancelSecondFactorRemovalByMail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: securityNoticesQuery.queryKey }),
  });
}

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

export function useFinishReview(removed: Omit<Review, 'password'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reauthentication: Reauthentication) =>
      call(finishReview, { body: { ...removed, ...reauthentication } }),
    onSuccess: (notices) => queryClient.setQueryData(securityNoticesQuery.queryKey, notices),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey }),
  });
}
