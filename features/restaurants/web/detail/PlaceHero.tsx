import { VISITED } from '#common/visit-status.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import type { MyRestaurant, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { classes } from '#web/ui/classes.ts';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import { PhotoSlides } from './PhotoSlides.tsx';
import { PlacePhotos } from './PlacePhotos.tsx';
import { SmallMap } from './SmallMap.tsx';

type Place = RestaurantDetail['place'];

/**
 * Shows the member's own photos. If there are none, it shows the photos of the maps service. If those are missing too,
 * it shows the place on a small map.
 */
export function PlaceHero({ place, mine }: { place: Place; mine: MyRestaurant | null }) {
  const own = mine?.userPhotoFilenames ?? [];
  if (own.length > 0)
    return (
      <PhotoSlides
        name={place.name}
        slides={own.map((photoId) => ({ id: photoId, src: photoUrl({ photoId, size: 'large' }) }))}
      />
    );
  const { coordinates } = place;
  return (
    <PlacePhotos
      place={place}
      otherwise={
        coordinates ? (
          <SmallMap
            place={place}
            coordinates={coordinates}
            mine={mine}
            className="hero-map h-[160px] lg:h-[240px] lg:rounded-[20px]"
          />
        ) : (
          <Tinted mine={mine} />
        )
      }
    />
  );
}

function Tinted({ mine }: { mine: MyRestaurant | null }) {
  const tint =
    mine === null
      ? 'bg-prov-line text-prov-text'
      : mine.status === VISITED
        ? 'bg-done-line text-done-text'
        : 'bg-todo-line text-todo-text';
  return (
    <div
      className={classes(
        'grid h-[120px] place-items-center pb-5 transition-colors lg:h-[180px] lg:rounded-[20px] lg:pb-10',
        tint,
      )}
    >
      <BrandMark className="h-14 opacity-80" />
    </div>
  );
}
