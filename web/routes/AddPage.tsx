import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#messages';
import type { AddPageParts } from '#features/restaurants/web/restaurants.public.ts';
import { AddRestaurantPage } from '#features/restaurants/web/AddRestaurantPage.tsx';
import { PasteButton } from '#features/transfer/web/PasteButton.tsx';
import { setPendingPictures } from '#web/form/pending-pictures.ts';
import { paths } from '#web/paths.ts';
import { lazyExtra, lazyPart } from '#web/shell/lazy-part.tsx';
import { showToast } from '#web/ui/Toast.tsx';

const parts = {
  Paste: lazyPart(async () => ({
    default: (await import('#features/transfer/web/PasteFlow.tsx')).PasteFlow,
  })),
  PasteButton,
  collections: {
    Choice: lazyExtra(async () => ({
      default: (await import('#features/collections/web/CollectionChoice.tsx')).CollectionChoice,
    })),
    collect: async (given: Parameters<AddPageParts['collections']['collect']>[0]) =>
      (await import('#features/collections/web/collection-places.queries.ts')).collectAdded(given),
  },
};

/**
 * Handles the content that another app shared (`share_target` in the manifest). Shared text moves from the URL to the
 * state of the history entry. Shared pictures, which the service worker has stored, go to the screen that reads them.
 */
export function AddPage() {
  const navigate = useNavigate();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const shared = sharedIn(searchStr);
  useEffect(() => {
    const { text, isLost, hasPictures, left, isAny } = sharedIn(searchStr);
    const open = (pictures: readonly File[]) => {
      if (isLost || (hasPictures && pictures.length === 0))
        showToast(m.transfer_share_lost(), { kind: 'alert' });
      if (left > 0) showToast(m.transfer_share_left({ count: left }), { kind: 'note' });
      setPendingPictures(pictures);
      const state = text === '' && pictures.length === 0 ? {} : { pasted: text };
      return navigate({ to: paths.addRestaurant, replace: true, state });
    };
    if (hasPictures)
      void import('#web/documents/shared-pictures.ts')
        .then(({ takeSharedPictures }) => takeSharedPictures())
        .catch(() => [])
        .then(open);
    else if (isAny) void open([]);
  }, [navigate, searchStr]);
  return !shared.isAny && <AddRestaurantPage parts={parts} />;
}

/** Returns the shared content. Apps write the link into `text` or `url`. Some write the name into `title`. */
function sharedIn(searchStr: string) {
  const search = new URLSearchParams(searchStr);
  const text = ['title', 'text', 'url']
    .map((part) => search.get(part)?.trim())
    .filter(Boolean)
    .join('\n');
  const shared = search.get('shared');
  // The value `lost` means that the service worker did not answer, or could not read the shared content.
  const [hasPictures, isLost] = [shared === 'pictures', shared === 'lost'];
  // The number of pictures that the service worker did not take.
  const left = Number(search.get('left')) || 0;
  return { text, hasPictures, isLost, left, isAny: text !== '' || hasPictures || isLost || left > 0 };
}
