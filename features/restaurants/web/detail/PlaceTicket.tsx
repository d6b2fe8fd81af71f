import type { ReactNode } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { OfficialBadges } from '#features/official-lists/web/official-lists.public.ts';
import type {
  MyRestaurant,
  RestaurantDetail,
  SourceKind,
} from '#features/restaurants/restaurants.contract.ts';
import { distanceOf } from '#web/format/distance.ts';
import { useIsWaiting } from '#web/outbox/page-outbox.ts';
import { WaitingMark } from '#web/outbox/WaitingMark.tsx';
import { classes } from '#web/ui/classes.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { SourceIcon } from '#web/ui/SourceIcon.tsx';
import { SourceMemo } from '#web/ui/SourceMemo.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { Ticket } from '#web/ui/Ticket.tsx';
import { TicketStubFace } from '#web/ui/TicketStub.tsx';
import { openingSpansOf } from '#features/places/opening-hours.rules.ts';
import { useMinute } from '#web/browser/use-minute.ts';
import { closureText } from '../closure-text.ts';
import { SameSource } from '../same-source/SameSource.tsx';
import { openingText } from '../opening-text.ts';
import { formatStampDay } from '../stamp-day.ts';
import { useDistanceTo } from '../use-distance-origin.ts';

/**
 * If there is a photo above the ticket, the ticket overlaps it. The ticket does not overlap a map, because the
 * attribution of the map is at its bottom.
 */
const PLACE_CLASSES =
  '-mt-5 lg:-mt-14 lg:ml-6 [.hero-map+*_&]:mt-3 lg:[.hero-map+*_&]:mt-5 lg:[.hero-map+*_&]:ml-0';

/** The source of a place without a memo. */
const SEEN: Record<SourceKind, () => string> = {
  tv: m.restaurants_seen_tv,
  magazine: m.restaurants_seen_magazine,
  person: m.restaurants_seen_person,
  own: m.restaurants_seen_own,
};

const PRICES = [
  m.restaurants_price_0,
  m.restaurants_price_1,
  m.restaurants_price_2,
  m.restaurants_price_3,
  m.restaurants_price_4,
] as const;

/** The header of the page. It shows the place, its source and its status. */
export function PlaceTicket({
  place,
  mine,
  isSourceBelow,
  othersRating,
}: {
  place: RestaurantDetail['place'];
  mine: MyRestaurant | null;
  /** Whether the page shows the programmes of a provided place below the ticket. */
  isSourceBelow: boolean;
  othersRating: ReactNode;
}) {
  const { nameOf, kindOf } = useCategories();
  const distance = useDistanceTo(place.coordinates);
  const opening = openingText(
    { openingSpans: openingSpansOf(place), businessStatus: place.businessStatus },
    useMinute(),
  );
  const kind = mine === null ? 'prov' : mine.status === VISITED ? 'done' : 'todo';
  const categoryId = mine ? mine.categoryId : place.categoryId;
  const facts = [
    mine ? nameOf(categoryId) : (kindOf({ categoryId, kind: place.kind }) ?? nameOf(null)),
    distance === null ? null : distanceOf(distance),
    place.priceLevel === null ? null : PRICES[place.priceLevel](),
  ];
  const source = mine?.sourceMemo ? (
    <SourceMemo memo={mine.sourceMemo} />
  ) : (
    mine?.sourceKind && SEEN[mine.sourceKind]()
  );
  const body = (
    <>
      <h1 tabIndex={-1} className="text-[1.5rem] leading-8 font-bold tracking-[-.03em]">
        {place.name}
      </h1>
      <p className="ticket-meta ticket-meta-lines type-sub numbers mt-0.5 text-ink-2">
        {opening && <b className={opening.isOpen ? 'text-done-text' : undefined}>{opening.text}</b>}
        {facts.filter(Boolean).map((fact, position) => (
          <span key={position}>{fact}</span>
        ))}
        {othersRating}
      </p>
      <StatePills place={place} mine={mine} />
      <OfficialBadges placeId={place.placeId} />
      {mine && source && !isSourceBelow && (
        <p className="type-sub mt-3 flex items-start gap-2.5 border-t border-line pt-3 leading-5">
          <SourceIcon kind={mine.sourceKind} className="size-5 flex-none" />
          <span className="min-w-0">{source}</span>
        </p>
      )}
      {mine && <SameSource mine={mine} />}
    </>
  );
  // A place that is 방문 예정 needs no stub, because the buttons below the ticket show the status.
  if (kind === 'todo')
    return (
      <div
        className={classes(
          'relative z-10 rounded-ticket bg-surface px-[18px] pt-[18px] pb-4 shadow-1',
          PLACE_CLASSES,
        )}
      >
        {body}
      </div>
    );
  return (
    <Ticket kind={kind} className={classes('z-10', PLACE_CLASSES)}>
      <div className="ticket-body px-[18px] pt-[18px] pb-4">{body}</div>
      <TicketStubFace>
        {kind === 'done' ? (
          <Stamp
            size="large"
            date={mine?.visitedAt ? formatStampDay(mine.visitedAt) : m.restaurants_undated_visit()}
          />
        ) : (
          m.restaurants_not_mine_stub()
        )}
      </TicketStubFace>
    </Ticket>
  );
}

function StatePills({ place, mine }: { place: RestaurantDetail['place']; mine: MyRestaurant | null }) {
  const { businessStatus, isExample } = place;
  const closure = closureText({ businessStatus, closedOn: mine?.closedOn ?? null });
  const isClosed = businessStatus === 'closed_permanently' || businessStatus === 'closed_temporarily';
  const isWaiting = useIsWaiting(place.placeId);
  if (!isExample && !isClosed && !mine?.isManual && !isWaiting) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-1.5">
      {isWaiting && <WaitingMark />}
      {isExample && <Pill kind="plain">{m.restaurants_example()}</Pill>}
      {closure && <Pill kind="danger">{closure}</Pill>}
      {businessStatus === 'closed_temporarily' && <Pill kind="plain">{m.restaurants_closed_for_now()}</Pill>}
      {mine?.isManual && <Pill kind="plain">{m.restaurants_hand_entered()}</Pill>}
    </p>
  );
}
