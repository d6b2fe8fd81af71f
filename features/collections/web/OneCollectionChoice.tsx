import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { Chip } from '#web/ui/Chip.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { collectionsQuery } from './collections.documents.ts';
import { canCollect } from './collections.queries.ts';
import { ICONS } from './looks.tsx';
import { NewCollectionForm } from './NewCollectionForm.tsx';

/** @param chosen the id of the chosen collection; '' if none is chosen */
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
        <NewCollectionForm
          className="mt-2.5"
          onCreated={(id) => {
            setNaming(false);
            onChange(id);
          }}
        />
      )}
      {isGone && (
        <p role="alert" className="type-caption mt-2 flex flex-wrap items-center gap-x-3 text-danger">
          {m.collections_choice_gone()}
          <button type="button" className="link min-h-11" onClick={() => onChange('')}>
            {m.collections_choice_clear()}
          </button>
        </p>
      )}
    </FieldGroup>
  );
}
