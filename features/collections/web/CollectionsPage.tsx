import { Suspense } from 'react';
import { m } from '#messages';
import { NewEpisodes } from '#features/following/web/following.public.ts';
import { OfficialListCards, SourceCards } from '#features/restaurants/web/restaurants.public.ts';
import { ShareLinks } from '#features/sharing/web/sharing.public.tsx';
import { Page } from '#web/shell/Page.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { MyCollections } from './MyCollections.tsx';

export function CollectionsPage() {
  return (
    <Page title={m.collections_title()}>
      <NewEpisodes />
      <MyCollections />
      <section aria-labelledby="collections-sources" className="mt-8">
        <h2 id="collections-sources" className="type-h3 mb-3">
          {m.collections_sources()}
        </h2>
        <SourceCards />
      </section>
      <OfficialListCards />
      <section aria-labelledby="collections-shares" className="mt-8">
        <h2 id="collections-shares" className="type-h3 mb-3">
          {m.collections_shares()}
        </h2>
        <Suspense fallback={<SkeletonPanels shapes={['h-16']} />}>
          <ShareLinks />
        </Suspense>
      </section>
    </Page>
  );
}
