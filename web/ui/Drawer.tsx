import { Drawer as BaseDrawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { useCloseOnBack } from './close-on-back.ts';

/** A drawer at the side, at most 320 px wide. Esc, Back, the backdrop and a swipe to the right close it. */
export function Drawer({
  isOpen,
  onClose,
  label,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}) {
  useCloseOnBack({ isOpen, onClose });
  return (
    <BaseDrawer.Root open={isOpen} onOpenChange={(open) => !open && onClose()} swipeDirection="right">
      <BaseDrawer.Portal>
        <BaseDrawer.Backdrop className="scrim" />
        <BaseDrawer.Viewport className="drawer-viewport">
          <BaseDrawer.Popup className="drawer" aria-label={label}>
            <BaseDrawer.Content>{children}</BaseDrawer.Content>
          </BaseDrawer.Popup>
        </BaseDrawer.Viewport>
      </BaseDrawer.Portal>
    </BaseDrawer.Root>
  );
}
