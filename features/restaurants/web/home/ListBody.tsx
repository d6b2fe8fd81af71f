import { Suspense } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { lazyExtra, lazyPart } from '#web/shell/lazy-part.tsx';
import { messageOf } from '#web/error-messages.ts';
import { AddTyped } from '#web/ui/AddTyped.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import type { Filter } from '#features/restaurants/list-filters.rules.ts';
import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import type { HomeMemory } from './home-memory.ts';
import { Nearby } from './Nearby.tsx';
import { RestaurantList } from './RestaurantList.tsx';
import type { HomeList } from './use-list-view.ts';

const FirstUse = lazyPart(async () => ({ default: (await import('./FirstUse.tsx')).FirstUse }));
const NothingFound = lazyPart(async () => ({
  default: (await import('./NothingFound.tsx')).NothingFound,
}));
const ProvidedBar = lazyExtra(async () => ({
  default: (await import('../provided/ProvidedBar.tsx')).ProvidedBar,
}));

type Props = {
  home: HomeList;
  memory: HomeMemory;
  selectedId: string | null;
  columns: 1 | 2;
  hidesDistance: boolean;
  coveredBelow: number;
  onOpen: (restaurantId: string) => void;
  onHover: (restaurantId: string | null) => void;
  search: HomeSearch;
  onClearFilters: () => void;
  onRemoveFilter: (filter: Filter) => void;
};

/** Shows the tickets. If there are no tickets, shows the reason. */
export function ListBody(props: Props) {
  // `Nearby` contains the whole body. Therefore its dialog stays open when the first added place replaces the empty
  // list.
  return <Nearby>{(openNearby) => <Body {...props} openNearby={openNearby} />}</Nearby>;
}

function Body({
  home,
  search,
  onClearFilters,
  onRemoveFilter,
  openNearby,
  ...list
}: Props & { openNearby: () => void }) {
  const { list: read, unlinked, view, found, typed } = home;
  if (read.isPending) return <SkeletonTickets count={4 * list.columns} columns={list.columns} />;
  if (!read.data) {
    const text = m.restaurants_load_failed({ message: messageOf(read.error) });
    return <ErrorState error={read.error} text={text} onRetry={() => void read.refetch()} />;
  }
  const tickets = (
    <RestaurantList
      entries={view.entries}
      found={found}
      typed={typed}
      hasHeadings={!home.isFirstUse && found === null && search.status === undefined}
      providedSort={home.providedSort}
      {...list}
    />
  );
  if (home.isFirstUse)
    return (
      <>
        <Suspense>
          <FirstUse hasProvided={unlinked.length > 0} openNearby={openNearby} />
        </Suspense>
        {tickets}
      </>
    );
  if (view.entries.length === 0)
    return (
      <Suspense>
        <NothingFound
          home={home}
          search={search}
          onClear={onClearFilters}
          onRemoveFilter={onRemoveFilter}
          openNearby={openNearby}
        />
      </Suspense>
    );
  const isUnsure = found !== null && !view.entries.some((entry) => found.get(entry)?.closeness === 'match');
  return (
    <>
      {tickets}
      {isUnsure && (
        <div className="grid justify-items-center py-4">
          <AddTyped typed={typed} look="secondary" />
        </div>
      )}
      {home.provided && !home.provided.isVisible && !home.isFiltered && (
        <Suspense>
          <div className="pt-3">
            <ProvidedBar provided={home.provided} taken={0} takeable={[]} />
          </div>
        </Suspense>
      )}
      <div className="flex flex-wrap justify-center">
        <Button look="bare" size="small" className="text-ink-2" aria-haspopup="dialog" onClick={openNearby}>
          {m.restaurants_nearby()}
        </Button>
        {home.restaurants.length > 0 && (
          // The two links keep the filters of the URL.
          <>
            <LinkButton to={paths.collectPlaces} search look="bare" size="small" className="text-ink-2">
              {m.restaurants_collect()}
            </LinkButton>
            <LinkButton to={paths.data} search look="bare" size="small" className="text-ink-2">
              {m.export_open()}
            </LinkButton>
          </>
        )}
      </div>
    </>
  );
}
