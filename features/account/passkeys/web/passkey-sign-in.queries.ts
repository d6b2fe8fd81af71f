import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signInWithPasskey, startPasskeySignIn } from '#features/account/passkeys/passkeys.contract.ts';
import { call } from '#web/api.ts';
import { setCurrentUser } from '../../web/account.queries.ts';

/** The mutation resolves to null if the person cancelled. */
export function usePasskeySignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ inField = false }: { inField?: boolean }) => {
      const { options } = await call(startPasskeySignIn, {});
      const { requestPasskey } = await import('./ceremonies.ts');
      const outcome = await requestPasskey(options, { inField });
      if ('failure' in outcome) return null;
      return (await call(signInWithPasskey, { body: { response: { ...outcome.answer } } })).me;
    },
    onSuccess: (me) => me && setCurrentUser(queryClient, me),
  });
}
