import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { placePhotoUrl } from '#features/places/place-details.rules.ts';
import { placePhotosQuery } from '#features/places/web/places.public.ts';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { PhotoSlides } from './PhotoSlides.tsx';

/** The maximum width and height of a requested photo in pixels. The header of the page is 1072 pixels wide. */
const PIXELS = 1200;

/** Shows the photos of the maps service, each with its credit. If there are no photos, it shows `otherwise`. */
export function PlacePhotos({
  place: { placeId, name, photos: known },
  otherwise,
}: {
  place: RestaurantDetail['place'];
  otherwise: ReactNode;
}) {
  const [haveNamesExpired, setNamesExpired] = useState(false);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  // The photo names in the place details expire. If a name has expired, the current names are requested once.
  const fresh = useQuery({ ...placePhotosQuery(placeId), enabled: haveNamesExpired });
  const photos = (haveNamesExpired ? (fresh.data ?? []) : known).filter(
    ({ reference }) => !broken.has(reference),
  );
  if (photos.length === 0) return otherwise;
  return (
    <PhotoSlides
      key={String(haveNamesExpired)}
      name={name}
      slides={photos.map(({ reference, authors }) => ({
        id: reference,
        src: placePhotoUrl({ placeId, reference, width: PIXELS, height: PIXELS }),
        authors,
      }))}
      onBroken={(reference) => {
        setBroken(new Set([...broken, reference]));
        setNamesExpired(true);
      }}
    />
  );
}
