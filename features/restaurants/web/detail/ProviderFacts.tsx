import { Accessibility, Car, Dog, ExternalLink, Star } from 'lucide-react';
import { m } from '#messages';
import { parkingInLanguage } from '#features/places/parking.public.ts';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { type WheelchairPart, wheelchairParts } from './accessibility.rules.ts';
import { Fact } from './Fact.tsx';

type Place = RestaurantDetail['place'];

/** Shows the facts from the maps service that the page does not show elsewhere. Unknown facts are left out. */
export function ProviderFacts({ place }: { place: Place }) {
  const { rating, ratingCount, parkingOptionsSummary, allowsDogs } = place;
  const { can, cannot } = wheelchairParts(place);
  const provider = PROVIDERS[place.provider]?.();
  return (
    <>
      {rating !== null && provider && (
        <Fact icon={<Star />}>
          {m.restaurants_provider_rating({ provider })} <b className="numbers">{rating.toFixed(1)}</b>
          {ratingCount !== null && (
            <span className="numbers type-sub block text-ink-2">
              {m.restaurants_provider_rating_count({ count: numberOf(ratingCount) })}
            </span>
          )}
        </Fact>
      )}
      {parkingOptionsSummary !== null && (
        <Fact icon={<Car />} label={m.restaurants_parking()}>
          {parkingInLanguage(parkingOptionsSummary)}
        </Fact>
      )}
      {allowsDogs !== null && (
        <Fact icon={<Dog />}>{allowsDogs ? m.restaurants_dogs_yes() : m.restaurants_dogs_no()}</Fact>
      )}
      {can.length + cannot.length > 0 && (
        <Fact icon={<Accessibility />}>
          {can.length > 0 && <p>{m.restaurants_wheelchair_yes({ what: list(can) })}</p>}
          {cannot.length > 0 && (
            <p className="text-ink-2">{m.restaurants_wheelchair_no({ what: list(cannot) })}</p>
          )}
        </Fact>
      )}
    </>
  );
}

/** Names the provider of the data, with a link to the place on the provider's site. */
export function ProviderAttribution({ place: { provider, mapsUrl, fetchedAt } }: { place: Place }) {
  const name = PROVIDERS[provider]?.();
  if (!name || fetchedAt === null) return null;
  const sentence = m.restaurants_provider_attribution({ provider: name });
  return (
    <p className="type-caption text-ink-2">
      {mapsUrl ? (
        <a
          className="inline-flex min-h-11 items-center gap-1 underline underline-offset-4"
          href={mapsUrl}
          target="_blank"
          rel="noreferrer"
        >
          {sentence}
          <ExternalLink className="size-3.5" aria-label={m.restaurants_new_window()} />
        </a>
      ) : (
        sentence
      )}
    </p>
  );
}

/** The services whose terms require that their name is shown next to their data. */
const PROVIDERS: Partial<Record<Place['provider'], () => string>> = {
  google: m.restaurants_provider_google,
  kakao: m.restaurants_provider_kakao,
};

const PARTS: Record<WheelchairPart, () => string> = {
  entrance: m.restaurants_wheelchair_entrance,
  seating: m.restaurants_wheelchair_seating,
  restroom: m.restaurants_wheelchair_restroom,
  parking: m.restaurants_wheelchair_parking,
};

const list = (parts: readonly WheelchairPart[]) => parts.map((part) => PARTS[part]()).join(', ');
