import { useMemo } from 'react';
import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { useDistanceOrigin } from '../use-distance-origin.ts';
import { useMedia } from '../use-media.ts';

/** Shows the chosen place on a map on wide screens. If no place is chosen, the map shows the member's location. */
export function PreviewMap({ suggestion }: { suggestion: PlaceSuggestion | null }) {
  const around = useDistanceOrigin({ asksAtOnce: true });
  const isWide = useMedia('(min-width: 1024px)');
  const mapService = useMapService();
  const point = suggestion?.coordinates ?? null;
  const pins = useMemo(
    () =>
      suggestion && point
        ? [
            {
              id: suggestion.placeId,
              name: suggestion.name,
              coordinates: point,
              kind: 'todo' as const,
              categoryId: suggestion.categoryId,
            },
          ]
        : [],
    [suggestion, point],
  );
  if (!isWide) return null;
  return (
    <div className="relative h-[230px] overflow-hidden rounded-card">
      <RestaurantMap
        // `centre` is used only when the map starts. When the location becomes known, a new map starts there.
        key={suggestion?.placeId ?? (around.isKnown ? 'reader' : 'default')}
        pins={pins}
        selectedId={suggestion?.placeId ?? null}
        centre={point ?? around.around}
        zoom={point ? 16 : 14}
        myPosition={around.position}
        isInteractive={false}
        service={mapService}
        label={suggestion ? m.restaurants_small_map({ name: suggestion.name }) : m.restaurants_around_map()}
      />
    </div>
  );
}
