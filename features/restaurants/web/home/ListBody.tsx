import { Suspense } from 'react';
import { m } from '#messages';
import { messageOf } from '#web/sentences.ts';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
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
  onClearFilters: () => void;
};

/** The tickets, or the reason why there are none. */
export function ListBody(props: Props) {
  // Wraps everything, so that adding the first place from the dialog replaces the empty list without closing the
  // dialog.
  return <Nearby>{(openNearby) => <Body {...props} openNearby={openNearby} />}</Nearby>;
}

function Body({ home, onClearFilters, openNearby, ...list }: Props & { openNearby: () => void }) {
  const { list: read, unlinked, view } = home;
  if (read.isPending) return <SkeletonTickets />;
  if (!read.data) {
    const text = m.restaurants_load_failed({ message: messageOf(read.error) });
    return <ErrorState error={read.error} text={text} onRetry={() => void read.refetch()} />;
  }
  const tickets = <RestaurantList entries={view.entries} {...list} />;
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
      <EmptyState {...isEmptyResult(home.typed)}>
        <Button look="secondary" size="small" onClick={onClearFilters}>
          {m.restaurants_clear_filters()}
        </Button>
      </EmptyState>
    );
  return tickets;
}

const isEmptyResult = (typed: string) =>
  typed === ''
    ? { title: m.restaurants_none_title(), text: m.restaurants_none_text() }
    : { title: m.restaurants_none_typed_title({ typed }), text: m.restaurants_none_typed_text() };
