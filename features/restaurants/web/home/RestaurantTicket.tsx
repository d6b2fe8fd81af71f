import { memo } from 'react';
import { m } from '#messages';
import { formatDistance } from '#common/geo.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import type { MyRestaurant, RestaurantStatus } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { formatStampDay } from '../restaurant-sentences.ts';
import { Ticket, TicketFacts, TicketLink, TicketStub } from '#web/ui/Ticket.tsx';

/** One place of the list: its body links to the place, its stub changes the status. */
export const RestaurantTicket = memo(function RestaurantTicket({
  restaurant,
  categoryName,
  distance,
  isSelected,
  onOpen,
  onStatus,
}: {
  restaurant: MyRestaurant;
  categoryName: string;
  /** Metres from the member; null if unknown. */
  distance: number | null;
  isSelected: boolean;
  /** Called before the member leaves for the place. */
  onOpen: (restaurantId: string) => void;
  onStatus: (change: { restaurant: MyRestaurant; status: RestaurantStatus }) => void;
}) {
  const { id, name, address, status, rating, sourceKind, sourceMemo, visitedAt } = restaurant;
  const { isExample, businessStatus } = restaurant;
  const kind = status === '방문 완료' ? 'done' : 'todo';
  return (
    <Ticket kind={kind} isSelected={isSelected}>
      <TicketLink to={paths.restaurant} params={{ restaurantId: id }} onClick={() => onOpen(id)}>
        <TicketFacts
          name={name}
          rating={rating}
          meta={[categoryName, distance === null ? null : formatDistance(distance), shortAddress(address)]}
          source={{ kind: sourceKind, text: sourceMemo }}
          warning={businessStatus === 'closed_permanently' ? m.restaurants_closed() : null}
          aside={isExample ? <Pill kind="plain">{m.restaurants_example()}</Pill> : null}
        />
      </TicketLink>
      <TicketStub
        kind={kind}
        placeName={name}
        visitedOn={visitedAt === null ? null : formatStampDay(visitedAt)}
        onPress={() => onStatus({ restaurant, status: kind === 'done' ? '방문 예정' : '방문 완료' })}
      />
    </Ticket>
  );
});
