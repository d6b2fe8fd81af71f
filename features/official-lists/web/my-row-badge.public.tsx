import { Suspense } from 'react';
import { lazyExtra } from '#web/shell/lazy-part.tsx';

const MyBadge = lazyExtra(async () => ({ default: (await import('./MyBadge.tsx')).MyBadge }));

/**
 * The first official list of a place of my list. Only places of the licence register are matched with official lists. The
 * badge is loaded after the list.
 */
export function MyRowBadge({ placeId }: { placeId: string }) {
  if (!placeId.startsWith('kr:')) return null;
  return (
    <Suspense>
      <MyBadge placeId={placeId} />
    </Suspense>
  );
}
