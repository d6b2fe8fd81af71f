import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, retryLostRead } from './api.ts';
import { isKept } from './documents/kept-queries.ts';
import { readKept } from './documents/read-kept.ts';
import { afterAwaitedActions } from './outbox/page-outbox.ts';
import { reportSessionEnd } from './session-end.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiProblem;
    /** Shown for a write that failed because the session ended, before the request to sign in again. */
    mutationMeta: { signInSentence?: () => string };
  }
}

/**
 * Data is fresh for half a minute, so that going back and forth sends no requests. Documents that
 * other tabs and devices can change set `refetchOnWindowFocus: 'always'`.
 */
export function createQueryClient() {
  focusManager.setEventListener(listenToFocus);
  const onError = (error: unknown, sentence: string | null) => {
    if (error instanceof ApiProblem && error.code === 'account.sign_in_required') reportSessionEnd(sentence);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onError(error, null) }),
    mutationCache: new MutationCache({
      /* The screen shows outbox actions before the server has received them. For example, a place can
         be taken over again while its deletion is still being sent. Other writes therefore wait for
         these actions, except writes that work without a connection. */
      onMutate: (_variables, { options }) =>
        options.networkMode === 'always' ? undefined : afterAwaitedActions(),
      onError: (error, _variables, _result, mutation) =>
        onError(error, mutation.meta?.signInSentence?.() ?? null),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Without a network a read fails at once, so that the screen can say so or show the stored
        // document.
        networkMode: 'always',
        persister: readKept,
        refetchOnReconnect: ({ queryKey }) => (isKept(queryKey) ? 'always' : true),
        retry: retryLostRead,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
      },
      mutations: { retry: false },
    },
  });
}

/** Also on window focus: TanStack Query only detects visibility, and two windows side by side are both visible. */
function listenToFocus(onFocus: () => void) {
  const listener = () => onFocus();
  window.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
  };
}
