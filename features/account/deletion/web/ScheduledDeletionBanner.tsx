import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { dateOf } from '#web/date-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { KOREA } from '#common/dates.ts';
import { deletionQuery, useCancelUserDeletion } from './account-deletion.queries.ts';

/** The banner is shown above every page under /app. */
export function ScheduledDeletionBanner() {
  const request = useQuery(deletionQuery).data?.request;
  const cancel = useCancelUserDeletion();
  if (!request) return null;
  return (
    <aside
      className="deletion-banner grid items-center bg-danger-tint px-4 text-danger"
      aria-label={m.shell_delete_account_title()}
    >
      <div className="mx-auto flex w-full max-w-[1080px] items-center justify-between gap-4">
        <p className="type-sub font-semibold">
          {m.account_deletion_banner({ day: dateOf(request.dueAt, { zone: KOREA }) })}
        </p>
        <Button
          look="secondary"
          size="small"
          className="flex-none"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {m.account_deletion_cancel()}
        </Button>
      </div>
    </aside>
  );
}
