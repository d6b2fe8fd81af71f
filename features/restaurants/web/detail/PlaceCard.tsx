import { ExternalLink, Globe, MapPin, Phone } from 'lucide-react';
import { currentAddress } from '#common/regions.ts';
import { m } from '#messages';
import type { ReactNode } from 'react';
import type { MyRestaurant, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { Fact } from './Fact.tsx';
import { OpeningHoursFact } from './OpeningHoursFact.tsx';
import { ProviderFacts, ProviderAttribution } from './ProviderFacts.tsx';
import { SmallMap } from './SmallMap.tsx';
import { telephone } from './telephone.ts';
import { NoWrap } from '#web/ui/NoWrap.tsx';

type Place = RestaurantDetail['place'];

/**
 * Shows the address, the hours, the ways to get to the place (`children`), and all other known facts. Unknown facts are
 * left out, because an empty fact would look like the answer "no".
 */
export function PlaceCard({
  place,
  mine,
  children,
}: {
  place: Place;
  mine: MyRestaurant | null;
  children: ReactNode;
}) {
  const { address, phoneNumber, website, coordinates } = place;
  // If there is no photo, the page begins with the map.
  const beginsWithMap = place.photos.length === 0 && (mine?.userPhotoFilenames.length ?? 0) === 0;
  return (
    <section
      className="grid gap-4 rounded-card bg-surface p-5 shadow-1"
      aria-label={m.restaurants_place_label({ name: place.name })}
    >
      <ul className={FACTS_CLASSES}>
        {address !== '' && (
          <Fact icon={<MapPin />}>
            <NoWrap text={currentAddress(address)} />
          </Fact>
        )}
        <OpeningHoursFact place={place} />
      </ul>
      {children}
      <ul className={FACTS_CLASSES}>
        {phoneNumber && (
          <Fact icon={<Phone />}>
            <a className="numbers underline-offset-4 hover:underline" href={telephone(phoneNumber)}>
              <NoWrap text={phoneNumber} />
            </a>
          </Fact>
        )}
        {website && isWebAddress(website) && (
          <Fact icon={<Globe />}>
            <a className="link break-all" href={website} target="_blank" rel="noreferrer">
              {new URL(website).host}
              <ExternalLink className="ml-1 inline size-4" aria-label={m.restaurants_new_window()} />
            </a>
          </Fact>
        )}
        <ProviderFacts place={place} />
      </ul>
      {coordinates && !beginsWithMap && (
        <SmallMap
          place={place}
          coordinates={coordinates}
          mine={mine}
          className="h-[150px] rounded-field lg:h-[220px]"
        />
      )}
      <ProviderAttribution place={place} />
    </section>
  );
}

const FACTS_CLASSES = 'grid gap-3.5 text-[.9375rem] leading-[1.375rem] empty:hidden';

const isWebAddress = (website: string) => /^https?:\/\//.test(website) && URL.canParse(website);
