import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { Button } from './Button.tsx';
import { useCloseOnBack } from './close-on-back.ts';

/**
 * A dialog that asks for confirmation. Only a button confirms. Esc and Back cancel. A press on the backdrop has no
 * effect.
 */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  text,
  confirmLabel,
  cancelLabel = m.kit_cancel(),
  onConfirm,
  isDangerous = false,
  isBusy = false,
  closesOnBack = true,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  /** The label of the confirming button, such as 삭제 or 나가기. */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  isDangerous?: boolean;
  isBusy?: boolean;
  closesOnBack?: boolean;
}) {
  useCloseOnBack({ isOpen: isOpen && closesOnBack, onClose });
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog p-[22px]">
          <AlertDialog.Title className="type-h2">{title}</AlertDialog.Title>
          {text && (
            <AlertDialog.Description className="type-sub mt-1 text-ink-2">{text}</AlertDialog.Description>
          )}
          <div className="mt-6 grid grid-cols-2 gap-2">
            <AlertDialog.Close render={<Button look="secondary" />}>{cancelLabel}</AlertDialog.Close>
            <Button look={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
