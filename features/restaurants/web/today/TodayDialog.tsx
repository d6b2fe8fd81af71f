import { Dices, LocateFixed, Navigation } from 'lucide-react';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import {
  oneReasonEach,
  lastVisitOf,
  picksForToday,
  type Reason,
} from '#features/restaurants/pick-today.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { distanceMetres } from '#common/geo.ts';
import { paths } from '#web/paths.ts';
import { tabStorage } from '#web/storage/browser-storage.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Ticket, TicketFacts, TicketLink } from '#web/ui/Ticket.tsx';
import { ticketTexts } from '../home/ticket-texts.tsx';
import { lastMapApp, MAP_APP_NAMES, mapAppLink, rememberMapApp } from '../map-apps.ts';
import type { DistanceOrigin } from '../use-distance-origin.ts';
import { reasonSentence } from './reason-sentence.ts';

/** The properties that the home screen passes to the dialog. */
export type TodayProps = {
  isOpen: boolean;
  onClose: () => void;
  restaurants: readonly MyRestaurant[];
  around: DistanceOrigin;
};

const CARDS = 3;

/** 오늘 뭐 먹지?: shows three saved places at a time, each with one reason to go there. */
export function TodayDialog({
  isOpen,
  onClose,
  restaurants,
  around,
  wantedBy,
}: TodayProps & {
  /** The names of other people who also want to visit a place. The key of the map is the id of the place. */
  wantedBy: ReadonlyMap<string, string>;
}) {
  // The time is read once, so that the order of the cards does not change while the member reads them.
  const [now] = useState(() => Date.now());
  const { shownBefore, saveShown } = useCardsBeforeBack();
  const [chosenFrom, setFrom] = useState<number | null>(null);
  const userLocation = around.isKnown ? around.around : null;
  const picks = useMemo(() => {
    const places = restaurants.map((restaurant) => ({
      ...restaurant,
      lastVisit: lastVisitOf(restaurant),
      isWantedByBoth: restaurant.status === TO_VISIT && wantedBy.has(restaurant.id),
    }));
    return picksForToday({ places, userLocation, now });
  }, [restaurants, wantedBy, userLocation, now]);
  const from =
    chosenFrom ??
    Math.max(
      0,
      picks.findIndex(({ place }) => place.id === shownBefore),
    );
  const shown = oneReasonEach(picks.slice(from, from + CARDS));

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={picks.length > 0 ? m.today_title() : m.today_none_title()}
      text={picks.length > 0 ? undefined : m.today_none_text()}
    >
      {picks.length > 0 && (
        <ul role="list" aria-label={m.today_list()} aria-live="polite" className="mt-3 grid gap-2">
          {shown.map(({ place, reason }) => (
            <li key={place.id}>
              <PickedPlace
                onOpen={() => saveShown(shown[0]?.place.id)}
                restaurant={place}
                sentence={reason && sentenceOf(reason, wantedBy.get(place.id) ?? '')}
                distance={
                  userLocation && place.coordinates && reason?.why !== 'near'
                    ? distanceMetres(userLocation, place.coordinates)
                    : null
                }
              />
            </li>
          ))}
        </ul>
      )}
      {picks.length > 0 && !around.isKnown && !around.hasFailed && (
        <button
          type="button"
          className="link type-sub mt-2 -ml-1 inline-flex min-h-11 items-center gap-1.5 px-1"
          onClick={() => {
            setFrom(0);
            around.ask();
          }}
        >
          <LocateFixed className="size-4" aria-hidden="true" />
          {m.today_near_me()}
        </button>
      )}
      {picks.length > CARDS && (
        <Button
          look="secondary"
          className="mt-4 w-full"
          onClick={() => setFrom(from + CARDS < picks.length ? from + CARDS : 0)}
        >
          <Dices aria-hidden="true" />
          {m.today_next()}
        </Button>
      )}
    </Dialog>
  );
}

const SHOWN_KEY = 'momokzi.today-shown';

/**
 * The first card that was shown when the member opened the page of a place. After Back, the dialog shows the same cards
 * again. The stored card belongs to one history entry.
 */
function useCardsBeforeBack() {
  const { history } = useRouter();
  const entry = history.location.state.__TSR_key ?? '';
  const [stored] = useState(() => tabStorage.read(SHOWN_KEY)?.split(' '));
  return {
    shownBefore: stored?.[0] === entry ? stored[1] : undefined,
    saveShown: (placeId = '') => tabStorage.write(SHOWN_KEY, `${entry} ${placeId}`),
  };
}

const sentenceOf = (reason: Reason, owner: string) =>
  reasonSentence(reason, {
    both: m.today_why_both({ owner }),
    rating: (rating) => m.today_why_high_rating({ rating }),
  });

/**
 * A suggested place, drawn as a ticket. The large part of the ticket opens the page of the place. The small part (the
 * stub) opens the map app that was used last.
 */
function PickedPlace({
  restaurant,
  sentence,
  distance,
  onOpen,
}: {
  restaurant: MyRestaurant;
  sentence: string | undefined;
  distance: number | null;
  onOpen: () => void;
}) {
  const { nameOf } = useCategories();
  const [app] = useState(lastMapApp);
  const { id, name } = restaurant;
  return (
    <Ticket>
      <TicketLink to={paths.restaurant} params={{ restaurantId: id }} onClick={onOpen}>
        <TicketFacts
          {...ticketTexts({ restaurant, categoryName: nameOf(restaurant.categoryId), distance, found: null })}
        />
        {sentence && <p className="type-sub mt-1.5 font-semibold text-brand-text">{sentence}</p>}
      </TicketLink>
      <a
        href={mapAppLink(app, restaurant)}
        target="_blank"
        rel="noreferrer"
        className="ticket-stub type-stub bg-soft text-ink hover:bg-soft-press"
        aria-label={m.today_open_map({ name, app: MAP_APP_NAMES[app]() })}
        onClick={() => rememberMapApp(app)}
      >
        <Navigation className="size-5" aria-hidden="true" />
        {MAP_APP_NAMES[app]()}
      </a>
    </Ticket>
  );
}
