import { CalendarCheck, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { ExternalLinkButton } from '#web/ui/Button.tsx';
import { lastMapApp, MAP_APP_NAMES, MAP_APPS, rememberMapApp, routeLink } from '../map-apps.ts';
import { reservationLinks } from '../map-links.rules.ts';
import { Fact } from './Fact.tsx';

/** The other map apps that show the route, and the services that may take reservations. */
export function PlaceActions({ place, isManual }: { place: RestaurantDetail['place']; isManual: boolean }) {
  // The last used map app is read once, so that the buttons do not move after a press.
  const [first] = useState(lastMapApp);
  // A member's own entry is in no directory, and a closed place takes no reservation.
  const takesReservations = !isManual && place.businessStatus !== 'closed_permanently';
  return (
    <div className="grid gap-3.5">
      <details className="group">
        <summary className="link type-sub inline-flex min-h-11 list-none items-center gap-1 px-1 [&::-webkit-details-marker]:hidden">
          {m.restaurants_other_maps()}
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
          {MAP_APPS.filter((app) => app !== first).map((app) => (
            <ExternalLinkButton
              key={app}
              href={routeLink(app, { ...place, isManual })}
              size="small"
              look="secondary"
              onClick={() => rememberMapApp(app)}
            >
              {MAP_APP_NAMES[app]()}
            </ExternalLinkButton>
          ))}
        </div>
      </details>
      {takesReservations && (
        <ul>
          <Fact icon={<CalendarCheck />}>
            <ReservationLinks place={place} />
          </Fact>
        </ul>
      )}
    </div>
  );
}

function ReservationLinks({ place }: { place: RestaurantDetail['place'] }) {
  const links = reservationLinks(place);
  const services = [
    { href: links.catchtable, name: m.restaurants_reserve_catchtable() },
    { href: links.naver, name: m.restaurants_reserve_naver() },
  ];
  return (
    <span className="-my-3 flex flex-wrap items-center gap-x-4">
      {m.restaurants_reserve()}
      {services.map(({ href, name }) => (
        <a
          key={href}
          href={href}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center"
        >
          {name}
        </a>
      ))}
    </span>
  );
}
