import { useMemo, useRef } from 'react';
import { DEFAULT_CENTRE } from '#common/geo.ts';
import { VISITED } from '#common/visit-status.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import type { MapHandle, MapPin } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { PILL_PADDING, ShowAllOverMap } from '#web/map/ShowAllButton.tsx';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import { useShowPlaces } from '#web/map/use-show-places.ts';
import type { SourcePlace } from '../provided/provided.rules.ts';

/**
 * Shows the places of a source on a map. If the member chooses another episode, the map moves to the places of that
 * episode.
 */
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
  const { hidesSome, showAll } = useShowPlaces({ map, pins, userLocation: DEFAULT_CENTRE });
  return (
    <RestaurantMap
      ref={map}
      pins={pins}
      selectedId={selectedId}
      onSelect={onSelect}
      centre={pins[0]?.coordinates ?? DEFAULT_CENTRE}
      service={service}
      padding={PILL_PADDING}
      onFailed={showMapFailure}
    >
      {hidesSome && <ShowAllOverMap onPress={showAll} />}
    </RestaurantMap>
  );
}

const pinOf = ({ listed, mine }: SourcePlace): MapPin[] => {
  const { id, name, coordinates, categoryId } = mine ?? listed;
  const kind = mine === null ? 'prov' : mine.status === VISITED ? 'done' : 'todo';
  return coordinates ? [{ id, name, coordinates, kind, categoryId }] : [];
};
