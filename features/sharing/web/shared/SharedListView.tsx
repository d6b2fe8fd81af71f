import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { koreanQuery } from '#common/korean.ts';
import { useMe } from '#features/account/web/account.public.ts';
import {
  clearLabel,
  myListQuery,
  useDistanceOrigin,
  useMedia,
} from '#features/restaurants/web/restaurants.public.ts';
import type { SharedList, SharedPlace } from '#features/sharing/sharing.contract.ts';
import { ListBesideMap } from '#web/map/ListBesideMap.tsx';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { isToVisitForBoth, viewShared } from '../shared-view.rules.ts';
import { sharedListQuery } from '../sharing.queries.ts';
import { ManageLinks } from './ManageLinks.tsx';
import { PickToday } from './PickToday.tsx';
import { SharedFilters } from './SharedFilters.tsx';
import { SharedMap } from './SharedMap.tsx';
import { SharedPlaces } from './SharedPlaces.tsx';
import { TakeOverBar } from './TakeOverBar.tsx';
import { useSharedSearch } from './use-shared-search.ts';
import { useTakeOverSelection } from './use-taking.tsx';
import { ownerLabel } from '#features/sharing/owner-label.ts';

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
  const { search, change, typed, around, userLocation, ownRestaurants, places, both, taking } =
    useComparedPlaces({ list, isOwner });
  const isWide = useMedia('(min-width: 1024px)');
  // Without a map there is room for the picture above the button.
  const isTall = useMedia('(min-height: 740px)');
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const isNoneForBoth = both === 0 && search.both !== undefined;
  const select = (selected: string | null) => change({ selected: selected ?? undefined }, { asStep: false });

  const map = (
    <SharedMap
      places={places}
      around={around}
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
          <Band list={list} isOwner={isOwner}>
            {isWide && list.places.length > 0 && (
              <div className="mt-4 min-h-12">
                {places.length > 0 && <TakeOverBar taking={taking} isInHero />}
              </div>
            )}
          </Band>
        }
        notice={
          <OfflineStrip
            of={sharedListQuery(list.id).queryKey}
            offlineText={m.sharing_needs_network()}
            className="px-4 pt-3 lg:col-start-2 lg:row-start-2 lg:px-0 lg:pt-4"
          />
        }
        map={list.places.length > 0 && (isWide || !isNoneForBoth) && map}
        mapPlace={MAP_PLACE}
        isWide={isWide}
        label={m.sharing_places_label()}
      >
        {list.places.length > 0 && (
          <>
            <SharedFilters
              list={list}
              search={search}
              typed={typed}
              shownCount={places.length}
              bothCount={both}
              around={around}
              onChange={change}
            >
              <PickToday list={list} mine={ownRestaurants} around={around} onOpen={(id) => select(id)} />
            </SharedFilters>
            {places.length === 0 ? (
              <NoMatches
                isNoneForBoth={isNoneForBoth}
                shows={isWide || (isNoneForBoth && isTall) ? 'bowl' : null}
                hasText={typed.typed !== ''}
                hasFilters={[search.category, search.status, search.both].some(
                  (filter) => filter !== undefined,
                )}
                onClear={() => typed.onType('', { isComposing: false })}
                change={change}
              />
            ) : (
              <SharedPlaces
                shareId={list.id}
                places={places}
                userLocation={userLocation}
                selectedId={search.selected ?? null}
                {...(!isOwner && { taking })}
                onHover={setHoveredId}
                onSelect={select}
              />
            )}
          </>
        )}
      </ListBesideMap>
      {list.places.length === 0 && (
        <div className="py-10">
          <EmptyState title={m.sharing_empty_title()} text={m.sharing_empty_text()} />
        </div>
      )}
      {!isWide && !isOwner && places.length > 0 && <TakeOverBar taking={taking} />}
      {taking.dialogs}
    </main>
  );
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
  const around = useDistanceOrigin({ asksAtOnce: false });

  const ownIds = useMemo(() => new Set(ownRestaurants.map(({ id }) => id)), [ownRestaurants]);
  const ownToVisitIds = useMemo(
    () => new Set(ownRestaurants.filter(({ status }) => status === TO_VISIT).map(({ id }) => id)),
    [ownRestaurants],
  );
  const userLocation = around.isKnown ? around.around : null;
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
  const both = list.places.filter((place) => isToVisitForBoth(place, ownToVisitIds)).length;
  const taking = useTakeOverSelection({ list, shown: places, ownIds });
  return { search, change, typed, around, userLocation, ownRestaurants, places, both, taking };
}

/** The title of the list. The owner gets links to the settings, and other readers get the children. */
function Band({
  list,
  isOwner,
  children,
}: {
  list: SharedList;
  isOwner: boolean | null;
  children: ReactNode;
}) {
  return (
    <>
      <h1 className="text-[1.5rem] leading-tight font-bold tracking-[-.03em] lg:text-[2.25rem]">
        {list.title}
      </h1>
      <Subtitle list={list} />
      {list.note && (
        <p className="type-sub mt-1.5 max-w-[36em] whitespace-pre-line lg:type-body">{list.note}</p>
      )}
      {isOwner && <p className="type-sub mt-1.5 font-semibold">{m.sharing_own()}</p>}
      {isOwner ? <ManageLinks look="ink" className="mt-3 lg:mt-4" /> : children}
    </>
  );
}

function NoMatches({
  isNoneForBoth,
  hasText,
  hasFilters,
  shows,
  onClear,
  change,
}: {
  /** Whether there is no place that the reader and the owner both want to visit. */
  isNoneForBoth: boolean;
  hasText: boolean;
  hasFilters: boolean;
  shows: 'bowl' | null;
  onClear: () => void;
  change: ReturnType<typeof useSharedSearch>['change'];
}) {
  const clear = () => {
    onClear();
    change({ q: undefined, category: undefined, status: undefined, both: undefined }, { asStep: true });
  };
  return (
    <EmptyState
      shows={shows}
      title={isNoneForBoth ? m.sharing_both_none_title() : m.restaurants_none_title()}
      {...(hasFilters && {
        text: isNoneForBoth ? m.sharing_both_none_text() : m.restaurants_none_text(),
      })}
    >
      <Button look="secondary" size="small" onClick={clear}>
        {isNoneForBoth ? m.sharing_both_none_all() : clearLabel({ hasText, hasFilters })}
      </Button>
    </EmptyState>
  );
}

/**
 * The line below the title: 읽기 전용 은조님의 리스트 · 5곳 중 4곳 다녀왔어요. If the second part wraps to a new line, the dot before it is
 * outside the box and therefore hidden.
 */
function Subtitle({ list: { ownerName, places } }: { list: SharedList }) {
  const visited = places.filter(isVisited).length;
  const count = numberOf(places.length);
  return (
    <p className="type-sub mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-0.5 overflow-x-clip font-semibold lg:type-body">
      <span className="type-stub -mr-1.5 inline-flex items-center gap-1.5 rounded-[6px] bg-field-ink px-2 py-0.5 text-field-paper">
        <Eye className="size-3.5" aria-hidden="true" />
        {m.sharing_read_only()}
      </span>{' '}
      <span>{m.sharing_whose({ owner: ownerLabel(ownerName) })}</span>{' '}
      <span className="relative">
        <span className="absolute right-full px-1.5">·</span>{' '}
        {visited === 0
          ? m.sharing_count({ count })
          : m.sharing_count_visited({ count, visited: numberOf(visited) })}
      </span>
    </p>
  );
}

const isVisited = ({ status }: SharedPlace) => status === VISITED;
