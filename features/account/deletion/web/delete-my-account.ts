import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteMyAccount, type DeleteNowForm } from '#features/account/deletion/account-deletion.contract.ts';
import { removeDraftPhotos } from '#features/photos/web/photos.public.tsx';
import { call } from '#web/api.ts';
import { browserStorage } from '#web/storage/browser-storage.ts';
import { forgetDevice } from '#web/documents/forget-device.ts';
import { forgetLoss } from '#web/outbox/lost-actions.ts';
import { openedOutbox } from '#web/outbox/page-outbox.ts';
import { meQuery, setCurrentUser } from '../../web/account.queries.ts';

/** Deletes the account and clears all personal data in every tab. */
export function useDeleteMyAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DeleteNowForm) => call(deleteMyAccount, { body }),
    // The id is read before the request, because `me` has no account after the request.
    onMutate: () => queryClient.getQueryData(meQuery.queryKey)?.uid,
    onSuccess: async (_answer, _form, uid) => {
      if (uid !== undefined) await forgetAccount(uid);
      setCurrentUser(queryClient, null);
    },
  });
}

/**
 * Deletes the data of an account on this device. Drafts and pending actions stay after a sign-out. Here they are
 * deleted, because this account cannot sign in again.
 */
async function forgetAccount(uid: string): Promise<void> {
  browserStorage.removeAll(uid);
  await Promise.allSettled([
    forgetDevice(),
    removeDraftPhotos(uid),
    openedOutbox().then((outbox) => outbox.discardAll()),
  ]);
  forgetLoss(uid);
}
