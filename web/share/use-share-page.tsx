import { type ReactNode, useEffect, useRef, useState } from 'react';
import { m } from '#messages';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { type SharedPage, sharePage } from './share-page.ts';

/**
 * Shares a page. If sharing fails, shows the URL for manual copying. Render `shareDialog` on the page, and call `share`
 * directly from a click handler.
 */
export function useSharePage(): {
  share: (page: SharedPage) => void;
  /** Opens the share sheet of the system after a link was created. Does nothing if the browser has none. */
  offer: (page: SharedPage) => void;
  shareDialog: ReactNode;
} {
  const [addressToCopy, setAddressToCopy] = useState<string | null>(null);
  const share = async (page: SharedPage) => {
    const outcome = await sharePage(page);
    if (outcome === 'copied') showToast(m.restaurants_share_copied(), { isAlert: true });
    if (outcome === 'share_failed' || outcome === 'copy_failed') {
      const failed = outcome === 'share_failed' ? m.restaurants_share_failed() : m.restaurants_copy_failed();
      showToast(failed, { kind: 'alert' });
      setAddressToCopy(page.url);
    }
  };
  return {
    share: (page) => void share(page),
    offer: (page) => {
      if ('share' in navigator) void share(page);
    },
    shareDialog: (
      <Dialog
        isOpen={addressToCopy !== null}
        onClose={() => setAddressToCopy(null)}
        title={m.restaurants_share_by_hand_title()}
        text={
          matchMedia('(pointer: coarse)').matches
            ? m.restaurants_share_by_hand_touch()
            : m.restaurants_share_by_hand_text()
        }
      >
        <SelectedAddress address={addressToCopy ?? ''} />
      </Dialog>
    ),
  };
}

function SelectedAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      readOnly
      aria-label={m.restaurants_share_address()}
      value={address}
      onFocus={(event) => event.currentTarget.select()}
      className="input mt-4 min-h-12 w-full rounded-field border-[1.5px] border-line-strong bg-surface px-3.5"
    />
  );
}
