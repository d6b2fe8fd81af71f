import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passSecondFactor, type SecondStep } from '#features/account/second-factor/second-factor.contract.ts';
import { call } from '#web/api.ts';
import { setCurrentUser } from '../../web/account.queries.ts';

export function useSecondStep() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SecondStep) => call(passSecondFactor, { body }),
    onSuccess: ({ me }) => setCurrentUser(queryClient, me),
  });
}
