import { useMemo, useRef } from 'react';
import { DEFAULT_CENTRE } from '#common/geo.ts';
import { VISITED } from '#common/visit-status.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import type { MapHandle, MapPin } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { PILL_PADDING, ShowAllOverMap } from '#web/map/ShowAllButton.tsx';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import { useShowPlaces } from '#web/map/use-show-places.ts';
import { useDistanceOrigin } from '../use-distance-origin.ts';
import type { ListedPlace } from './listed-place.ts';

/** Shows the loaded places of an official list on a map. */
export function OfficialMap({
  places,
  selectedId,
  onSelect,
}: {
  places: readonly ListedPlace[];
  selectedId: string | null;
  onSelect: (restaurantId: string | null) => void;
}) {
  const map = useRef<MapHandle>(null);
  const pins = useMemo(() => places.flatMap(pinOf), [places]);
  const service = useMapService();
  const { around, position } = useDistanceOrigin({ asksAtOnce: false });
  const { hidesSome, showAll } = useShowPlaces({ map, pins, userLocation: around });
  return (
    <RestaurantMap
      ref={map}
      pins={pins}
      selectedId={selectedId}
      onSelect={onSelect}
      centre={pins[0]?.coordinates ?? DEFAULT_CENTRE}
      service={service}
      padding={PILL_PADDING}
      myPosition={position}
      onFailed={showMapFailure}
    >
      {hidesSome && <ShowAllOverMap onPress={showAll} />}
    </RestaurantMap>
  );
}

const pinOf = ({ place: { placeId: id, name, coordinates, categoryId }, mine }: ListedPlace): MapPin[] => {
  const kind = mine === null ? 'prov' : mine.status === VISITED ? 'done' : 'todo';
  return coordinates ? [{ id, name, coordinates, kind, categoryId }] : [];
};
