import { type ComponentType, Suspense, useState } from 'react';
import {
  Bookmark,
  Compass,
  LocateFixed,
  Map as MapIcon,
  SlidersHorizontal,
  UtensilsCrossed,
  X,
} from 'lucide-react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import type { Filter } from '#features/restaurants/list-filters.rules.ts';
import { activeFilters, NO_FILTERS, STATUS_LABELS } from '../filters/filters.ts';
import { isSameSearch, useShortcuts } from '../filters/shortcuts.ts';
import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import type { ListStatus } from '#features/restaurants/list-view.rules.ts';
import type { TodayProps } from '../today/TodayDialog.tsx';
import type { DistanceOrigin } from '../use-distance-origin.ts';
import { CategoryChips, Count } from './CategoryChips.tsx';
import { Nearby } from './Nearby.tsx';
import type { HomeList } from './use-list-view.ts';
import type { HomeSearchChanges } from './use-home-search.ts';

/** The row of filters above the tickets, with 오늘 뭐 먹지? before them. */
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
  const { statusCounts, savedCount } = home.view;
  const { nameOf } = useCategories();
  const { shortcuts } = useShortcuts();
  const toggle = (changes: HomeSearchChanges) => onChange(changes, { asStep: true });
  const { near, status, tag, area, category } = search;
  const active = activeFilters(search, nameOf);
  return (
    <ChipRow label={m.restaurants_filters()}>
      {home.restaurants.length > 0 && <Today part={today} restaurants={home.restaurants} around={around} />}
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
