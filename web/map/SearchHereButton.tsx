import { RotateCw } from 'lucide-react';
import { m } from '#messages';
import { MapPill } from './MapPill.tsx';

/** The button 이 지역에서 보기. It is shown when the map no longer shows the area of the list (see hasMovedFrom). */
export function SearchHereButton({ onPress }: { onPress: () => void }) {
  return (
    <MapPill onPress={onPress}>
      <RotateCw aria-hidden="true" />
      {m.map_search_here()}
    </MapPill>
  );
}
