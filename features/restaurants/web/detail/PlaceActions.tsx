import { ChevronDown, Navigation, Phone } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { buttonClasses, ExternalLinkButton } from '#web/ui/Button.tsx';
import {
  lastMapApp,
  MAP_APP_LABELS,
  MAP_APPS,
  type MapApp,
  mapAppLink,
  rememberMapApp,
} from '../map-apps.ts';
import { telephone } from './telephone.ts';

/**
 * The buttons that open the place in a map app and the button that calls the place. The first button opens the map app
 * that was used last.
 */
export function PlaceActions({ place, isManual }: { place: RestaurantDetail['place']; isManual: boolean }) {
  // The last used map app is read once, so that the buttons do not move after a press.
  const [first] = useState(lastMapApp);
  const open = (app: MapApp) => ({
    href: mapAppLink(app, { ...place, isManual }),
    onClick: () => rememberMapApp(app),
    size: 'small' as const,
    look: 'secondary' as const,
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <ExternalLinkButton {...open(first)} look="primary">
          <Navigation aria-hidden="true" />
          {MAP_APP_LABELS[first]()}
        </ExternalLinkButton>
        {place.phoneNumber && (
          <a
            href={telephone(place.phoneNumber)}
            className={buttonClasses({ look: 'secondary', size: 'small' })}
          >
            <Phone aria-hidden="true" />
            {m.restaurants_call()}
          </a>
        )}
      </div>
      <details className="group">
        <summary className="link type-sub inline-flex min-h-11 list-none items-center gap-1 px-1 [&::-webkit-details-marker]:hidden">
          {m.restaurants_other_maps()}
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
          {MAP_APPS.filter((app) => app !== first).map((app) => (
            <ExternalLinkButton key={app} {...open(app)}>
              {MAP_APP_LABELS[app]()}
            </ExternalLinkButton>
          ))}
        </div>
      </details>
    </div>
  );
}
