import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { Chip } from '#web/ui/Chip.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { collectionsQuery } from './collections.documents.ts';
import { canCollect } from './collections.queries.ts';
import { ICONS } from './looks.tsx';

/**
 * The choice of collections for a place. If there is no collection to which the member can add places, nothing is
 * rendered.
 */
export function CollectionChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (collectionIds: readonly string[]) => void;
}) {
  const { data = [] } = useQuery(collectionsQuery);
  const collections = data.filter(canCollect);
  if (collections.length === 0) return null;
  return (
    <FieldGroup legend={m.collections_title()}>
      <div className="flex flex-wrap gap-x-1.5 gap-y-2.5">
        {collections.map(({ id, name, icon }) => {
          const { icon: Icon } = ICONS[icon];
          const isChosen = chosen.includes(id);
          return (
            <Chip
              key={id}
              isSelected={isChosen}
              onClick={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
            >
              <Icon aria-hidden="true" />
              {name}
            </Chip>
          );
        })}
      </div>
    </FieldGroup>
  );
}
