import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import type { YearlyReview } from '#features/journal/yearly-review.contract.ts';
import landUrl from '#web/map/geodata/land.geojson?url';
import { isInFrame, landPath, MAP_SIZE, onDrawing } from './year-map.rules.ts';

export function YearMap({ places }: { places: YearlyReview['places'] }) {
  const { data: land } = useQuery({
    queryKey: ['land-outline'],
    queryFn: async ({ signal }) => {
      const { features } = await (await fetch(landUrl, { signal })).json();
      return landPath(features);
    },
    staleTime: Infinity,
  });
  const dots = places.filter(({ coordinates }) => coordinates !== null && isInFrame(coordinates));
  return (
    <svg
      role="img"
      aria-label={m.journal_map_label({ count: dots.length })}
      viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`}
      className="mx-auto w-full max-w-[420px] rounded-field bg-(--map-water)"
    >
      <path d={land} fill="var(--map-land)" stroke="var(--map-casing)" strokeWidth="0.6" />
      {dots.map(({ restaurantId, name, coordinates, count }) => {
        if (!coordinates) return null;
        const { x, y } = onDrawing(coordinates);
        return (
          <circle
            key={restaurantId ?? name}
            cx={x}
            cy={y}
            r={3 + Math.sqrt(count) * 1.5}
            fill="var(--done)"
            fillOpacity="0.72"
            stroke="var(--done-edge)"
            strokeWidth="0.8"
          >
            <title>{name}</title>
          </circle>
        );
      })}
    </svg>
  );
}
