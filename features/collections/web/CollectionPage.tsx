import { useParams } from '@tanstack/react-router';
import { Pencil, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import { useMedia } from '#features/restaurants/web/restaurants.public.ts';
import { CollectionShareDialog } from '#features/sharing/web/sharing.public.tsx';
import { SkeletonListBesideMap } from '#web/map/ListBesideMap.tsx';
import { paths } from '#web/paths.ts';
import { PageHeader } from '#web/shell/PageHeader.tsx';
import { IconButton, IconLink } from '#web/ui/IconButton.tsx';
import { CollectionUnavailable } from './CollectionUnavailable.tsx';
import { COLLECTION_MAP_PLACE, CollectionView } from './CollectionView.tsx';
import { useCollection } from './use-collection.ts';

export function CollectionPage() {
  const { collectionId } = useParams({ from: '/members/app/collections/$collectionId' });
  const { data, error, refetch } = useCollection(collectionId);
  const [isSharing, setSharing] = useState<boolean | null>(null);
  const isWide = useMedia('(min-width: 1024px)');
  const isGone = error?.code === 'collections.not_found';
  const shown = isGone ? undefined : data;
  return (
    <>
      <PageHeader
        title={m.collections_title()}
        browserTitle={shown?.name}
        isTitleHeading={!shown}
        backTo={paths.collections}
        className="max-w-[1144px]"
        actions={
          shown?.role === 'owner' && (
            <>
              <IconButton
                label={m.sharing_collection_label({ name: shown.name })}
                aria-haspopup="dialog"
                onClick={() => setSharing(true)}
              >
                <Share2 aria-hidden="true" />
              </IconButton>
              <IconLink
                to={paths.editCollection}
                params={{ collectionId }}
                label={m.collections_edit_label({ name: shown.name })}
              >
                <Pencil aria-hidden="true" />
              </IconLink>
            </>
          )
        }
      />
      <main id="content" className="pb-28 lg:pb-[calc(var(--sticky-actions,0px)+4rem)]">
        {shown ? (
          <CollectionView key={shown.id} collection={shown} />
        ) : error ? (
          <div className="mx-auto max-w-[640px] px-4 py-6">
            <CollectionUnavailable error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <SkeletonListBesideMap colours="bg-soft" mapPlace={COLLECTION_MAP_PLACE} isWide={isWide} />
        )}
      </main>
      {shown?.role === 'owner' && isSharing !== null && (
        <Suspense>
          <CollectionShareDialog isOpen={isSharing} onClose={() => setSharing(false)} collection={shown} />
        </Suspense>
      )}
    </>
  );
}
