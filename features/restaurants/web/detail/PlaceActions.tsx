import { Map as MapIcon, MapPinned, Navigation, Phone } from 'lucide-react';
import { m } from '#messages';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { buttonClasses, ExternalLinkButton } from '#web/ui/Button.tsx';
import { mapLinks, naverAppLink } from '../map-links.rules.ts';
import { telephone } from './telephone.ts';

/** Opens the place in other maps, and calls it. */
export function PlaceActions({ place, isManual }: { place: RestaurantDetail['place']; isManual: boolean }) {
  const links = mapLinks({ ...place, isManual });
  const pageUrl = window.location.origin + window.location.pathname;
  const naver = (isAndroid() && naverAppLink({ place: { ...place, isManual }, pageUrl })) || links.naver;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] gap-2 with-has:sm:has-[>:nth-child(4)]:grid-cols-2">
      <ExternalLinkButton href={naver} look="secondary" size="small">
        <Navigation aria-hidden="true" />
        {m.restaurants_open_naver()}
      </ExternalLinkButton>
      <ExternalLinkButton href={links.kakao} look="secondary" size="small">
        <MapIcon aria-hidden="true" />
        {m.restaurants_open_kakao()}
      </ExternalLinkButton>
      <ExternalLinkButton href={links.google} look="secondary" size="small">
        <MapPinned aria-hidden="true" />
        {m.restaurants_open_google()}
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
  );
}

/** Other systems cannot open intent URLs, and other browsers on Android pass https links to the app themselves. */
const isAndroid = () => /Android/.test(navigator.userAgent);
