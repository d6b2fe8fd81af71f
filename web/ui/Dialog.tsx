import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { ColourBars } from './ColourBars.tsx';
import { IconButton } from './IconButton.tsx';

/** A modal with a title: focus goes in, stays in and returns; Esc, × and the scrim close it. */
export function Dialog({
  isOpen,
  onClose,
  title,
  text,
  hasBars = false,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  /** The 화면 조정 strip along the top, for what sells. */
  hasBars?: boolean;
  children?: ReactNode;
}) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" />
        <BaseDialog.Popup className="dialog">
          {hasBars && <ColourBars />}
          <div className="px-[22px] pt-[22px] pb-5">
            <div className="-mt-2 -mr-2.5 flex items-start justify-between gap-2">
              <BaseDialog.Title className="type-h2 pt-2">{title}</BaseDialog.Title>
              <BaseDialog.Close render={<IconButton label={m.kit_close()} />}>
                <X aria-hidden="true" />
              </BaseDialog.Close>
            </div>
            {text && (
              <BaseDialog.Description className="type-sub mt-1 text-ink-2">{text}</BaseDialog.Description>
            )}
            {children}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
