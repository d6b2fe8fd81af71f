import { otherRegionNames } from '#common/regions.ts';
import { TO_VISIT, type VisitStatus, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { koreanQuery } from '#common/korean.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { ShareSelection } from '#features/sharing/sharing.contract.ts';
import type { ListSelection } from '#features/sharing/sharing.rules.ts';
import type { ErrorCode } from '#web/form/field-messages.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { useState } from 'react';
import { SearchField } from '#web/ui/SearchField.tsx';

export const BLANK_SELECTIONS: Record<ListSelection['of'], ListSelection> = {
  all: { of: 'all' },
  filtered: { of: 'filtered', status: null, categoryIds: [], tags: [] },
  picked: { of: 'picked', restaurantIds: [] },
};

export function SelectionFields({
  value,
  onChange,
  restaurants,
  collectionName,
  error,
}: {
  value: ShareSelection;
  onChange: (selection: ShareSelection) => void;
  restaurants: readonly MyRestaurant[];
  /** The name of the shared collection; null if the collection is deleted or the link does not show a collection. */
  collectionName: string | null;
  error: ErrorCode | undefined;
}) {
  // The selection of a link to a collection cannot be changed, because the link belongs to the page of that collection.
  if (value.of === 'collection')
    return (
      <FieldGroup legend={m.sharing_selection_legend()}>
        <p className="type-sub rounded-field bg-sunken p-3.5">
          {collectionName === null
            ? m.sharing_state_collection_deleted()
            : m.sharing_selection_collection({ name: collectionName })}
        </p>
      </FieldGroup>
    );
  return (
    <FieldGroup legend={m.sharing_selection_legend()} error={error}>
      <div className="flex flex-wrap gap-2">
        {(['picked', 'filtered', 'all'] as const).map((of) => (
          <Chip
            key={of}
            isSelected={value.of === of}
            onClick={() => value.of !== of && onChange(BLANK_SELECTIONS[of])}
          >
            {LABELS[of]()}
          </Chip>
        ))}
      </div>
      {value.of === 'filtered' && (
        <FilteredFields value={value} onChange={onChange} restaurants={restaurants} />
      )}
      {value.of === 'picked' && <PickedFields value={value} onChange={onChange} restaurants={restaurants} />}
    </FieldGroup>
  );
}

const LABELS: Record<ListSelection['of'], () => string> = {
  all: m.sharing_selection_all,
  filtered: m.sharing_selection_filtered,
  picked: m.sharing_selection_picked,
};

function FilteredFields({
  value,
  onChange,
  restaurants,
}: {
  value: Extract<ShareSelection, { of: 'filtered' }>;
  onChange: (selection: ShareSelection) => void;
  restaurants: readonly MyRestaurant[];
}) {
  const { list, nameOf } = useCategories();
  const held = new Set(restaurants.map(({ categoryId }) => categoryId));
  const tags = [...new Set(restaurants.flatMap(({ customTags }) => customTags))].slice(0, 50);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1">
      <div className="flex flex-wrap gap-2">
        {([null, TO_VISIT, VISITED] as const).map((status) => (
          <Chip
            key={status ?? 'any'}
            isSelected={value.status === status}
            onClick={() => onChange({ ...value, status })}
          >
            {statusText(status)}
          </Chip>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {list
          .filter(({ id }) => held.has(id))
          .map(({ id }) => (
            <Chip
              key={id}
              isSelected={value.categoryIds.includes(id)}
              onClick={() => onChange({ ...value, categoryIds: toggled(value.categoryIds, id) })}
            >
              {nameOf(id)}
            </Chip>
          ))}
      </div>
      {tags.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <Chip
              key={tag}
              isSelected={value.tags.includes(tag)}
              onClick={() => onChange({ ...value, tags: toggled(value.tags, tag) })}
            >
              #{tag}
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}

function PickedFields({
  value,
  onChange,
  restaurants,
}: {
  value: Extract<ShareSelection, { of: 'picked' }>;
  onChange: (selection: ShareSelection) => void;
  restaurants: readonly MyRestaurant[];
}) {
  const [typed, setTyped] = useState('');
  const text = koreanQuery(typed);
  const shown = restaurants
    .filter(({ isManual }) => !isManual)
    .filter(({ name, address, customTags }) =>
      text.matches([name, address, ...otherRegionNames([address]), ...customTags]),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-1">
      <SearchField label={m.sharing_pick_search()} value={typed} onType={setTyped} />
      <ul
        role="list"
        className="max-h-[max(240px,45dvh)] overflow-y-auto rounded-field bg-surface px-3 shadow-1"
      >
        {shown.map(({ id, name }) => (
          <li key={id} className="[content-visibility:auto]">
            <Checkbox
              label={name}
              checked={value.restaurantIds.includes(id)}
              onChange={() => onChange({ ...value, restaurantIds: toggled(value.restaurantIds, id) })}
            />
          </li>
        ))}
      </ul>
      <p className="type-caption text-ink-2" aria-live="polite">
        {m.sharing_picked_count({ count: value.restaurantIds.length })}
      </p>
    </div>
  );
}

const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

function statusText(status: VisitStatus | null): string {
  if (status === null) return m.sharing_status_any();
  return status === TO_VISIT ? m.sharing_status_todo() : m.sharing_status_done();
}
