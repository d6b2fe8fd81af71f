import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { m } from '#messages';
import { clearSessionEnd } from '#web/requests/session-end.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { meQuery, resetClientState } from '../../web/account.queries.ts';
import { listenToOtherTabs } from './other-tabs.ts';

/** Applies a sign-in or sign-out in another tab immediately. */
export function useAccountSync(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  // Id of the last account. When a session ends, the data of its account stays on the page.
  const lastUid = useRef<string | null>(null);
  useEffect(() => {
    const note = () => {
      lastUid.current = queryClient.getQueryData(meQuery.queryKey)?.uid ?? lastUid.current;
    };
    note();
    return queryClient
      .getQueryCache()
      .subscribe(({ query }) => query.queryKey[0] === meQuery.queryKey[0] && note());
  }, [queryClient]);
  useEffect(
    () =>
      listenToOtherTabs(({ uid }) => {
        const here = queryClient.getQueryData(meQuery.queryKey)?.uid ?? null;
        if (here === uid) {
          // The same person has signed in again. Therefore typed text is kept.
          clearSessionEnd();
          void queryClient.invalidateQueries();
        } else if (lastUid.current !== null && uid !== null && lastUid.current !== uid) {
          // Another person has signed in. Therefore all data of the previous person must leave the screen.
          window.location.reload();
        } else {
          if (uid === null) {
            resetClientState(queryClient, null);
            showToast(m.account_signed_out_elsewhere());
          } else {
            queryClient.removeQueries({ queryKey: meQuery.queryKey });
          }
          // The route guards redirect as needed.
          void router.invalidate();
        }
      }),
    [queryClient, router],
  );
}
