import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { koreanQuery } from '#common/korean.ts';
import { useMe } from '#features/account/web/account.public.ts';
import { myListQuery, useDistanceOrigin, useMedia } from '#features/restaurants/web/restaurants.public.ts';
import type { SharedList } from '#features/sharing/sharing.contract.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { ListBesideMap } from '#web/map/ListBesideMap.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { isToVisitForBoth, viewShared } from '../shared-view.rules.ts';
import { sharedListQuery } from '../sharing.queries.ts';
import { NoMatches } from './NoMatches.tsx';
import { PickToday } from './PickToday.tsx';
import { SharedBand } from './SharedBand.tsx';
import { SharedFilters } from './SharedFilters.tsx';
import { SharedMap } from './SharedMap.tsx';
import { SharedPlaces } from './SharedPlaces.tsx';
import { TakeOverBar } from './TakeOverBar.tsx';
import { useSharedSearch } from './use-shared-search.ts';
import { type Taking, useTakeOverSelection } from './use-taking.tsx';

const SharedPlaceSheet = lazyDialog(async () => ({
  default: (await import('./SharedPlaceSheet.tsx')).SharedPlaceSheet,
}));

/** The colours of the band, and the place of the map below the header and the colour bars. */
export const BAND_COLOURS = 'bg-prov text-on-fill';
export const MAP_PLACE = 'top-4 h-[calc(100dvh-94px)]';

export function SharedListView({
  list,
  isOwner,
}: {
  list: SharedList;
  /** Whether the reader is the owner of the list; null while this is unknown. */
  isOwner: boolean | null;
}) {
  const { search, change, typed, origin, userLocation, ownRestaurants, places, bothCount, taking } =
    useComparedPlaces({ list, isOwner });
  const isWide = useMedia('(min-width: 1024px)');
  const isTall = useMedia('(min-height: 740px)');
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const isNoneForBoth = bothCount === 0 && search.both !== undefined;
  const hasPlaces = list.places.length > 0;
  const canTakeOver = !isOwner && places.length > 0;
  const select = (selected: string | null) => change({ selected: selected ?? undefined }, { asStep: false });
  const { sheet, selectAndOpen } = usePlaceSheet({ list, taking: canTakeOver ? taking : null, select });

  const map = (
    <SharedMap
      places={places}
      origin={origin}
      selectedId={search.selected ?? null}
      hoveredId={hoveredId}
      onSelect={select}
    />
  );
  return (
    <main id="content" className="pb-[calc(9rem+env(safe-area-inset-bottom))] lg:pb-16">
      <ListBesideMap
        colours={BAND_COLOURS}
        band={
          <SharedBand list={list} isOwner={isOwner}>
            {isWide && hasPlaces && (
              <div className="mt-4 min-h-12">{canTakeOver && <TakeOverBar taking={taking} isInHero />}</div>
            )}
          </SharedBand>
        }
        notice={
          <OfflineStrip
            of={sharedListQuery(list.id).queryKey}
            offlineText={m.sharing_needs_network()}
            className="px-4 pt-3 lg:col-start-2 lg:row-start-2 lg:px-0 lg:pt-4"
          />
        }
        map={hasPlaces && (isWide || !isNoneForBoth) && map}
        mapPlace={MAP_PLACE}
        isWide={isWide}
        label={m.sharing_places_label()}
      >
        {hasPlaces && (
          <>
            <SharedFilters
              list={list}
              search={search}
              typed={typed}
              shownCount={places.length}
              bothCount={bothCount}
              origin={origin}
              onChange={change}
            >
              <PickToday list={list} mine={ownRestaurants} origin={origin} onOpen={(id) => select(id)} />
            </SharedFilters>
            {places.length === 0 ? (
              <NoMatches
                isNoneForBoth={isNoneForBoth}
                shows={isWide || (isNoneForBoth && isTall) ? 'bowl' : null}
                hasText={typed.typed !== ''}
                hasFilters={[search.category, search.status, search.both].some(
                  (filter) => filter !== undefined,
                )}
                clearText={() => typed.onType('', { isComposing: false })}
                change={change}
              />
            ) : (
              <SharedPlaces
                shareId={list.id}
                places={places}
                userLocation={userLocation}
                selectedId={search.selected ?? null}
                {...(canTakeOver && { taking })}
                onHover={setHoveredId}
                onSelect={selectAndOpen}
              />
            )}
          </>
        )}
      </ListBesideMap>
      {!hasPlaces && (
        <div className="py-10">
          <EmptyState title={m.sharing_empty_title()} text={m.sharing_empty_text()} />
        </div>
      )}
      {!isWide && canTakeOver && <TakeOverBar taking={taking} />}
      {sheet}
      {taking.dialogs}
    </main>
  );
}

/** The sheet of the place that the reader has opened. @param taking null if the reader cannot take over places */
function usePlaceSheet({
  list,
  taking,
  select,
}: {
  list: SharedList;
  taking: Taking | null;
  select: (placeId: string | null) => void;
}) {
  const [openedId, open] = useState<string | null>(null);
  const opened = list.places.find(({ id }) => id === openedId);
  const sheet = opened && (
    <Suspense>
      <SharedPlaceSheet place={opened} taking={taking} isOpen onClose={() => open(null)} />
    </Suspense>
  );
  const selectAndOpen = (placeId: string | null) => {
    select(placeId);
    open(placeId);
  };
  return { sheet, selectAndOpen };
}

/** Returns the places of the list that match the filters, compared with the reader's own list. */
function useComparedPlaces({ list, isOwner }: { list: SharedList; isOwner: boolean | null }) {
  const me = useMe();
  const { data: mine } = useQuery({ ...myListQuery, enabled: me !== null });
  // If the reader is the owner, this list is empty. Therefore the owner sees no comparison and cannot take over places.
  const ownRestaurants = useMemo(
    () => (me && mine && isOwner === false ? mine.restaurants : []),
    [me, mine, isOwner],
  );
  const { search, change, typed } = useSharedSearch();
  const origin = useDistanceOrigin({ asksAtOnce: false });

  const ownIds = useMemo(() => new Set(ownRestaurants.map(({ id }) => id)), [ownRestaurants]);
  const ownToVisitIds = useMemo(
    () => new Set(ownRestaurants.filter(({ status }) => status === TO_VISIT).map(({ id }) => id)),
    [ownRestaurants],
  );
  const userLocation = origin.isKnown ? origin.around : null;
  const places = useMemo(
    () =>
      viewShared({
        places: list.places,
        search,
        text: koreanQuery(typed.typed),
        userLocation,
        ownToVisitIds,
      }),
    [list.places, search, typed.typed, userLocation, ownToVisitIds],
  );
  const bothCount = list.places.filter((place) => isToVisitForBoth(place, ownToVisitIds)).length;
  const taking = useTakeOverSelection({ list, shown: places, ownIds, isOwner });
  return { search, change, typed, origin, userLocation, ownRestaurants, places, bothCount, taking };
}
