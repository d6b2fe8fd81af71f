import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { activeFilters, CategoryChips, NO_FILTERS } from '#features/restaurants/web/restaurants.public.ts';
import { numberOf } from '#web/number-of.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import type { CollectionListView } from './use-collection-view.ts';

const FilterDialog = lazyDialog(async () => ({
  default: (await import('#features/restaurants/web/dialogs.public.ts')).FilterDialog,
}));

/** If the collection has at least this many places, the search field is shown. */
const MIN_PLACES_FOR_SEARCH = 9;

/**
 * The chips above the places of a collection. The filters are the same as in my list. While my list loads, the chips
 * with numbers are not shown, and a pressed button opens its dialog later.
 */
export function CollectionChips({
  list,
  children,
}: {
  list: CollectionListView;
  /** Elements that are shown as the first chip. */
  children: ReactNode;
}) {
  const { search, change, typed, view } = list;
  const { nameOf } = useCategories();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const active = activeFilters(search, nameOf);
  const toggle = (changes: Parameters<typeof change>[0]) => change(changes, { asStep: true });
  const { status, category } = search;
  const statuses = [
    ['todo', m.kit_status_todo(), view.statusCounts.todo],
    ['done', m.kit_status_done(), view.statusCounts.done],
    ['provided', m.collections_not_mine(), view.statusCounts.provided],
  ] as const;
  return (
    <>
      {list.entries.length >= MIN_PLACES_FOR_SEARCH && (
        <SearchField
          label={m.collections_search()}
          value={typed.typed}
          onType={typed.onType}
          onSettle={typed.settle}
        />
      )}
      <ChipRow label={m.restaurants_filters()}>
        {children}
        <Chip isSelected={false} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <SlidersHorizontal aria-hidden="true" />
          {m.restaurants_filters()}
        </Chip>
        {statuses
          .filter(([value, , count]) => !list.isPending && (count > 0 || status === value))
          .map(([value, label, count]) => (
            <Chip
              key={value}
              isSelected={status === value}
              onClick={() => toggle({ status: status === value ? undefined : value })}
            >
              {label}
              <span className="numbers font-medium opacity-70">{numberOf(count)}</span>
            </Chip>
          ))}
        {active
          .filter(({ filter }) => filter !== 'status' && filter !== 'category')
          .map(({ filter, label }) => (
            <Chip
              key={filter}
              isSelected
              aria-label={m.restaurants_filter_remove({ filter: label })}
              onClick={() => toggle({ [filter]: undefined })}
            >
              {label}
              <X aria-hidden="true" />
            </Chip>
          ))}
        {!list.isPending && (
          <CategoryChips
            view={view}
            selected={category ?? null}
            onSelect={(id) => toggle({ category: id ?? undefined })}
          />
        )}
      </ChipRow>
      {isOpen !== null && !list.isPending && (
        <Suspense>
          <FilterDialog
            home={list}
            search={search}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onApply={(next) => {
              setOpen(false);
              toggle({ ...NO_FILTERS, q: undefined, ...next });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
