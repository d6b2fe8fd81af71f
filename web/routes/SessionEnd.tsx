import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '#features/account/web/account.queries.ts';
import { clearSessionEnd } from '#web/requests/session-end.ts';
import { SessionEndDialog } from '#web/shell/SessionEndDialog.tsx';

/** Asks the member to sign in again. The member signs in in another tab and then continues here. */
export function SessionEnd({
  uid,
  ...dialog
}: {
  uid: string | undefined;
  isOpen: boolean;
  sentence: string | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const onReturn = async () => {
      // Without an answer the dialog stays, and the next return asks again.
      const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => null);
      if (!me) return;
      // Another account has signed in. No data of the previous account may stay on screen.
      if (me.uid !== uid) return window.location.reload();
      clearSessionEnd();
      await queryClient.invalidateQueries();
    };
    window.addEventListener('focus', onReturn);
    return () => window.removeEventListener('focus', onReturn);
  }, [queryClient, uid]);
  return <SessionEndDialog {...dialog} />;
}
