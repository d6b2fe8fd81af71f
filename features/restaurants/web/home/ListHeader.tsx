import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import {
  ArrowDownUp,
  Bookmark,
  Compass,
  LocateFixed,
  Map as MapIcon,
  SlidersHorizontal,
  UtensilsCrossed,
  X,
} from 'lucide-react';
import { m } from '#messages';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { lazyDialog, lazyExtra } from '#web/shell/lazy-part.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { InlineSelect } from '#web/ui/InlineSelect.tsx';
import { OutboxStrip } from '#web/outbox/OutboxStrip.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { SkeletonChips } from '#web/ui/Skeleton.tsx';
import { LimitSlots } from '#web/ui/LimitSlots.tsx';
import { isUndecidedClosure } from '../closure-text.ts';
import { activeFilters, type Filter, NO_FILTERS, STATUS_LABELS } from '../filters/filters.ts';
import { isSameSearch, useShortcuts } from '../filters/shortcuts.ts';
import { SourceStrip } from '../from-source/SourceStrip.tsx';
import { type HomeSearch, type Sort, SORTS } from '../home-search.rules.ts';
import { countedOf, type ListStatus } from '../list-view.rules.ts';
import { myListQuery } from '../restaurants.queries.ts';
import { usedSlots } from '../slots.rules.ts';
import type { TodayProps } from '../today/TodayDialog.tsx';
import type { DistanceOrigin } from '../use-distance-origin.ts';
import { CategoryChips, Count } from './CategoryChips.tsx';
import { Nearby } from './Nearby.tsx';
import type { HomeList } from './use-list-view.ts';
import type { HomeSearchChanges } from './use-home-search.ts';

/**
 * Parts of the home screen that other features provide. Those features import this feature, so this feature cannot
 * import them. web/routes/HomePage.tsx passes the parts in.
 */
export type HomeParts = {
  /** The button and the dialog of 오늘 뭐 먹지? */
  Today: ComponentType<TodayProps>;
};

/**
 * The part above the tickets. It shows the count, the sort order, the ten slots of a free member, and all filters
 * except the categories.
 */
export function ListHeader({
  home,
  search,
  isFree,
  around,
  parts,
  onChange,
}: {
  home: HomeList;
  search: HomeSearch;
  /** Whether the member is a free member. The header then shows the ten slots. */
  isFree: boolean;
  around: DistanceOrigin;
  parts: HomeParts;
  onChange: (changes: HomeSearchChanges, how: { asStep: boolean }) => void;
}) {
  const { restaurants, list } = home;
  const closed = restaurants.find(isUndecidedClosure);
  // The chips are also shown if there are no saved places, because one of the chips shows the provided restaurants.
  const hasSome = !home.isFirstUse && (restaurants.length > 0 || (home.provided?.total ?? 0) > 0);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="type-h2 numbers">{headline(home)}</h2>
        {hasSome && (
          <SortMenu
            sort={home.sort}
            onSort={(sort) =>
              onChange({ sort: sort === home.defaultSort ? undefined : sort }, { asStep: false })
            }
          />
        )}
      </div>
      <SourceStrip />
      {closed && (
        <Suspense>
          <ClosureNotice key={closed.id} restaurant={closed} />
        </Suspense>
      )}
      {isFree && list.isPending && <div className="h-[1.125rem]" />}
      {isFree && list.data && !home.isFirstUse && <FreeSlots restaurants={restaurants} />}
      {list.isPending && <SkeletonChips />}
      {hasSome && (
        <ListFilterChips home={home} search={search} onChange={onChange}>
          {restaurants.length > 0 && <Today part={parts.Today} restaurants={restaurants} around={around} />}
        </ListFilterChips>
      )}
      {home.provided && search.status === 'provided' && (
        <Suspense>
          <ProvidedBar
            provided={home.provided}
            taken={home.provided.listed.length - home.unlinked.length}
            takeable={home.view.entries.map(({ restaurant }) => restaurant)}
          />
        </Suspense>
      )}
      {INSTALL_HINT_FROM <= restaurants.length && (
        <Suspense>
          <InstallHint />
        </Suspense>
      )}
      <div className="-mt-2 [&_p]:mt-2 [&>a]:mt-2">
        <OfflineStrip of={myListQuery.queryKey} isEditable offlineText={m.restaurants_needs_network()} />
        <OutboxStrip />
      </div>
    </div>
  );
}

/** The screen offers to install the app to a member with at least this many saved places. */
const INSTALL_HINT_FROM = 3;

const InstallHint = lazyExtra(async () => ({
  default: (await import('#web/offline/InstallHint.tsx')).InstallHint,
}));

const ClosureNotice = lazyExtra(() => import('./ClosureNotice.tsx'));

const ProvidedBar = lazyExtra(async () => ({
  default: (await import('../provided/ProvidedBar.tsx')).ProvidedBar,
}));

function headline({ restaurants, view, isFiltered, isFirstUse, list }: HomeList): string {
  if (!list.data) return m.restaurants_home_title();
  if (isFirstUse) return m.restaurants_first_title();
  if (isFiltered) {
    const { saved, provided } = countedOf(view.entries);
    return saved > 0 && provided > 0
      ? m.restaurants_found_both({ count: numberOf(saved), provided: numberOf(provided) })
      : m.restaurants_found_count({ count: numberOf(saved + provided) });
  }
  return m.restaurants_my_count({ count: numberOf(restaurants.length) });
}

function SortMenu({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <InlineSelect
      label={m.restaurants_sort_label()}
      icon={<ArrowDownUp aria-hidden="true" />}
      options={SORTS.map((each) => ({ value: each, label: SORT_LABELS[each]() }))}
      value={sort}
      onChange={onSort}
    />
  );
}

const SORT_LABELS: Record<Sort, () => string> = {
  recent: m.restaurants_sort_recent,
  distance: m.restaurants_sort_distance,
  rating: m.restaurants_sort_rating,
  name: m.restaurants_sort_name,
};

/** Shows the used slots of a free member: 무료 7/10곳. A place from a shared list uses no slot. */
function FreeSlots({ restaurants }: { restaurants: readonly MyRestaurant[] }) {
  const { planned, visited } = usedSlots(restaurants);
  return (
    <div className="type-caption flex items-center gap-2.5 whitespace-nowrap text-ink-2">
      <LimitSlots planned={Math.min(planned, FREE_RESTAURANT_LIMIT)} visited={visited} className="flex-1" />
      <span className="numbers" aria-hidden="true">
        {m.restaurants_free()} <b className="text-ink">{planned + visited}</b>
        {m.restaurants_free_of({ limit: FREE_RESTAURANT_LIMIT })}
      </span>
    </div>
  );
}

function ListFilterChips({
  home,
  search,
  onChange,
  children,
}: {
  home: HomeList;
  search: HomeSearch;
  /** Chips that are shown before the filters. */
  children: ReactNode;
  onChange: (changes: HomeSearchChanges, how: { asStep: boolean }) => void;
}) {
  const { statusCounts, savedCount } = home.view;
  const { nameOf } = useCategories();
  const { shortcuts } = useShortcuts();
  const toggle = (changes: HomeSearchChanges) => onChange(changes, { asStep: true });
  const { near, status, tag, area, category } = search;
  const active = activeFilters(search, nameOf);
  return (
    <ChipRow label={m.restaurants_filters()}>
      {children}
      <FilterChip
        home={home}
        search={search}
        count={active.length}
        onApply={(next) => toggle({ ...NO_FILTERS, q: undefined, ...next })}
      />
      <Chip isSelected={active.length === 0} onClick={() => toggle(NO_FILTERS)}>
        {m.restaurants_all()}
        <Count count={savedCount} />
      </Chip>
      {shortcuts.map(({ name, search: saved }) => (
        <Chip
          key={name}
          isSelected={isSameSearch(saved, search)}
          onClick={() =>
            toggle({ ...NO_FILTERS, q: undefined, ...(isSameSearch(saved, search) ? {} : saved) })
          }
        >
          <Bookmark aria-hidden="true" />
          {name}
        </Chip>
      ))}
      {area && (
        <Chip isSelected aria-label={m.restaurants_area_clear()} onClick={() => toggle({ area: undefined })}>
          <MapIcon aria-hidden="true" />
          {m.restaurants_area()}
          <X aria-hidden="true" />
        </Chip>
      )}
      {tag && (
        <Chip
          isSelected
          aria-label={m.restaurants_tag_clear({ tag })}
          onClick={() => toggle({ tag: undefined })}
        >
          #{tag}
          <X aria-hidden="true" />
        </Chip>
      )}
      {active
        .filter(({ filter }) => !HAVE_CHIPS.includes(filter))
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
      <Chip isSelected={near === 1} onClick={() => toggle({ near: near ? undefined : 1 })}>
        <LocateFixed aria-hidden="true" />
        {m.restaurants_near()}
      </Chip>
      {(Object.keys(STATUS_LABELS) as ListStatus[])
        .filter((each) => each !== 'provided' || (home.provided?.total ?? 0) > 0 || status === 'provided')
        .map((each) => (
          <Chip
            key={each}
            isSelected={status === each}
            onClick={() => toggle({ status: status === each ? undefined : each })}
          >
            {STATUS_LABELS[each]()}
            <Count count={statusCounts[each]} />
          </Chip>
        ))}
      <Nearby>
        {(open) => (
          <Chip isSelected={false} aria-haspopup="dialog" onClick={open}>
            <Compass aria-hidden="true" />
            {m.restaurants_nearby()}
          </Chip>
        )}
      </Nearby>
      <CategoryChips
        view={home.view}
        selected={category ?? null}
        onSelect={(id) => toggle({ category: id ?? undefined })}
      />
    </ChipRow>
  );
}

/** The chip that opens 오늘 뭐 먹지?. Each press creates new suggestions. */
function Today({
  part: Dialog,
  ...given
}: { part: HomeParts['Today'] } & Pick<TodayProps, 'restaurants' | 'around'>) {
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
const HAVE_CHIPS: readonly Filter[] = ['area', 'tag', 'near', 'status', 'category'];

const FilterDialog = lazyDialog(async () => ({
  default: (await import('../filters/FilterDialog.tsx')).FilterDialog,
}));

/** The chip that opens the dialog with the filters. It shows the number of active filters. */
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
