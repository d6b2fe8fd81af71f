import { useMemo } from 'react';
import { PlacesMap, pinsOf } from '../PlacesMap.tsx';
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
  const pins = useMemo(
    () => places.flatMap(({ place, mine }) => pinsOf({ ...place, id: place.placeId }, mine)),
    [places],
  );
  const { around, position } = useDistanceOrigin({ asksAtOnce: false });
  return (
    <PlacesMap
      pins={pins}
      userLocation={around}
      myPosition={position}
      selectedId={selectedId}
      onSelect={onSelect}
    />
  );
}
