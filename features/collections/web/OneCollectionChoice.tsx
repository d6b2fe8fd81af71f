import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { COLLECTION_NAME_MAXIMUM } from '#features/collections/collections.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { collectionsQuery } from './collections.documents.ts';
import { canCollect, useCreateCollection } from './collections.queries.ts';
import { ICONS } from './looks.tsx';
import { useCollectionLimit } from './use-collection-limit.tsx';

/**
 * The collection that imported places are put into, or a new one.
 * @param chosen '': none
 */
export function OneCollectionChoice({
  chosen,
  onChange,
}: {
  chosen: string;
  onChange: (collectionId: string) => void;
}) {
  const { data } = useQuery(collectionsQuery);
  const collections = data?.filter(canCollect) ?? [];
  const isGone = chosen !== '' && data !== undefined && !collections.some(({ id }) => id === chosen);
  const [isNaming, setNaming] = useState(false);
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
      { name: name.trim(), colour: 'pink', icon: 'utensils' },
      {
        onSuccess: ({ id }) => {
          setName('');
          setNaming(false);
          onChange(id);
        },
      },
    );
  };
  return (
    <FieldGroup legend={m.collections_title()}>
      <div className="flex flex-wrap gap-x-1.5 gap-y-2.5">
        {collections.map(({ id, name: label, icon }) => {
          const { icon: Icon } = ICONS[icon];
          return (
            <Chip key={id} isSelected={id === chosen} onClick={() => onChange(id === chosen ? '' : id)}>
              <Icon aria-hidden="true" />
              {label}
            </Chip>
          );
        })}
        <Chip isSelected={false} aria-expanded={isNaming} onClick={() => setNaming(!isNaming)}>
          <Plus aria-hidden="true" />
          {m.collections_new()}
        </Chip>
      </div>
      {isNaming && (
        <form className="mt-2.5 flex gap-2" onSubmit={submit}>
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
      )}
      {isGone && (
        <p role="alert" className="type-caption mt-2 flex flex-wrap items-center gap-x-3 text-danger">
          {m.collections_choice_gone()}
          <button type="button" className="link min-h-11" onClick={() => onChange('')}>
            {m.collections_choice_clear()}
          </button>
        </p>
      )}
      {limitDialog}
    </FieldGroup>
  );
}
