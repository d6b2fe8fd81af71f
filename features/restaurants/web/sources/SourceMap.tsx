import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { DEFAULT_CENTRE } from '#common/geo.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import type { MapHandle, MapPin } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { boundsAround } from '#web/map/viewport.ts';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import type { SourcePlace } from '../provided/provided.rules.ts';

/** The places of a source on a map, all in view; choosing another episode moves the map to its places. */
export function SourceMap({
  places,
  selectedId,
  onSelect,
}: {
  places: readonly SourcePlace[];
  selectedId: string | null;
  onSelect: (restaurantId: string | null) => void;
}) {
  const map = useRef<MapHandle>(null);
  const pins = useMemo(() => places.flatMap(pinOf), [places]);
  const service = useMapService();
  const which = pins
    .map(({ id }) => id)
    .sort((a, b) => (a < b ? -1 : 1))
    .join();
  const showAll = useEffectEvent(() => {
    const [only, ...others] = pins;
    const bounds = boundsAround(pins.map(({ coordinates }) => coordinates));
    if (only && others.length === 0) map.current?.flyTo({ centre: only.coordinates, zoom: 15 });
    else if (bounds) map.current?.fitBounds(bounds);
  });
  useEffect(() => showAll(), [which]);
  return (
    <RestaurantMap
      ref={map}
      pins={pins}
      selectedId={selectedId}
      onSelect={onSelect}
      centre={pins[0]?.coordinates ?? DEFAULT_CENTRE}
      service={service}
      onFailed={showMapFailure}
    />
  );
}

const pinOf = ({ listed, mine }: SourcePlace): MapPin[] => {
  const { id, name, coordinates, categoryId } = mine ?? listed;
  const kind = mine === null ? 'prov' : mine.status === '방문 완료' ? 'done' : 'todo';
  return coordinates ? [{ id, name, coordinates, kind, categoryId }] : [];
};
