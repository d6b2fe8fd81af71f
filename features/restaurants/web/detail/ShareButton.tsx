import { Share2 } from 'lucide-react';
import { m } from '#messages';
import { useSharePage } from '#web/share/use-share-page.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';

/** Shares the page of a place. */
export function ShareButton({ placeName }: { placeName: string }) {
  const { share, shareDialog } = useSharePage();
  const url = () => window.location.origin + window.location.pathname;
  return (
    <>
      <IconButton
        label={m.restaurants_share_label({ name: placeName })}
        onClick={() => share({ url: url(), title: placeName, text: m.restaurants_share_text() })}
      >
        <Share2 aria-hidden="true" />
      </IconButton>
      {shareDialog}
    </>
  );
}
