import { type ReactNode, Suspense, useState } from 'react';
import { lazyDialog } from '#web/shell/lazy-part.tsx';

const NearbyDialog = lazyDialog(async () => ({ default: (await import('./NearbyDialog.tsx')).NearbyDialog }));

/** 주변 맛집 찾기. `children` gets a function that opens the dialog. The code of the dialog is loaded on the first call. */
export function Nearby({ children }: { children: (open: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      {children(open)}
      {wasOpened && (
        <Suspense>
          <NearbyDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
