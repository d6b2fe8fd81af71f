import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passSecondFactor, type SecondStep } from '#features/account/second-factor.contract.ts';
import { call } from '#web/api.ts';
import { enterAs } from './account.queries.ts';

/** Takes the second step of signing in. Whatever was known of the person before is forgotten. */
export function useSecondStep() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: SecondStep) => call(passSecondFactor, { body }),
    onSuccess: ({ me }) => enterAs(queryClient, me),
  });
}
