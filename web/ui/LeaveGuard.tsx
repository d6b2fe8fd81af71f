import { useBlocker } from '@tanstack/react-router';
import { m } from '#messages';
import { ConfirmDialog } from './ConfirmDialog.tsx';

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
      title={m.kit_leave_title()}
      text={m.kit_leave_text()}
      cancelLabel={m.kit_leave_stay()}
      confirmLabel={m.kit_leave_go()}
      isDangerous
      onConfirm={() => proceed?.()}
    />
  );
}
