import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#messages';
import { forgetSessionEnd } from '#web/session-end.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { meQuery, startAnew } from './account.queries.ts';
import { listenToOtherTabs } from './other-tabs.ts';

/** Signing in or out in another tab of this browser counts here too, at once. */
export function useAccountOfOtherTabs(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      listenToOtherTabs(({ uid }) => {
        const here = queryClient.getQueryData(meQuery.queryKey)?.uid ?? null;
        if (here === uid) {
          // The same person again, perhaps after their session had ended: what is typed here stays.
          forgetSessionEnd();
          void queryClient.invalidateQueries();
        } else if (here !== null && uid !== null) {
          // Someone else: nothing of the person before may stay on screen.
          window.location.reload();
        } else {
          if (uid === null) {
            startAnew(queryClient, null);
            showToast(m.account_signed_out_elsewhere());
          } else {
            queryClient.removeQueries({ queryKey: meQuery.queryKey });
          }
          // The guards of the URL table run again and lead to where this person may be.
          void router.invalidate();
        }
      }),
    [queryClient, router],
  );
}
