import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Bookmark } from 'lucide-react';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { sourceLine } from '#features/catalogue/catalogue.rules.ts';
import type {
  MyRestaurant,
  RestaurantDetail as RestaurantDetailOfPlace,
} from '#features/restaurants/restaurants.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { PageHeader } from '#web/shell/PageHeader.tsx';
import { ActionMenu } from '#web/ui/ActionMenu.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { StatusToggle } from '#web/ui/StatusToggle.tsx';
import { ChangeOrDelete } from './detail/ChangeOrDelete.tsx';
import { DetailActions } from './detail/DetailActions.tsx';
import { DetailSkeleton } from './detail/DetailSkeleton.tsx';
import { MyReview } from './detail/MyReview.tsx';
import { MovedPlaces } from './detail/MovedPlaces.tsx';
import type { RestaurantPageParts } from './detail/page-parts.ts';
import { PlaceActions } from './detail/PlaceActions.tsx';
import { PlaceCard } from './detail/PlaceCard.tsx';
import { PlaceHero } from './detail/PlaceHero.tsx';
import { PlaceTicket } from './detail/PlaceTicket.tsx';
import { ProvidedOnPage } from './provided/ProvidedOnPage.tsx';
import { ShareButton } from './detail/ShareButton.tsx';
import { RestaurantUnavailable } from './RestaurantUnavailable.tsx';
import { restaurantQuery } from './restaurants.queries.ts';
import { useMyRestaurant } from './use-my-restaurant.ts';
import { useStatusChange } from './use-status-change.ts';

/** The page of one place. It shows the facts of the place and my record of it. */
export function RestaurantDetailPage({ parts }: { parts: RestaurantPageParts }) {
  const { restaurantId } = useParams({ from: '/members/app/restaurant/$restaurantId' });
  // The key remounts the component for another place. Therefore an unfinished edit of one place is not shown for
  // another.
  return <RestaurantDetail key={restaurantId} restaurantId={restaurantId} parts={parts} />;
}

function RestaurantDetail({ restaurantId, parts }: { restaurantId: string; parts: RestaurantPageParts }) {
  const { detail, place, mine, provided, isPartial } = useMyRestaurant(restaurantId);
  return (
    <>
      <PageHeader
        title={place?.name ?? m.restaurants_detail_title()}
        isTitleHeading={!place}
        className="max-w-[1120px]"
        actions={
          place && (
            <>
              <ShareButton placeName={place.name} />
              {mine?.status === VISITED && <MoreActions mine={mine} />}
            </>
          )
        }
      />
      <main
        id="content"
        className="mx-auto max-w-[1120px] pb-[max(7rem,calc(var(--sticky-actions,0px)+1rem))] lg:px-6"
      >
        {place ? (
          <>
            <PlaceHero place={place} mine={mine} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-5 lg:px-0">
              <div className="grid grid-cols-1 gap-3">
                <PlaceTicket
                  place={place}
                  mine={mine}
                  isSourceBelow={isNamedBy(provided, mine?.sourceMemo)}
                  othersRating={
                    !mine?.isManual && (
                      <Suspense>
                        <parts.OthersRating restaurantId={restaurantId} />
                      </Suspense>
                    )
                  }
                />
                {/* The strip is below the ticket, because the ticket overlaps the picture and would cover a strip
                    above it. */}
                <OfflineStrip
                  of={restaurantQuery(restaurantId).queryKey}
                  isEditable
                  offlineText={m.restaurants_place_needs_network()}
                />
                {isPartial && detail.error && (
                  <DetailsNotLoaded error={detail.error} onRetry={() => void detail.refetch()} />
                )}
                {mine?.businessStatus === 'closed_permanently' && <MovedPlaces mine={mine} />}
                {mine?.status === TO_VISIT && <MyStatus mine={mine} />}
                <DetailActions place={place} mine={mine} isProvided={provided !== null} />
                <Suspense fallback={<div className="h-12" />}>
                  <parts.Collections restaurantId={restaurantId} />
                </Suspense>
                {mine?.sharedListId && (
                  <Suspense>
                    <parts.TakenOverNotice restaurantId={restaurantId} />
                  </Suspense>
                )}
                {provided && <ProvidedOnPage place={place} provided={provided} isMine={mine !== null} />}
              </div>
              <div className="grid grid-cols-1 gap-3 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-5">
                <PlaceCard place={place} mine={mine}>
                  <PlaceActions place={place} isManual={mine?.isManual ?? false} />
                </PlaceCard>
              </div>
              <div className="grid grid-cols-1 gap-3">
                {mine && <MyReview mine={mine} parts={parts} />}
                <Suspense>
                  <parts.JournalEntries restaurantId={restaurantId} />
                  {!mine?.isManual && <parts.Reviews restaurantId={restaurantId} />}
                  {/* The buttons are shown with the parts above them, which would otherwise move them during a press. */}
                  {mine && <ChangeOrDelete mine={mine} />}
                </Suspense>
              </div>
            </div>
          </>
        ) : detail.error ? (
          <div className="py-4">
            <RestaurantUnavailable error={detail.error} onRetry={() => void detail.refetch()} />
          </div>
        ) : (
          <DetailSkeleton />
        )}
      </main>
    </>
  );
}

/**
 * Whether a programme of the provided place already names the source that the member stored. The page then does not
 * show the source of the member again.
 */
const isNamedBy = (provided: Provided | null, sourceMemo: string | undefined) =>
  provided?.sources.some((source) =>
    sourceLine({ memo: '', sources: [source] }).startsWith(sourceMemo ?? ''),
  ) ?? false;

type Provided = NonNullable<RestaurantDetailOfPlace['provided']>;

function MyStatus({ mine }: { mine: MyRestaurant }) {
  const onStatus = useStatusChange();
  return <StatusToggle value={mine.status} onChange={(status) => onStatus({ restaurant: mine, status })} />;
}

/** ⋯: the actions that a visited place seldom needs. */
function MoreActions({ mine }: { mine: MyRestaurant }) {
  const onStatus = useStatusChange();
  return (
    <ActionMenu
      label={m.restaurants_more_label({ name: mine.name })}
      title={mine.name}
      actions={[
        {
          icon: <Bookmark aria-hidden="true" />,
          label: m.restaurants_unvisit(),
          onPress: () => onStatus({ restaurant: mine, status: TO_VISIT }),
        },
      ]}
    />
  );
}

/** This notice is shown if the list contains the place but the details of the place could not be loaded. */
function DetailsNotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <p role="alert" className="type-sub flex flex-wrap items-center gap-x-2 px-1 text-ink-2">
      {m.restaurants_load_failed({ message: messageOf(error) })}
      <button type="button" className="link min-h-11 px-2" onClick={onRetry}>
        {m.kit_reload()}
      </button>
    </p>
  );
}
