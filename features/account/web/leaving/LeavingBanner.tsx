import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { dayOf } from './day-of.ts';
import { deletionQuery, useCancelUserDeletion } from './leaving.queries.ts';

/** Above every page under /app while the account is about to end. */
export function LeavingBanner() {
  const request = useQuery(deletionQuery).data?.request;
  const cancel = useCancelUserDeletion();
  if (!request) return null;
  const takeBack = () =>
    cancel.mutate(undefined, {
      onSuccess: () => showToast(m.account_leaving_taken_back()),
      onError: () => showToast(m.account_leaving_failed(), { kind: 'alert' }),
    });
  return (
    <aside className="bg-danger-tint px-4 py-2 text-danger" aria-label={m.shell_delete_account_title()}>
      <div className="mx-auto flex max-w-[1080px] flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="type-sub font-semibold">{m.account_leaving_banner({ day: dayOf(request.dueAt) })}</p>
        <Button look="secondary" size="small" isBusy={cancel.isPending} onClick={takeBack}>
          {m.account_leaving_take_back()}
        </Button>
      </div>
    </aside>
  );
}
