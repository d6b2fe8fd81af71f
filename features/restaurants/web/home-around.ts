import type { Coordinates } from '#common/geo.ts';
import { boundsAround } from '#web/map/viewport.ts';
import { formatArea, type HomeSearch } from '#features/restaurants/home-search.rules.ts';

/** Degrees, about 100 m. */
const MARGIN = 0.001;

/** Returns the URL parameters of the home screen that show the area of the places on the map. */
export function homeAround(places: readonly (Coordinates | null)[]): HomeSearch {
  const bounds = boundsAround(places.filter((place) => place !== null));
  if (!bounds) return {};
  const { south, west, north, east } = bounds;
  return {
    area: formatArea({
      south: south - MARGIN,
      west: west - MARGIN,
      north: north + MARGIN,
      east: east + MARGIN,
    }),
  };
}
