import { useBlocker } from '@tanstack/react-router';
import { m } from '#messages';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Asks before unsaved changes are left behind, by a link, the way back, or closing the tab. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title={m.restaurants_leave_title()}
      text={m.restaurants_leave_text()}
      cancelLabel={m.restaurants_leave_stay()}
      confirmLabel={m.restaurants_leave_go()}
      isDangerous
      onConfirm={() => proceed?.()}
    />
  );
}
