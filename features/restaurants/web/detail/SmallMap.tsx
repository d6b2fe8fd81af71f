import { useMemo } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { MyRestaurant, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { classes } from '#web/ui/classes.ts';

type Place = RestaurantDetail['place'];

/** Shows the place on a map that the member cannot move. */
export function SmallMap({
  place,
  coordinates,
  mine,
  className,
}: {
  place: Place;
  coordinates: NonNullable<Place['coordinates']>;
  mine: MyRestaurant | null;
  className: string;
}) {
  const kind =
    mine === null ? ('prov' as const) : mine.status === VISITED ? ('done' as const) : ('todo' as const);
  const mapService = useMapService();
  const categoryId = mine ? mine.categoryId : place.categoryId;
  const { placeId, name } = place;
  const pins = useMemo(
    () => [{ id: placeId, name, coordinates, kind, categoryId }],
    [placeId, name, coordinates, kind, categoryId],
  );
  return (
    <div className={classes('relative overflow-hidden', className)}>
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
