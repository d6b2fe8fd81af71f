import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { DEFAULT_CENTRE } from '#common/geo.ts';
import { VISITED } from '#common/visit-status.ts';
import type { DistanceOrigin } from '#features/restaurants/web/restaurants.public.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { SELECTED_PLACE_ZOOM } from '#web/map/camera.ts';
import type { MapHandle, MapPin } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { PILL_PADDING, ShowAllOverMap } from '#web/map/ShowAllButton.tsx';
import { useShowPlaces } from '#web/map/use-show-places.ts';
import { isWithin } from '#web/map/viewport.ts';
import { showMapFailure } from '#web/map/show-map-failure.ts';

const NO_PADDING = {};

type MappedPlace = Pick<SharedPlace, 'id' | 'name' | 'coordinates' | 'status' | 'categoryId'>;

export function SharedMap({
  places,
  origin,
  selectedId,
  hoveredId,
  onSelect,
}: {
  places: readonly MappedPlace[];
  origin: DistanceOrigin;
  selectedId: string | null;
  hoveredId: string | null;
  onSelect: (placeId: string | null) => void;
}) {
  const map = useRef<MapHandle>(null);
  const service = useMapService();
  const pins = useMemo(() => places.flatMap(pinOf), [places]);
  const selected = pins.find(({ id }) => id === selectedId);
  const { hidesSome, showAll } = useShowPlaces({ map, pins, userLocation: origin.around });

  const showSelected = useEffectEvent(() => {
    const viewport = map.current?.viewport();
    if (!selected || (viewport && isWithin(selected.coordinates, viewport.bounds))) return;
    map.current?.flyTo({
      centre: selected.coordinates,
      zoom: Math.max(viewport?.zoom ?? 0, SELECTED_PLACE_ZOOM),
    });
  });
  useEffect(() => showSelected(), [selectedId]);

  return (
    <RestaurantMap
      ref={map}
      service={service}
      pins={pins}
      selectedId={selectedId}
      hoveredId={hoveredId}
      onSelect={onSelect}
      centre={pins[0]?.coordinates ?? DEFAULT_CENTRE}
      myPosition={origin.position}
      padding={hidesSome ? PILL_PADDING : NO_PADDING}
      onFailed={showMapFailure}
    >
      {hidesSome && <ShowAllOverMap onPress={showAll} />}
    </RestaurantMap>
  );
}

const pinOf = ({ id, name, coordinates, status, categoryId }: MappedPlace): MapPin[] =>
  coordinates ? [{ id, name, coordinates, kind: status === VISITED ? 'done' : 'todo', categoryId }] : [];
