import { ExternalLink, Globe, MapPin, Phone } from 'lucide-react';
import { useMemo } from 'react';
import { m } from '#messages';
import type { MyRestaurant, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { Fact } from './Fact.tsx';
import { OpeningHoursFact } from './OpeningHoursFact.tsx';
import { ProviderFacts, ProviderAttribution } from './ProviderFacts.tsx';
import { telephone } from './telephone.ts';
import { NoWrap } from '#web/ui/NoWrap.tsx';

type Place = RestaurantDetail['place'];

/** Location and contact of the place. Only known facts are shown: an unknown value is never shown as a no. */
export function PlaceCard({ place, mine }: { place: Place; mine: MyRestaurant | null }) {
  const { address, phoneNumber, website, coordinates, businessStatus } = place;
  return (
    <section
      className="grid gap-4 rounded-card bg-surface p-5 shadow-1 lg:mt-5"
      aria-label={m.restaurants_place_label({ name: place.name })}
    >
      {coordinates && <SmallMap place={place} coordinates={coordinates} mine={mine} />}
      <ul className="grid gap-3.5 text-[.9375rem] leading-[1.375rem] empty:hidden">
        {address !== '' && (
          <Fact icon={<MapPin />}>
            <NoWrap text={address} />
          </Fact>
        )}
        {place.openingHours && (
          <OpeningHoursFact
            hours={place.openingHours}
            isInBusiness={businessStatus === null || businessStatus === 'operational'}
          />
        )}
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
      <ProviderAttribution place={place} />
    </section>
  );
}

function SmallMap({
  place,
  coordinates,
  mine,
}: {
  place: Place;
  coordinates: NonNullable<Place['coordinates']>;
  mine: MyRestaurant | null;
}) {
  const kind =
    mine === null ? ('prov' as const) : mine.status === '방문 완료' ? ('done' as const) : ('todo' as const);
  const mapService = useMapService();
  const categoryId = mine ? mine.categoryId : place.categoryId;
  const { placeId, name } = place;
  const pins = useMemo(
    () => [{ id: placeId, name, coordinates, kind, categoryId }],
    [placeId, name, coordinates, kind, categoryId],
  );
  return (
    <div className="relative h-[150px] overflow-hidden rounded-field lg:h-[220px]">
      <RestaurantMap
        pins={pins}
        centre={coordinates}
        zoom={16}
        isInteractive={false}
        service={mapService}
        label={m.restaurants_small_map({ name })}
      />
    </div>
  );
}

const isWebAddress = (website: string) => /^https?:\/\//.test(website) && URL.canParse(website);
