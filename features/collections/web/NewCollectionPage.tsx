import { useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import type { CollectionFields } from '#features/collections/collections.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { CollectionForm } from './CollectionForm.tsx';
import { useCreateCollection } from './collections.queries.ts';
import { useCollectionLimit } from './use-collection-limit.tsx';

const BLANK: CollectionFields = { name: '', note: '', colour: 'pink', icon: 'utensils', sort: 'manual' };

export function NewCollectionPage() {
  const navigate = useNavigate();
  const { limitDialog, showLimit } = useCollectionLimit();
  const create = useCreateCollection({
    onRejected: (problem) => {
      if (showLimit(problem) || problem.errors.length > 0) return;
      showToast(messageOf(problem), { kind: 'alert' });
    },
  });
  return (
    <Page title={m.collections_new()} backTo={paths.collections} className="max-w-[640px]">
      <CollectionForm
        fields={BLANK}
        submitLabel={m.collections_create()}
        isBusy={create.isPending}
        onSubmit={(fields, { onSuccess, onError }) =>
          create.mutate(fields, {
            onError,
            onSuccess: (made) => {
              onSuccess();
              void navigate({
                to: paths.collection,
                params: { collectionId: made.id },
                replace: true,
              });
            },
          })
        }
      />
      {limitDialog}
    </Page>
  );
}
