import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LocateFixed } from 'lucide-react';
import { useMemo, useState } from 'react';
import { m } from '#messages';
import { distanceMetres } from '#common/geo.ts';
import {
  OfficialList,
  type OfficialPlace,
  type Region,
} from '#features/official-lists/official-lists.contract.ts';
import { officialPlacesQuery, RegionSelects } from '#features/official-lists/web/official-pages.public.ts';
import { listNameOf, sourceNameOf } from '#features/official-lists/web/official-lists.public.ts';
import { approximateLocation } from '#features/places/approximate-location.rules.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { myListQuery } from '../my-list.query.ts';
import { useDistanceOrigin } from '../use-distance-origin.ts';
import type { ListedPlace } from './listed-place.ts';
import { OfficialMap } from './OfficialMap.tsx';
import { OfficialPlaces } from './OfficialPlaces.tsx';
import { TakeOverChosen } from './TakeOverChosen.tsx';

/** The page of one official list: its places near me or in a district, in a list and on a map. */
export function OfficialListPage() {
  const { list: name } = useParams({ from: '/members/app/official-lists/$list' });
  const list = OfficialList.safeParse(name).data;
  if (list) return <Places key={list} list={list} />;
  return (
    <Page title={m.official_lists()} backTo={paths.collections}>
      <EmptyState shows="bars" title={m.official_list_unknown()}>
        <LinkButton to={paths.collections} look="secondary" size="small">
          {m.official_to_collections()}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}

function Places({ list }: { list: OfficialList }) {
  const { province, district } = useSearch({ from: '/members/app/official-lists/$list' });
  const region: Region = { ...(province && { province }), ...(district && { district }) };
  const navigate = useNavigate({ from: paths.officialList });
  const { around, near, state, ask } = useNear();
  const query = useInfiniteQuery({
    ...officialPlacesQuery({ list, region, near }),
    // While the places of another district load, the places of the previous one stay on screen.
    placeholderData: (before) => before,
  });
  const mine = useQuery(myListQuery);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const listed = useMemo((): ListedPlace[] => {
    const saved = new Map(mine.data?.restaurants.map((restaurant) => [restaurant.id, restaurant]));
    const metresTo = ({ coordinates }: OfficialPlace) =>
      coordinates ? distanceMetres(around, coordinates) : Infinity;
    const places = query.data?.pages.flatMap((page) =>
      near ? page.places.toSorted((a, b) => metresTo(a) - metresTo(b)) : page.places,
    );
    return (places ?? []).map((place) => ({ place, mine: saved.get(place.placeId) ?? null }));
  }, [query.data, mine.data, near, around]);
  const [first] = query.data?.pages ?? [];
  return (
    <Page title={listNameOf(list)} backTo={paths.collections} className="max-w-[1080px] pb-36">
      <OfflineStrip
        of={officialPlacesQuery({ list, region, near }).queryKey}
        offlineText={m.official_needs_network()}
        className="mb-3"
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 low:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-6">
        <div className="lg:order-last">
          <div className="relative h-[240px] overflow-hidden rounded-card low:sticky low:top-16 low:h-[calc(100vh-80px-var(--sticky-actions,72px))] lg:sticky lg:top-16 lg:h-[calc(100vh-80px-max(16px,var(--sticky-actions,0px)))]">
            <OfficialMap places={listed} selectedId={selectedId} onSelect={setSelectedId} />
          </div>
        </div>
        <div className="grid content-start gap-4">
          <RegionSelects
            list={list}
            region={region}
            onChange={(search) =>
              void navigate({ to: paths.officialList, params: { list }, search, resetScroll: false })
            }
          />
          {near === null && <NearButton isBusy={state === 'asking'} onClick={ask} />}
          {state === 'refused' && <p className="type-caption text-ink-2">{m.map_position_refused()}</p>}
          {first ? (
            <>
              <h2 className="type-caption numbers text-ink-2">
                <NoWrap
                  text={[
                    m.official_places({ count: numberOf(first.total) }),
                    near ? m.official_sorted_near() : m.official_sorted_region(),
                  ].join(' · ')}
                />
              </h2>
              {first.total === 0 && (
                <EmptyState title={m.official_none_here()} text={m.official_none_here_text()} />
              )}
              {chosen && listed.length < first.total && (
                <p className="type-caption text-ink-2">
                  {m.official_choose_shown({
                    total: numberOf(first.total),
                    shown: numberOf(listed.length),
                  })}
                </p>
              )}
              <OfficialPlaces
                list={list}
                listed={listed}
                selectedId={selectedId}
                chosen={chosen}
                onChoose={setChosen}
                onOpen={setSelectedId}
              />
              <Alert>
                {query.isFetchNextPageError && `${m.official_more_failed()} ${messageOf(query.error)}`}
              </Alert>
              {query.hasNextPage && (
                <Button
                  look="secondary"
                  isBusy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {m.official_more()}
                </Button>
              )}
              {first.year !== null && <SourceNote list={list} year={first.year} />}
              <TakeOverChosen listed={listed} chosen={chosen} onChoose={setChosen} />
            </>
          ) : query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonTickets />
          )}
        </div>
      </div>
    </Page>
  );
}

function NearButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <Button look="soft" size="small" isBusy={isBusy} onClick={onClick}>
      <LocateFixed aria-hidden="true" />
      {m.official_near_first()}
    </Button>
  );
}

/** Names the publisher of the list, its year and its licence. */
function SourceNote({ list, year }: { list: OfficialList; year: number }) {
  return (
    <p className="type-caption text-ink-2">
      {m.official_badge_source({
        sources: `${sourceNameOf(list)} ${m.official_badge_year({ year })}`,
      })}
      {list !== 'century' && ` · ${m.official_licence()}`}
    </p>
  );
}

/** Returns my exact location, and the rounded one for the server. */
function useNear() {
  const { around, isKnown, state, ask } = useDistanceOrigin({ asksAtOnce: false });
  const { lat, lng } = approximateLocation(around);
  const near = useMemo(() => (isKnown ? { lat, lng } : null), [isKnown, lat, lng]);
  return { around, near, state, ask };
}
