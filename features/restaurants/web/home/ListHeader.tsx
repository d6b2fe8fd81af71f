import { type ComponentType, Suspense } from 'react';
import { ArrowDownUp } from 'lucide-react';
import { m } from '#messages';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { lazyExtra, lazyPart } from '#web/shell/lazy-part.tsx';
import { InlineSelect } from '#web/ui/InlineSelect.tsx';
import { SkeletonChips } from '#web/ui/Skeleton.tsx';
import { LimitSlots } from '#web/ui/LimitSlots.tsx';
import { isUndecidedClosure } from '../closure-text.ts';
import { SourceStrip } from '../from-source/SourceStrip.tsx';
import { type HomeSearch, type Sort, SORTS } from '#features/restaurants/home-search.rules.ts';
import { countedOf } from '#features/restaurants/list-view.rules.ts';
import { usedSlots } from '../slots.rules.ts';
import type { TodayProps } from '../today/TodayDialog.tsx';
import type { DistanceOrigin } from '../use-distance-origin.ts';
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
        <Suspense fallback={<SkeletonChips />}>
          <FilterChips home={home} search={search} around={around} today={parts.Today} onChange={onChange} />
        </Suspense>
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
        <Suspense>
          <ListNotices />
        </Suspense>
      </div>
    </div>
  );
}

// The chips are fetched at the same time as the list, so that they are there when the list is shown. `lazyPart` fetches
// them again and reports a failure.
const loadChips = () => import('./FilterChips.tsx');
void loadChips().catch(() => undefined);
const FilterChips = lazyPart(async () => ({ default: (await loadChips()).FilterChips }));

/** The screen offers to install the app to a member with at least this many saved places. */
const INSTALL_HINT_FROM = 3;

const InstallHint = lazyExtra(async () => ({
  default: (await import('#web/offline/InstallHint.tsx')).InstallHint,
}));

const ListNotices = lazyExtra(async () => ({ default: (await import('./ListNotices.tsx')).ListNotices }));

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
