import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { m } from '#messages';
import type { Collection } from '#features/collections/collections.contract.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { CollectionForm } from './CollectionForm.tsx';
import { CollectionUnavailable } from './CollectionUnavailable.tsx';
import { OwnerReadOnly } from './OwnerReadOnly.tsx';
import { collectionQuery } from './collections.documents.ts';
import { useChangeCollection, useDeleteCollection } from './collections.queries.ts';

export function EditCollectionPage() {
  const { collectionId } = useParams({ from: '/members/app/collections/$collectionId/edit' });
  const { data, error, refetch } = useQuery(collectionQuery(collectionId));
  return (
    <Page title={m.collections_edit()} backTo={paths.collections} className="max-w-[640px]">
      {data ? (
        <EditForm key={data.id} collection={data} />
      ) : error ? (
        <CollectionUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonPanels shapes={['h-20', 'h-16', 'h-36']} />
      )}
    </Page>
  );
}

function EditForm({ collection }: { collection: Collection }) {
  const navigate = useNavigate();
  const change = useChangeCollection();
  const remove = useDeleteCollection();
  const { id, name, note, colour, icon, sort, isReadOnly } = collection;
  const leave = () => void navigate({ to: paths.collection, params: { collectionId: id }, replace: true });
  return (
    <>
      {isReadOnly ? (
        <OwnerReadOnly />
      ) : (
        <CollectionForm
          fields={{ name, note, colour, icon, sort }}
          submitLabel={m.collections_save()}
          isBusy={change.isPending}
          onSubmit={(changes, { onSuccess, onError }) =>
            change.mutate(
              { collectionId: id, changes },
              {
                onError,
                onSuccess: () => {
                  onSuccess();
                  leave();
                },
              },
            )
          }
        />
      )}
      <Button
        look="bare"
        size="small"
        className="mt-8 text-danger"
        isBusy={remove.isPending}
        onClick={() =>
          remove.mutate(id, {
            onSuccess: () => void navigate({ to: paths.collections, replace: true }),
          })
        }
      >
        <Trash2 aria-hidden="true" />
        {m.collections_delete()}
      </Button>
    </>
  );
}
