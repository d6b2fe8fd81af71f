import { useRef } from 'react';
import { type Coordinates, DEFAULT_CENTRE } from '#common/geo.ts';
import { VISITED } from '#common/visit-status.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import type { MapHandle, MapPin, MyPosition } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { PILL_PADDING, ShowAllOverMap } from '#web/map/ShowAllButton.tsx';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import { useShowPlaces } from '#web/map/use-show-places.ts';

/** Shows the places of a source or of an official list on a map. If the pins change, the map moves to the new pins. */
export function PlacesMap({
  pins,
  userLocation = DEFAULT_CENTRE,
  myPosition = null,
  selectedId,
  onSelect,
}: {
  pins: readonly MapPin[];
  userLocation?: Coordinates;
  myPosition?: MyPosition | null;
  selectedId: string | null;
  onSelect: (restaurantId: string | null) => void;
}) {
  const map = useRef<MapHandle>(null);
  const service = useMapService();
  const { hidesSome, showAll } = useShowPlaces({ map, pins, userLocation });
  return (
    <RestaurantMap
      ref={map}
      pins={pins}
      selectedId={selectedId}
      onSelect={onSelect}
      centre={pins[0]?.coordinates ?? DEFAULT_CENTRE}
      service={service}
      padding={PILL_PADDING}
      myPosition={myPosition}
      onFailed={showMapFailure}
    >
      {hidesSome && <ShowAllOverMap onPress={showAll} />}
    </RestaurantMap>
  );
}

/**
 * Returns the pin of a place; none if its position is unknown.
 * @param mine my record of the place; null if there is none
 */
export function pinsOf(
  {
    id,
    name,
    coordinates,
    categoryId,
  }: Omit<MapPin, 'kind' | 'coordinates'> & { coordinates: Coordinates | null },
  mine: Pick<MyRestaurant, 'status'> | null,
): MapPin[] {
  return coordinates ? [{ id, name, coordinates, kind: kindOf(mine), categoryId }] : [];
}

function kindOf(mine: Pick<MyRestaurant, 'status'> | null): MapPin['kind'] {
  if (mine === null) return 'prov';
  return mine.status === VISITED ? 'done' : 'todo';
}
