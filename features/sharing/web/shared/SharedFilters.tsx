import { ArrowDownUp, Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { DistanceOrigin } from '#features/restaurants/web/restaurants.public.ts';
import type { SharedList } from '#features/sharing/sharing.contract.ts';
import { numberOf } from '#web/number-of.ts';
import type { useTypedText } from '#web/form/use-typed-text.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { InlineSelect } from '#web/ui/InlineSelect.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { SHARED_SORTS, type SharedSearch, type SharedSort, UNCATEGORISED } from '../shared-search.rules.ts';
import type { SharedSearchChanges } from './use-shared-search.ts';

/** The filters of a shared list. A filter is shown only if it would change the list. */
export function SharedFilters({
  list,
  search,
  typed,
  shownCount,
  bothCount,
  origin,
  onChange,
  children,
}: {
  list: SharedList;
  search: SharedSearch;
  typed: ReturnType<typeof useTypedText>;
  shownCount: number;
  bothCount: number;
  origin: DistanceOrigin;
  onChange: (changes: SharedSearchChanges, how: { asStep: boolean }) => void;
  /** The first chip. */
  children: ReactNode;
}) {
  const { list: categories, nameOf } = useCategories();
  const held = new Set(list.places.map(({ categoryId }) => categoryId ?? UNCATEGORISED));
  const shown = [...categories.map(({ id }) => id), UNCATEGORISED].filter((id) => held.has(id));
  const statuses = new Set(list.places.map(({ status }) => status));
  const toggle = (changes: SharedSearchChanges) => onChange(changes, { asStep: true });
  const sorts = SHARED_SORTS.filter((sort) => sort !== 'rating' || list.shows.ratings);

  const sortBy = (sort: SharedSort) => {
    if (sort === 'distance' && !origin.isKnown) origin.ask();
    onChange({ sort: sort === 'recent' ? undefined : sort }, { asStep: false });
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {list.places.length > 8 && (
        <SearchField
          label={m.sharing_filter_text()}
          value={typed.typed}
          onType={typed.onType}
          onSettle={typed.settle}
        />
      )}
      <ChipRow label={m.restaurants_filters()}>
        {children}
        {(bothCount > 0 || search.both) && (
          <Chip isSelected={search.both === 1} onClick={() => toggle({ both: search.both ? undefined : 1 })}>
            <Heart aria-hidden="true" />
            {m.sharing_both_want({ count: numberOf(bothCount) })}
          </Chip>
        )}
        {statuses.size > 1 &&
          (['todo', 'done'] as const).map((status) => (
            <Chip
              key={status}
              isSelected={search.status === status}
              onClick={() => toggle({ status: search.status === status ? undefined : status })}
            >
              {status === 'todo' ? m.sharing_status_todo() : m.sharing_status_done()}
            </Chip>
          ))}
        {shown.length > 1 &&
          shown.map((id) => (
            <Chip
              key={id}
              isSelected={search.category === id}
              onClick={() => toggle({ category: search.category === id ? undefined : id })}
            >
              <CategoryIcon categoryId={id} />
              {nameOf(id)}
            </Chip>
          ))}
      </ChipRow>
      <div className="flex items-center justify-between gap-3">
        <h2 className="type-h3 numbers" aria-live="polite">
          {shownCount === list.places.length
            ? m.sharing_places_count({ count: numberOf(shownCount) })
            : m.restaurants_found_count({ count: numberOf(shownCount) })}
        </h2>
        <InlineSelect
          label={m.restaurants_sort_label()}
          icon={<ArrowDownUp aria-hidden="true" />}
          options={sorts.map((sort) => ({ value: sort, label: SORT_LABELS[sort]() }))}
          value={search.sort ?? 'recent'}
          onChange={sortBy}
        />
      </div>
    </div>
  );
}

const SORT_LABELS: Record<SharedSort, () => string> = {
  recent: m.restaurants_sort_recent,
  distance: m.restaurants_sort_distance,
  rating: m.restaurants_sort_rating,
  name: m.restaurants_sort_name,
};
