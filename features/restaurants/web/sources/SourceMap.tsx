import { useMemo } from 'react';
import { PlacesMap, pinsOf } from '../PlacesMap.tsx';
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
  const pins = useMemo(() => places.flatMap(({ listed, mine }) => pinsOf(mine ?? listed, mine)), [places]);
  return <PlacesMap pins={pins} selectedId={selectedId} onSelect={onSelect} />;
}
