import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelSecondFactorRemovalByMail,
  finishReview,
  requestSecondFactorRemoval,
  type Review,
  startSecondFactorRemoval,
} from '#features/account/recovery/recovery.contract.ts';
import { call } from '#web/api.ts';
import type { Reauthentication } from '../../security/web/security.queries.ts';
import { securityQuery } from '../../security/web/security.queries.ts';
import { securityNoticesQuery } from './security-notices.queries.ts';

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

export function useFinishReview(removed: Omit<Review, 'password'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reauthentication: Reauthentication) =>
      call(finishReview, { body: { ...removed, ...reauthentication } }),
    onSuccess: (notices) => queryClient.setQueryData(securityNoticesQuery.queryKey, notices),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey }),
  });
}
