import { memo } from 'react';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { MyRowBadge } from '#features/official-lists/web/my-row-badge.public.tsx';
import type { Found } from '#features/places/personal-search.rules.ts';
import type { MyRestaurant, RestaurantStatus } from '#features/restaurants/restaurants.contract.ts';
import { useIsWaiting } from '#web/outbox/page-outbox.ts';
import { WaitingMark } from '#web/outbox/WaitingMark.tsx';
import { paths } from '#web/paths.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { useMinute } from '#web/browser/use-minute.ts';
import { closureText } from '../closure-text.ts';
import { openingText } from '../opening-text.ts';
import { formatStampDay } from '../stamp-day.ts';
import { Ticket, TicketFacts, TicketLink } from '#web/ui/Ticket.tsx';
import { TicketStub } from '#web/ui/TicketStub.tsx';
import { ticketTexts } from './ticket-texts.tsx';

/** One place of the list. The body of the ticket links to the place. The stub changes the status. */
export const RestaurantTicket = memo(function RestaurantTicket({
  restaurant,
  categoryName,
  distance,
  found = null,
  isSelected,
  onOpen,
  onStatus,
}: {
  restaurant: MyRestaurant;
  categoryName: string;
  /** Metres from the member; null if the distance is unknown. */
  distance: number | null;
  /** The match of the search in this place; null if nothing is typed. */
  found?: Found | null;
  isSelected: boolean;
  /** Called before the page of the place opens. */
  onOpen: (restaurantId: string) => void;
  onStatus: (change: { restaurant: MyRestaurant; status: RestaurantStatus }) => void;
}) {
  const { id, name, status, rating, sourceKind, sourceMemo, visitedAt } = restaurant;
  const { isExample, userPhotoFilenames } = restaurant;
  const now = useMinute();
  const isWaiting = useIsWaiting(id);
  const kind = status === VISITED ? 'done' : 'todo';
  return (
    <Ticket kind={kind} isSelected={isSelected}>
      <TicketLink to={paths.restaurant} params={{ restaurantId: id }} onClick={() => onOpen(id)}>
        <TicketFacts
          {...ticketTexts({ restaurant, categoryName, distance, found })}
          rating={rating}
          opening={openingText(restaurant, now)}
          source={{ kind: sourceKind, text: sourceMemo }}
          warning={closureText(restaurant)}
          photoUrl={
            userPhotoFilenames[0] ? photoUrl({ photoId: userPhotoFilenames[0], size: 'small' }) : null
          }
          aside={
            isWaiting ? (
              <WaitingMark />
            ) : isExample ? (
              <Pill kind="plain">{m.restaurants_example()}</Pill>
            ) : (
              <MyRowBadge placeId={id} />
            )
          }
        />
      </TicketLink>
      <TicketStub
        kind={kind}
        placeName={name}
        visitedOn={visitedAt === null ? null : formatStampDay(visitedAt)}
        onPress={() => onStatus({ restaurant, status: kind === 'done' ? TO_VISIT : VISITED })}
      />
    </Ticket>
  );
});
