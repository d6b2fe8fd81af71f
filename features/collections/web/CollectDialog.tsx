import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { collectionsQuery } from './collections.documents.ts';
import { useAddToCollection, useRemoveFromCollection } from './collection-places.queries.ts';
import { canCollect } from './collections.queries.ts';
import { CollectionMark } from './looks.tsx';
import { NewCollectionForm } from './NewCollectionForm.tsx';

/** 모음에 담기: adds places to collections. A single place can also be removed from a collection. */
export function CollectDialog({
  isOpen,
  onClose,
  restaurantIds,
  onAdded,
}: {
  isOpen: boolean;
  onClose: () => void;
  restaurantIds: readonly string[];
  onAdded?: (collectionId: string) => void;
}) {
  const { data, error, refetch } = useQuery(collectionsQuery);
  const collections = data?.filter(canCollect);
  const add = useAddToCollection({
    onAdded: ({ isSent }) =>
      isSent && showToast(m.collections_added({ count: numberOf(restaurantIds.length) })),
  });
  const remove = useRemoveFromCollection();
  const press = (collectionId: string, isIn: boolean) => {
    const [only] = restaurantIds;
    if (!isIn) add.mutate({ collectionId, restaurantIds }, { onSuccess: () => onAdded?.(collectionId) });
    else if (restaurantIds.length === 1 && only !== undefined)
      remove.mutate({ collectionId, restaurantId: only });
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={m.collections_collect()}>
      <div className="mt-4 grid grid-cols-1 gap-4">
        {collections ? (
          collections.length > 0 && (
            <ul role="list" className="-mx-2 grid grid-cols-1 max-h-[min(50dvh,26rem)] gap-1 overflow-y-auto">
              {collections.map((collection) => {
                const isIn = restaurantIds.every((id) => collection.restaurantIds.includes(id));
                return (
                  <li key={collection.id}>
                    <button
                      type="button"
                      aria-pressed={isIn}
                      className="flex w-full items-center gap-3 rounded-field px-2 py-2 text-left hover:bg-sunken"
                      onClick={() => press(collection.id, isIn)}
                    >
                      <CollectionMark colour={collection.colour} icon={collection.icon} />
                      <span className="min-w-0 flex-1">
                        <span className="line-clamp-2 font-semibold">{collection.name}</span>
                        <span className="type-caption numbers block text-ink-2">
                          {m.collections_count({ count: numberOf(collection.restaurantIds.length) })}
                        </span>
                      </span>
                      {isIn ? (
                        <Check className="size-6 flex-none text-brand-text" aria-hidden="true" />
                      ) : (
                        <Plus className="size-6 flex-none text-ink-3" aria-hidden="true" />
                      )}
                    </button>
                  </li>
                );
              })}
            </ul>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonPanels shapes={['h-14', 'h-14']} />
        )}
        <NewCollectionForm restaurantIds={restaurantIds} onCreated={(id) => onAdded?.(id)} />
      </div>
    </Dialog>
  );
}
