import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, retryLostConnection } from '../api.ts';
import { isKept } from '../documents/kept-queries.ts';
import { readKept } from '../documents/read-kept.ts';
import { afterAwaitedActions, outboxed } from '../outbox/page-outbox.ts';
import { reportSessionEnd } from './session-end.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiProblem;
    /** The text for a write that failed because the session ended. It is shown before the request to sign in again. */
    mutationMeta: { signInSentence?: () => string };
  }
}

/**
 * Creates the client for all queries. Data is fresh for half a minute, so that going back and forth sends no requests.
 * Documents that other tabs and devices can change set `refetchOnWindowFocus: 'always'`.
 */
export function createQueryClient() {
  focusManager.setEventListener(listenToFocus);
  const onError = (error: unknown, sentence: string | null) => {
    if (error instanceof ApiProblem && error.code === 'account.sign_in_required') reportSessionEnd(sentence);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onError(error, null) }),
    mutationCache: new MutationCache({
      /*
       * The screen shows outbox actions before the server has received them. For example, the member can take over a
       * place again while its deletion is still being sent. Therefore other writes wait for the outbox actions.
       */
      onMutate: (_variables, { options }) =>
        options.networkMode === outboxed.networkMode ? undefined : afterAwaitedActions(),
      onError: (error, _variables, _result, mutation) =>
        onError(error, mutation.meta?.signInSentence?.() ?? null),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // With `always`, a read without a network fails at once. The screen can then show the error or the stored
        // document.
        networkMode: 'always',
        persister: readKept,
        refetchOnReconnect: ({ queryKey }) => (isKept(queryKey) ? 'always' : true),
        retry: retryLostConnection,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
      },
      // A write never waits for a network by itself: it could be sent long after the press, or be lost with the page.
      // Either the outbox stores it (`outboxed`), or it fails at once.
      mutations: { networkMode: 'always', retry: false, retryDelay: shortDelay },
    },
  });
}

/** After two repetitions of a write, the person reads within a second that the connection was lost. */
const shortDelay = (failures: number) => 300 * 2 ** failures;

/**
 * Listens for changes of visibility and for window focus. TanStack Query only detects visibility, but two windows side
 * by side are both visible.
 */
function listenToFocus(onFocus: () => void) {
  const listener = () => onFocus();
  window.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
  };
}
