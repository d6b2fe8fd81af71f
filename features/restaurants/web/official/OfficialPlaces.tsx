import { Plus } from 'lucide-react';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import { listNameOf, menuText } from '#features/official-lists/web/official-lists.public.ts';
import { neighbourhoodInBrackets } from '#features/places/short-address.rules.ts';
import { paths } from '#web/paths.ts';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Ticket, TicketFacts, TicketLink } from '#web/ui/Ticket.tsx';
import { ChoosablePlace, type ChosenPlaces, useScrollToPlace } from '../ChoosablePlace.tsx';
import { RestaurantTicket } from '../home/RestaurantTicket.tsx';
import { ticketTexts } from '../home/ticket-texts.tsx';
import { useTakeOver } from '../provided/use-take-over.tsx';
import { useDistanceTo } from '../use-distance-origin.ts';
import { useStatusChange } from '../use-status-change.ts';
import type { ListedPlace } from './listed-place.ts';

/** Lists places of an official list. */
export function OfficialPlaces({
  list,
  listed,
  selectedId,
  chosen,
  onChoose,
  onOpen,
}: {
  list: OfficialList;
  listed: readonly ListedPlace[];
  selectedId: string | null;
  chosen: ChosenPlaces;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (restaurantId: string) => void;
}) {
  const rows = useScrollToPlace<HTMLUListElement>(selectedId);
  return (
    <ul ref={rows} role="list" aria-label={listNameOf(list)} className="grid gap-2.5">
      {listed.map(({ place, mine }) => (
        <ChoosablePlace
          key={place.placeId}
          place={{ id: place.placeId, name: place.name }}
          isMine={mine !== null}
          chosen={chosen}
          onChoose={onChoose}
        >
          <PlaceTicket
            list={list}
            listed={{ place, mine }}
            isSelected={place.placeId === selectedId}
            onOpen={onOpen}
          />
        </ChoosablePlace>
      ))}
    </ul>
  );
}

type TicketProps = {
  list: OfficialList;
  listed: ListedPlace;
  isSelected: boolean;
  onOpen: (restaurantId: string) => void;
};

function PlaceTicket({ list, listed: { place, mine }, isSelected, onOpen }: TicketProps) {
  const { nameOf } = useCategories();
  const onStatus = useStatusChange();
  const distance = useDistanceTo(place.coordinates);
  const { placeId, name, address, menus } = place;
  const shown = { categoryName: nameOf(mine?.categoryId ?? place.categoryId), distance };
  if (mine)
    return (
      <RestaurantTicket
        restaurant={mine}
        onStatus={onStatus}
        isSelected={isSelected}
        onOpen={onOpen}
        {...shown}
      />
    );
  const restaurant = { name, address, neighbourhood: neighbourhoodInBrackets(address), customTags: [] };
  return (
    <Ticket isSelected={isSelected}>
      <TicketLink to={paths.restaurant} params={{ restaurantId: placeId }} onClick={() => onOpen(placeId)}>
        <TicketFacts
          {...ticketTexts({ restaurant, found: null, ...shown })}
          aside={menus.length === 0 && <Pill kind="plain">{listNameOf(list)}</Pill>}
        />
        {menus.length > 0 && (
          <p className="type-caption numbers mt-1.5 font-semibold text-ink">
            <NoWrap text={[listNameOf(list), ...menus.map(menuText)].join(' · ')} />
          </p>
        )}
      </TicketLink>
      <SaveStub id={placeId} name={name} />
    </Ticket>
  );
}

/** A stub that saves the place as 방문 예정. */
function SaveStub({ id, name }: { id: string; name: string }) {
  const { take, isPending, limitDialog } = useTakeOver({ from: 'official' });
  return (
    <>
      <button
        type="button"
        className="ticket-stub type-stub bg-soft text-ink hover:bg-soft-press"
        aria-busy={isPending}
        aria-label={m.collections_save_label({ name })}
        onClick={() => isPending || take({ restaurants: [{ id, name }], status: TO_VISIT })}
      >
        <Plus className="size-5" aria-hidden="true" />
        {m.collections_save_place()}
      </button>
      {limitDialog}
    </>
  );
}
