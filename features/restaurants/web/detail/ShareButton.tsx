import { Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '#messages';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { sharePage } from '../share-page.ts';

/** Shares this page, and when nothing works shows its address to be copied by hand. */
export function ShareButton({ placeName }: { placeName: string }) {
  const [addressToCopy, setAddressToCopy] = useState<string | null>(null);
  const share = async () => {
    const url = window.location.origin + window.location.pathname;
    const outcome = await sharePage({ url, title: placeName, text: m.restaurants_share_text() });
    if (outcome === 'copied') showToast(m.restaurants_share_copied(), { kind: 'alert' });
    if (outcome === 'share_failed' || outcome === 'copy_failed') {
      const failed = outcome === 'share_failed' ? m.restaurants_share_failed() : m.restaurants_copy_failed();
      showToast(failed, { kind: 'alert' });
      setAddressToCopy(url);
    }
  };
  return (
    <>
      <IconButton label={m.restaurants_share_label({ name: placeName })} onClick={() => void share()}>
        <Share2 aria-hidden="true" />
      </IconButton>
      <Dialog
        isOpen={addressToCopy !== null}
        onClose={() => setAddressToCopy(null)}
        title={m.restaurants_share_by_hand_title()}
        text={m.restaurants_share_by_hand_text()}
      >
        <SelectedAddress address={addressToCopy ?? ''} />
      </Dialog>
    </>
  );
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
