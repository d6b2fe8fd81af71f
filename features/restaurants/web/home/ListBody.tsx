import { X } from 'lucide-react';
import { Suspense } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import { messageOf } from '#web/error-messages.ts';
import { AddTyped } from '#web/ui/AddTyped.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { activeFilters } from '../filters/filter-labels.ts';
import type { Filter, HomeSearch } from '../home-search.rules.ts';
import type { HomeMemory } from './home-memory.ts';
import { Nearby } from './Nearby.tsx';
import { RestaurantList } from './RestaurantList.tsx';
import type { HomeList } from './use-list-view.ts';

const FirstUse = lazyPart(async () => ({ default: (await import('./FirstUse.tsx')).FirstUse }));

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
  const { nameOf } = useCategories();
  const { list: read, unlinked, view, found, typed } = home;
  if (read.isPending) return <SkeletonTickets />;
  if (!read.data) {
    const text = m.restaurants_load_failed({ message: messageOf(read.error) });
    return <ErrorState error={read.error} text={text} onRetry={() => void read.refetch()} />;
  }
  const tickets = <RestaurantList entries={view.entries} found={found} typed={typed} {...list} />;
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
      <EmptyState {...nothingFound(home)} offersAdding={typed !== ''} shows={null}>
        {typed !== '' && <AddTyped typed={typed} />}
        {activeFilters(search, nameOf).map(({ filter, label }) => (
          <Button
            key={filter}
            look="soft"
            size="small"
            aria-label={m.restaurants_filter_remove({ filter: label })}
            onClick={() => onRemoveFilter(filter)}
          >
            {label}
            <X aria-hidden="true" />
          </Button>
        ))}
        <Button look="secondary" size="small" onClick={onClearFilters}>
          {m.restaurants_clear_filters()}
        </Button>
      </EmptyState>
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
      {home.restaurants.length > 0 && (
        // The two links keep the filters of the URL.
        <div className="flex flex-wrap justify-center">
          <LinkButton to={paths.collectPlaces} search look="bare" size="small" className="text-ink-2">
            {m.restaurants_collect()}
          </LinkButton>
          <LinkButton to={paths.data} search look="bare" size="small" className="text-ink-2">
            {m.export_open()}
          </LinkButton>
        </div>
      )}
    </>
  );
}

/** Returns the text for an empty list. Either nothing matches the typed text, or the filters hide every match. */
const nothingFound = ({ typed, found }: HomeList) =>
  typed === '' || (found && 0 < found.size)
    ? { title: m.restaurants_none_title(), text: m.restaurants_none_text() }
    : { title: m.restaurants_none_typed_title({ typed }), text: m.restaurants_none_typed_text() };
