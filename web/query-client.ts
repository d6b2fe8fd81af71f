import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isNetworkProblem } from './api.ts';
import { reportSessionEnd } from './session-end.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiProblem;
    /** What a write says to whoever is not signed in any more, before the question to sign in again. */
    mutationMeta: { signInSentence?: () => string };
  }
}

const MOST_RETRIES = 2;

/**
 * What the screens know of the server. Only a lost connection is tried again: the server's answers do not change by
 * asking twice. Data is fresh for half a minute, so that going back and forth costs nothing.
 */
export function createQueryClient() {
  const onError = (error: unknown, sentence: string | null) => {
    if (error instanceof ApiProblem && error.code === 'account.sign_in_required') reportSessionEnd(sentence);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onError(error, null) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        onError(error, mutation.meta?.signInSentence?.() ?? null),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => isNetworkProblem(error) && failures < MOST_RETRIES,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
      },
      mutations: { retry: false },
    },
  });
}
