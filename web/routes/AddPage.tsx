import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AddPageParts } from '#features/restaurants/web/restaurants.public.ts';
import { AddRestaurantPage } from '#features/restaurants/web/AddRestaurantPage.tsx';
import { PasteButton } from '#features/transfer/web/PasteButton.tsx';
import { paths } from '#web/paths.ts';
import { lazyExtra, lazyPart } from '#web/shell/lazy-part.tsx';

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
      (await import('#features/collections/web/collections.queries.ts')).collectAdded(given),
  },
};

/**
 * Moves text shared by another app (`share_target` in the manifest) from the URL to the state of the history entry,
 * so that the URL does not contain it.
 */
export function AddPage() {
  const navigate = useNavigate();
  const pasted = sharedText(useLocation({ select: ({ searchStr }) => searchStr }));
  useEffect(() => {
    if (pasted !== '') void navigate({ to: paths.addRestaurant, replace: true, state: { pasted } });
  }, [navigate, pasted]);
  return pasted === '' && <AddRestaurantPage parts={parts} />;
}

/** Apps write the link into `text` or into `url`, and the name into `title` or not at all. */
function sharedText(searchStr: string): string {
  const search = new URLSearchParams(searchStr);
  return ['title', 'text', 'url']
    .map((part) => search.get(part)?.trim())
    .filter(Boolean)
    .join('\n');
}
