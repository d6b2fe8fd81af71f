import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { m } from '#messages';
import { clearSessionEnd } from '#web/requests/session-end.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { meQuery, resetClientState } from '../../web/account.queries.ts';
import { listenToOtherTabs } from './other-tabs.ts';

/**
 * Decides what this tab does when another tab reports its account.
 * @param uid the account of the other tab; null after a sign-out
 * @param here the account of this tab; null if there is none, or if its session has ended
 * @param lastUid the last account of this tab, whose data may still be on the page
 */
function actionFor({
  uid,
  here,
  lastUid,
}: {
  uid: string | null;
  here: string | null;
  lastUid: string | null;
}): 'read_again' | 'reload' | 'sign_out' | 'sign_in' {
  // The same person has signed in again. Therefore typed text is kept.
  if (here === uid) return 'read_again';
  if (uid === null) return 'sign_out';
  // Another person has signed in. Therefore all data of the previous person must leave the screen.
  if (lastUid !== null && lastUid !== uid) return 'reload';
  // The first sign-in in this tab, or a sign-in of the same person after the session has ended here.
  return 'sign_in';
}

/** Applies a sign-in or sign-out in another tab immediately. */
export function useAccountSync(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const lastUid = useLastUid();
  useEffect(
    () =>
      listenToOtherTabs(({ uid }) => {
        const here = queryClient.getQueryData(meQuery.queryKey)?.uid ?? null;
        switch (actionFor({ uid, here, lastUid: lastUid.current })) {
          case 'read_again':
            clearSessionEnd();
            void queryClient.invalidateQueries();
            return;
          case 'reload':
            window.location.reload();
            return;
          case 'sign_out':
            resetClientState(queryClient, null);
            showToast(m.account_signed_out_elsewhere());
            break;
          case 'sign_in':
            queryClient.removeQueries({ queryKey: meQuery.queryKey });
        }
        // The route guards redirect as needed.
        void router.invalidate();
      }),
    [queryClient, router, lastUid],
  );
}

/** Returns the id of the last account. When a session ends, the data of its account stays on the page. */
function useLastUid(): RefObject<string | null> {
  const queryClient = useQueryClient();
  const lastUid = useRef<string | null>(null);
  useEffect(() => {
    const rememberUid = () => {
      lastUid.current = queryClient.getQueryData(meQuery.queryKey)?.uid ?? lastUid.current;
    };
    rememberUid();
    return queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] === meQuery.queryKey[0]) rememberUid();
    });
  }, [queryClient]);
  return lastUid;
}
