import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { COLLECTION_NAME_MAXIMUM } from '#features/collections/collections.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { useCreateCollection } from './collections.queries.ts';
import { useCollectionLimit } from './use-collection-limit.tsx';

/** A form that creates a collection. It can be used inside other forms and dialogs. */
export function NewCollectionForm({
  restaurantIds = [],
  className,
  onCreated,
}: {
  restaurantIds?: readonly string[];
  className?: string;
  onCreated: (collectionId: string) => void;
}) {
  const [name, setName] = useState('');
  const { limitDialog, showLimit } = useCollectionLimit();
  const create = useCreateCollection({
    onCreated: (made) => showToast(m.collections_created({ name: made.name })),
    onRejected: (problem) => {
      if (!showLimit(problem)) showToast(messageOf(problem), { kind: 'alert' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    create.mutate(
      { name: name.trim(), colour: 'pink', icon: 'utensils', restaurantIds: [...restaurantIds] },
      {
        onSuccess: ({ id }) => {
          setName('');
          onCreated(id);
        },
      },
    );
  };
  return (
    <form className={classes('flex flex-wrap gap-2', className)} onSubmit={submit}>
      <TextInput
        aria-label={m.collections_field_name()}
        placeholder={m.collections_new_name()}
        maxLength={COLLECTION_NAME_MAXIMUM}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="min-w-0 flex-1 basis-32"
      />
      <Button type="submit" look="secondary" isBusy={create.isPending}>
        {m.collections_create()}
      </Button>
      {limitDialog}
    </form>
  );
}
