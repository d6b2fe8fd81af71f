import { Check } from 'lucide-react';
import { memo } from 'react';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { MyRowBadge } from '#features/official-lists/web/my-row-badge.public.tsx';
import type { Found } from '#features/places/personal-search.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { Tag } from '#web/ui/Tag.tsx';
import { Ticket, TicketFacts, TicketLink } from '#web/ui/Ticket.tsx';
import { TicketStubState } from '#web/ui/TicketStub.tsx';
import { useMinute } from '#web/browser/use-minute.ts';
import { ticketTexts } from '../home/ticket-texts.tsx';
import { openingText } from '../opening-text.ts';
import { useTakeOver } from './use-take-over.tsx';

const TAGS_SHOWN = 3;

/**
 * A provided restaurant that is not in my list. The body of the ticket links to the place. The stub takes the place
 * over.
 */
export const ProvidedTicket = memo(function ProvidedTicket({
  restaurant,
  categoryName,
  distance,
  found = null,
  isSelected,
  onOpen,
}: {
  restaurant: MyRestaurant;
  categoryName: string;
  /** Metres from the member; null if the distance is unknown. */
  distance: number | null;
  /** The match of the search in this place; null if nothing is typed. */
  found?: Found | null;
  isSelected: boolean;
  onOpen?: (restaurantId: string) => void;
}) {
  const { id, name, sourceKind, sourceMemo, customTags, isExample, businessStatus } = restaurant;
  const now = useMinute();
  const { take, isPending, limitDialog } = useTakeOver();
  return (
    <Ticket kind="prov" isSelected={isSelected}>
      <TicketLink to={paths.restaurant} params={{ restaurantId: id }} onClick={() => onOpen?.(id)}>
        <TicketFacts
          {...ticketTexts({ restaurant, categoryName, distance, found })}
          opening={openingText(restaurant, now)}
          source={{ kind: sourceKind, text: sourceMemo }}
          aside={
            <>
              <Pill kind="prov">{m.provided_badge()}</Pill>
              {businessStatus === 'closed_permanently' ? (
                <Pill kind="plain">{m.restaurants_closed()}</Pill>
              ) : isExample ? (
                <Pill kind="plain">{m.restaurants_example()}</Pill>
              ) : (
                <MyRowBadge placeId={id} />
              )}
            </>
          }
        />
        {customTags.length > 0 && (
          <span className="mt-2 flex gap-1 overflow-hidden">
            {customTags.slice(0, TAGS_SHOWN).map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
        )}
      </TicketLink>
      <div className="ticket-stub type-stub" data-split aria-busy={isPending}>
        <button
          type="button"
          onClick={() => isPending || take({ restaurants: [restaurant], status: TO_VISIT })}
        >
          <span className="sr-only">{m.kit_stub_prov_label({ name })}</span>
          <span className="contents" aria-hidden="true">
            <TicketStubState kind="prov" />
          </span>
        </button>
        <button
          type="button"
          onClick={() => isPending || take({ restaurants: [restaurant], status: VISITED })}
        >
          <Check className="size-4" aria-hidden="true" />
          <span className="sr-only">{m.provided_been_label({ name })}</span>
          <span aria-hidden="true">{m.provided_visited()}</span>
        </button>
      </div>
      {limitDialog}
    </Ticket>
  );
});
