import { Ellipsis, Share, SquarePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Explains how to put the app on the home screen of an iPhone or iPad, with a drawing of each step. */
export function InstallOnIos({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={m.install_ios_title()} text={m.install_ios_text()}>
      <ol role="list" className="mt-4 grid gap-3">
        <Step text={m.install_ios_share()}>
          <div className="flex w-full items-center justify-between rounded-full bg-surface px-3 py-1.5 shadow-1">
            <span className="type-caption text-ink-3">momokzi</span>
            <Ellipsis className="size-4 text-ink-3" />
          </div>
          <Share className="size-7" />
        </Step>
        <Step text={m.install_ios_add()}>
          <div className="grid w-full gap-1">
            <span className="h-6 rounded-small bg-surface" />
            <span className="type-caption flex items-center justify-between rounded-small bg-surface px-2 py-1 font-semibold ring-2 ring-prov">
              {m.install_ios_row()}
              <SquarePlus className="size-4" />
            </span>
          </div>
        </Step>
        <Step text={m.install_ios_open()}>
          <span className="grid justify-items-center gap-1">
            <img src="/icon-192.png" alt="" width={44} height={44} className="rounded-[10px]" />
            <span className="type-caption">{m.kit_product_name()}</span>
          </span>
        </Step>
      </ol>
      <Button className="mt-5 w-full" onClick={onClose}>
        {m.kit_close()}
      </Button>
    </Dialog>
  );
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span
        className="grid h-[84px] w-[132px] flex-none content-center justify-items-center gap-1.5 rounded-inner bg-sunken p-2"
        aria-hidden="true"
      >
        {children}
      </span>
      <span className="type-body min-w-0">{text}</span>
    </li>
  );
}
