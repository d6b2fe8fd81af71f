import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { classes } from './classes.ts';
import { useCloseOnBack } from './close-on-back.ts';
import { ColourBars } from './ColourBars.tsx';
import { IconButton } from './IconButton.tsx';
import { markBody } from './mark-body.ts';

/** Moves toasts to the top of the screen while a dialog is open, because the buttons of a dialog are at its end. */
const moveToasts = markBody('data-dialog');

/**
 * A dialog. The focus moves into it, stays inside, and returns when it closes. Esc, Back, × and the backdrop close the
 * dialog.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  text,
  hasBars = false,
  closesOnBack = true,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  /** Whether `ColourBars` are at the top of the dialog. They are for upgrade offers. */
  hasBars?: boolean;
  closesOnBack?: boolean;
  children?: ReactNode;
}) {
  useCloseOnBack({ isOpen: isOpen && closesOnBack, onClose });
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" />
        <BaseDialog.Popup ref={moveToasts} className="dialog">
          {hasBars && <ColourBars />}
          <div className="px-[22px] pt-[22px] pb-5">
            <BaseDialog.Title className="type-h2 pr-9">{title}</BaseDialog.Title>
            {text && (
              <BaseDialog.Description className="type-sub mt-1.5 text-ink-2">{text}</BaseDialog.Description>
            )}
            {children}
          </div>
          {/* The close button comes last, so that the content gets the initial focus. */}
          <BaseDialog.Close
            render={
              <IconButton
                label={m.kit_close()}
                className={classes('absolute right-3', hasBars ? 'top-5' : 'top-3.5')}
              />
            }
          >
            <X aria-hidden="true" />
          </BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
