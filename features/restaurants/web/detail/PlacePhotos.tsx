import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '#messages';
import { placePhotoUrl } from '#features/places/place-details.rules.ts';
import type { PlacePhoto } from '#features/places/places.contract.ts';
import { placePhotosQuery } from '#features/places/web/places.public.ts';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { IconButton } from '#web/ui/IconButton.tsx';

type Place = RestaurantDetail['place'];

/** Maximum width and height of a requested photo. The header is 1072 pixels wide. */
const PIXELS = 1200;

/** The maps service's photos side by side, each with its credit; `otherwise` if there are none. */
export function PlacePhotos({ place, otherwise }: { place: Place; otherwise: ReactNode }) {
  const [haveNamesExpired, setNamesExpired] = useState(false);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  // Photo names in the place details expire. After one has expired, the current names are requested once.
  const fresh = useQuery({ ...placePhotosQuery(place.placeId), enabled: haveNamesExpired });
  const photos = (haveNamesExpired ? (fresh.data ?? []) : place.photos).filter(
    ({ reference }) => !broken.has(reference),
  );
  if (photos.length === 0) return otherwise;
  const onBroken = (reference: string) => {
    setBroken(new Set([...broken, reference]));
    setNamesExpired(true);
  };
  return <Strip key={String(haveNamesExpired)} place={place} photos={photos} onBroken={onBroken} />;
}

function Strip({
  place: { placeId, name },
  photos,
  onBroken,
}: {
  place: Place;
  photos: readonly PlacePhoto[];
  onBroken: (reference: string) => void;
}) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const show = (position: number) => {
    const { current } = strip;
    current?.scrollTo({ left: position * current.clientWidth });
  };
  const isOnlyPhoto = photos.length === 1;
  return (
    <section
      aria-label={m.restaurants_photos({ name })}
      className="relative h-[236px] overflow-hidden bg-sunken lg:h-[300px] lg:rounded-[20px]"
    >
      <ul
        ref={strip}
        role="list"
        className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none] motion-reduce:scroll-auto"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.min(photos.length - 1, Math.round(scrollLeft / clientWidth)))
        }
      >
        {photos.map(({ reference, authors }, position) => (
          <li key={reference} className="relative w-full flex-none snap-center">
            <img
              src={placePhotoUrl({ placeId, reference, width: PIXELS, height: PIXELS })}
              alt={m.restaurants_photo({ name, position: position + 1 })}
              loading={position === 0 ? 'eager' : 'lazy'}
              decoding="async"
              className="size-full object-cover"
              onError={() => onBroken(reference)}
            />
            <Credit authors={authors} />
          </li>
        ))}
      </ul>
      {!isOnlyPhoto && (
        <>
          <p
            aria-hidden="true"
            className="type-caption numbers absolute right-4 bottom-8 rounded-small bg-[rgb(0_0_0/.7)] px-2.5 py-1 font-semibold text-[#fff] lg:bottom-[72px]"
          >
            {shown + 1} / {photos.length}
          </p>
          <div className="absolute inset-x-3 top-1/2 hidden -translate-y-1/2 justify-between lg:flex">
            <IconButton
              isFloating
              label={m.restaurants_photo_previous()}
              aria-disabled={shown === 0 || undefined}
              onClick={() => show(shown - 1)}
            >
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <IconButton
              isFloating
              label={m.restaurants_photo_next()}
              aria-disabled={shown === photos.length - 1 || undefined}
              onClick={() => show(shown + 1)}
            >
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
    </section>
  );
}

/** The credit of a photo, which the maps service requires. */
function Credit({ authors }: Pick<PlacePhoto, 'authors'>) {
  if (authors.length === 0) return null;
  return (
    <p className="type-caption absolute top-3 left-3 max-w-[calc(100%-24px)] truncate rounded-small bg-[rgb(0_0_0/.7)] px-2.5 py-1 text-[#fff]">
      {m.restaurants_photo_by()}{' '}
      {authors.map(({ name, url }, position) => (
        <span key={name}>
          {position > 0 && ', '}
          {url ? (
            <a className="underline underline-offset-2" href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          ) : (
            name
          )}
        </span>
      ))}
    </p>
  );
}
