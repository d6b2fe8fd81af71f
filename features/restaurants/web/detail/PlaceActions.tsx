import { ChevronDown, Navigation, Phone } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { browserStorage } from '#web/browser-storage.ts';
import { buttonClasses, ExternalLinkButton } from '#web/ui/Button.tsx';
import { mapLinks, naverAppLink } from '../map-links.rules.ts';
import { telephone } from './telephone.ts';

const APPS = ['naver', 'kakao', 'google'] as const;
type App = (typeof APPS)[number];

/** The map app that was used last on this device. */
const LAST_APP = 'map-app';

/** Opens the place in the map app that was used last, or in another one, and calls it. */
export function PlaceActions({ place, isManual }: { place: RestaurantDetail['place']; isManual: boolean }) {
  const links = mapLinks({ ...place, isManual });
  const pageUrl = window.location.origin + window.location.pathname;
  const naver = (isAndroid() && naverAppLink({ place: { ...place, isManual }, pageUrl })) || links.naver;
  const hrefs: Record<App, string> = { ...links, naver };
  // Read once, so that the buttons do not move after a press.
  const [first] = useState<App>(() => APPS.find((app) => app === browserStorage.read(LAST_APP)) ?? 'naver');
  const open = (app: App) => ({
    href: hrefs[app],
    onClick: () => browserStorage.write(LAST_APP, app),
    size: 'small' as const,
    look: 'secondary' as const,
  });
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
        <ExternalLinkButton {...open(first)} look="primary">
          <Navigation aria-hidden="true" />
          {LABELS[first]()}
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
          {APPS.filter((app) => app !== first).map((app) => (
            <ExternalLinkButton key={app} {...open(app)}>
              {LABELS[app]()}
            </ExternalLinkButton>
          ))}
        </div>
      </details>
    </div>
  );
}

const LABELS: Record<App, () => string> = {
  naver: m.restaurants_open_naver,
  kakao: m.restaurants_open_kakao,
  google: m.restaurants_open_google,
};

/** Other systems cannot open intent URLs, and other browsers on Android pass https links to the app themselves. */
const isAndroid = () => /Android/.test(navigator.userAgent);
