import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signInWithPasskey, startPasskeySignIn } from '#features/account/passkeys/passkeys.contract.ts';
import { call } from '#web/api.ts';
import { setCurrentUser } from '../../web/account.queries.ts';

/** The mutation resolves to the member, or to the reason why the browser gave no passkey. */
export function usePasskeySignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ inField = false }: { inField?: boolean }) => {
      const request = startRequest({ inField });
      // The page makes the request in the field by itself, so its failure is not an answer to the member.
      const outcome = await (inField ? request.catch(() => ({ failure: 'impossible' as const })) : request);
      if ('failure' in outcome) return { me: null, failure: outcome.failure };
      const { me } = await call(signInWithPasskey, { body: { response: { ...outcome.answer } } });
      return { me, failure: null };
    },
    onSuccess: ({ me }) => {
      if (me) setCurrentUser(queryClient, me);
    },
  });
}

async function startRequest({ inField }: { inField: boolean }) {
  const { options } = await call(startPasskeySignIn, {});
  const { requestPasskey } = await import('./ceremonies.ts');
  return requestPasskey(options, { inField });
}
