import { type ComponentType, Suspense, useMemo, useState } from 'react';
import { ChevronDown, Clock, LocateFixed, SlidersHorizontal, UtensilsCrossed, X } from 'lucide-react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { numberOf } from '#web/number-of.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { type Filter, FILTERS, testOf } from '#features/restaurants/list-filters.rules.ts';
import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import { activeFilters, NO_FILTERS, STATUS_LABELS } from '../filters/filters.ts';
import type { TodayProps } from '../today/TodayDialog.tsx';
import type { DistanceOrigin } from '../use-distance-origin.ts';
import { CategoriesFailed, Count } from './CategoryChips.tsx';
import type { HomeList } from './use-list-view.ts';
import type { HomeSearchChanges } from './use-home-search.ts';

/**
 * The row of filters above the tickets. It has seven chips. A chosen filter of the dialog is before them, with a button
 * that removes it.
 */
export function FilterChips({
  home,
  search,
  around,
  today,
  onChange,
}: {
  home: HomeList;
  search: HomeSearch;
  around: DistanceOrigin;
  today: ComponentType<TodayProps>;
  onChange: (changes: HomeSearchChanges, how: { asStep: boolean }) => void;
}) {
  const { statusCounts } = home.view;
  const { nameOf } = useCategories();
  const toggle = (changes: HomeSearchChanges) => onChange(changes, { asStep: true });
  const { near, open, status } = search;
  const withoutChips = activeFilters(search, nameOf).filter(
    ({ filter }) => !HAVE_CHIPS.includes(filter) || (filter === 'status' && status === 'provided'),
  );
  return (
    <>
      <ChipRow label={m.restaurants_filters()}>
        {withoutChips.map(({ filter, label }) => (
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
        <Chip isSelected={near === 1} onClick={() => toggle({ near: near ? undefined : 1 })}>
          <LocateFixed aria-hidden="true" />
          {m.restaurants_near_chip()}
        </Chip>
        <Chip isSelected={open === 1} onClick={() => toggle({ open: open ? undefined : 1 })}>
          <Clock aria-hidden="true" />
          {m.restaurants_open_chip()}
        </Chip>
        {(['todo', 'done'] as const).map((each) => (
          <Chip
            key={each}
            isSelected={status === each}
            onClick={() => toggle({ status: status === each ? undefined : each })}
          >
            {STATUS_LABELS[each]()}
            <Count count={statusCounts[each]} />
          </Chip>
        ))}
        <FilterChip
          home={home}
          search={search}
          count={withoutChips.length}
          onApply={(next) => toggle({ ...NO_FILTERS, q: undefined, ...next })}
        />
        {home.restaurants.length > 0 && <Today part={today} restaurants={home.restaurants} around={around} />}
        <KindChip
          home={home}
          selected={search.category ?? null}
          onSelect={(id) => toggle({ category: id ?? undefined })}
        />
      </ChipRow>
      <CategoriesFailed />
      {open === 1 && <UnknownHours home={home} />}
    </>
  );
}

/** Says how many places 영업 중 leaves out because their opening hours are unknown. */
function UnknownHours({ home: { entries, filters } }: { home: HomeList }) {
  const unknown = useMemo(() => {
    const passesOthers = testOf(filters, ['open']);
    return entries.filter(
      (entry) => passesOthers(entry) && FILTERS.open.counts?.(entry, filters.now) === null,
    ).length;
  }, [entries, filters]);
  if (unknown === 0) return null;
  return (
    <p className="type-caption text-ink-2">
      {m.restaurants_filter_open_unknown({ count: numberOf(unknown) })}
    </p>
  );
}

/** The chip that opens 오늘 뭐 먹지?. Each press creates new suggestions. */
function Today({
  part: Dialog,
  ...given
}: { part: ComponentType<TodayProps> } & Pick<TodayProps, 'restaurants' | 'around'>) {
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState(0);
  return (
    <>
      <Chip
        isSelected={false}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(opened + 1);
          setOpen(true);
        }}
      >
        <UtensilsCrossed aria-hidden="true" />
        {m.today_title()}
      </Chip>
      {opened > 0 && (
        <Suspense>
          <Dialog key={opened} {...given} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The filters that have their own chip in the row. */
const HAVE_CHIPS: readonly Filter[] = ['near', 'open', 'status', 'category'];

const FilterDialog = lazyDialog(async () => ({
  default: (await import('../filters/FilterDialog.tsx')).FilterDialog,
}));

/** The chip that opens the dialog with the filters. It shows the number of active filters without a chip. */
function FilterChip({
  home,
  search,
  count,
  onApply,
}: {
  home: HomeList;
  search: HomeSearch;
  count: number;
  onApply: (search: HomeSearch) => void;
}) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Chip isSelected={false} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" />
        {m.restaurants_filters()}
        {count > 0 && <Count count={count} />}
      </Chip>
      {isOpen !== null && (
        <Suspense>
          <FilterDialog
            home={home}
            search={search}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onApply={(next) => {
              setOpen(false);
              onApply(next);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const KindDialog = lazyDialog(async () => ({
  default: (await import('../filters/KindDialog.tsx')).KindDialog,
}));

/** The chip that opens the kinds of food. It shows the chosen kind. */
function KindChip({
  home,
  selected,
  onSelect,
}: {
  home: HomeList;
  selected: string | null;
  onSelect: (categoryId: string | null) => void;
}) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const { nameOf } = useCategories();
  return (
    <>
      <Chip isSelected={selected !== null} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {selected === null ? (
          m.restaurants_kind()
        ) : (
          <>
            <CategoryIcon categoryId={selected} />
            {nameOf(selected)}
          </>
        )}
        <ChevronDown aria-hidden="true" />
      </Chip>
      {isOpen !== null && (
        <Suspense>
          <KindDialog
            view={home.view}
            selected={selected}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onSelect={(id) => {
              setOpen(false);
              onSelect(id);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
