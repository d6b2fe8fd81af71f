import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { COLLECTION_NAME_MAXIMUM } from '#features/collections/collections.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { collectionsQuery } from './collections.documents.ts';
import {
  canCollect,
  useAddToCollection,
  useCreateCollection,
  useRemoveFromCollection,
} from './collections.queries.ts';
import { CollectionMark } from './looks.tsx';
import { useCollectionLimit } from './use-collection-limit.tsx';

/** 모음에 담기: adds places to my collections, or removes a single one; or creates a collection with them. */
export function CollectDialog({
  isOpen,
  onClose,
  restaurantIds,
  onAdded,
}: {
  isOpen: boolean;
  onClose: () => void;
  restaurantIds: readonly string[];
  /** Called with the id of the collection. */
  onAdded?: (collectionId: string) => void;
}) {
  const { data, error, refetch } = useQuery(collectionsQuery);
  const collections = data?.filter(canCollect);
  const { limitDialog, showLimit } = useCollectionLimit();
  const [name, setName] = useState('');
  const add = useAddToCollection({
    onAdded: () => showToast(m.collections_added({ count: numberOf(restaurantIds.length) })),
  });
  const remove = useRemoveFromCollection();
  const create = useCreateCollection({
    onCreated: (made) => showToast(m.collections_created({ name: made.name })),
    onRejected: (problem) => {
      if (!showLimit(problem)) showToast(messageOf(problem), { kind: 'alert' });
    },
  });
  const createWith = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    create.mutate(
      { name: name.trim(), colour: 'pink', icon: 'utensils', restaurantIds: [...restaurantIds] },
      {
        onSuccess: (made) => {
          setName('');
          onAdded?.(made.id);
        },
      },
    );
  };
  const press = (collectionId: string, isIn: boolean) => {
    const [only] = restaurantIds;
    if (!isIn) add.mutate({ collectionId, restaurantIds }, { onSuccess: () => onAdded?.(collectionId) });
    else if (restaurantIds.length === 1 && only !== undefined)
      remove.mutate({ collectionId, restaurantId: only });
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={m.collections_collect()}>
      <div className="mt-4 grid gap-4">
        {collections ? (
          collections.length > 0 && (
            <ul role="list" className="-mx-2 grid max-h-[min(50dvh,26rem)] gap-1 overflow-y-auto">
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
                        <span className="block truncate font-semibold">{collection.name}</span>
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
        <form className="flex gap-2" onSubmit={createWith}>
          <TextInput
            aria-label={m.collections_field_name()}
            placeholder={m.collections_new_name()}
            maxLength={COLLECTION_NAME_MAXIMUM}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="min-w-0 flex-1"
          />
          <Button type="submit" look="secondary" isBusy={create.isPending}>
            {m.collections_create()}
          </Button>
        </form>
      </div>
      {limitDialog}
    </Dialog>
  );
}
