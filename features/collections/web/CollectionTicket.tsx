import { Plus } from 'lucide-react';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { MyRowBadge } from '#features/official-lists/web/my-row-badge.public.tsx';
import type { Found } from '#features/places/personal-search.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { ListEntry } from '#features/restaurants/list-view.rules.ts';
import {
  closureText,
  formatStampDay,
  openingText,
  restaurantErrorMessage,
  ticketTexts,
  useAddRestaurant,
  useLimitDialog,
  useStatusChange,
} from '#features/restaurants/web/restaurants.public.ts';
import { paths } from '#web/paths.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { Ticket, TicketFacts, TicketLink } from '#web/ui/Ticket.tsx';
import { TicketStub } from '#web/ui/TicketStub.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { useMinute } from '#web/browser/use-minute.ts';

/**
 * One place of a collection. If the place is in my list, the stub is the same as in the list. If it is not, the stub
 * saves the place.
 */
export function CollectionTicket({
  entry: { restaurant, isProvided: isNotSaved, categoryId, distance },
  note,
  isWantedByAll,
  found,
  hidesDistance,
  isSelected,
}: {
  entry: ListEntry;
  note: string;
  isWantedByAll: boolean;
  found: Found | null;
  hidesDistance: boolean;
  isSelected: boolean;
}) {
  const { nameOf } = useCategories();
  const now = useMinute();
  const onStatus = useStatusChange();
  const { id, name, status, visitedAt } = restaurant;
  const [photoId] = restaurant.userPhotoFilenames;
  const kind = isNotSaved ? undefined : status === VISITED ? 'done' : 'todo';
  return (
    <Ticket {...(kind && { kind })} isSelected={isSelected}>
      <TicketLink to={paths.restaurant} params={{ restaurantId: id }}>
        <TicketFacts
          {...ticketTexts({
            restaurant,
            categoryName: nameOf(categoryId),
            distance: hidesDistance ? null : distance,
            found,
          })}
          rating={restaurant.rating}
          opening={openingText(restaurant, now)}
          photoUrl={photoId ? photoUrl({ photoId, size: 'small' }) : null}
          warning={closureText(restaurant)}
          aside={
            isWantedByAll ? (
              <Pill kind="ink">{m.collections_wanted_by_all()}</Pill>
            ) : restaurant.isExample ? (
              <Pill kind="plain">{m.restaurants_example()}</Pill>
            ) : (
              <MyRowBadge placeId={id} />
            )
          }
        />
        {note && <p className="type-sub mt-1.5 line-clamp-2 text-ink">{note}</p>}
      </TicketLink>
      {kind ? (
        <TicketStub
          kind={kind}
          placeName={name}
          visitedOn={visitedAt === null ? null : formatStampDay(visitedAt)}
          onPress={() => onStatus({ restaurant, status: kind === 'done' ? TO_VISIT : VISITED })}
        />
      ) : (
        <SaveStub restaurant={restaurant} />
      )}
    </Ticket>
  );
}

/** A stub that saves the place as 방문 예정. */
function SaveStub({ restaurant: { id, name } }: { restaurant: MyRestaurant }) {
  const { limitDialog, showLimit } = useLimitDialog();
  const { mutate, isPending } = useAddRestaurant({
    onAdded: (_, { isSent }) => isSent && showToast(m.restaurants_added({ name })),
    onRejected: (problem) => {
      if (showLimit(problem)) return;
      showToast(m.restaurants_add_failed({ message: restaurantErrorMessage(problem) }), { kind: 'alert' });
    },
  });
  return (
    <>
      <button
        type="button"
        className="ticket-stub type-stub bg-soft text-ink hover:bg-soft-press"
        aria-busy={isPending}
        aria-label={m.collections_save_label({ name })}
        onClick={() => mutate({ place: { from: 'maps', placeId: id } })}
      >
        <Plus className="size-5" aria-hidden="true" />
        {m.collections_save_place()}
      </button>
      {limitDialog}
    </>
  );
}
