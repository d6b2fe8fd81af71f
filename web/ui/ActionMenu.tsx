import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { IconButton } from './IconButton.tsx';

/** ⋯: a button that opens a dialog with actions. A press on an action closes the dialog. */
export function ActionMenu({
  label,
  title,
  actions,
}: {
  label: string;
  title: string;
  actions: readonly { label: string; icon: ReactNode; onPress: () => void }[];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis aria-hidden="true" />
      </IconButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
        <div className="mt-3 -mb-1 grid">
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              className="-mx-2 flex min-h-12 items-center gap-3 rounded-inner px-2 text-left font-semibold hover:bg-sunken [&>svg]:size-5 [&>svg]:flex-none"
              onClick={() => {
                setOpen(false);
                action.onPress();
              }}
            >
              {action.icon}
              {action.label}
            </button>
          ))}
        </div>
      </Dialog>
    </>
  );
}
