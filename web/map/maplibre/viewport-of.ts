import type { Map as MapLibreMap } from 'maplibre-gl';
import { distanceMetres } from '#common/geo.ts';
import type { Viewport } from '../map.ts';

/** Returns the visible part of the map. Leaves out the parts that the padding covers. */
export function viewportOf(map: MapLibreMap): Viewport {
  const { clientWidth, clientHeight } = map.getContainer();
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding();
  const corners = [
    map.unproject([left, top]),
    map.unproject([Math.max(left, clientWidth - right), Math.max(top, clientHeight - bottom)]),
  ];
  const latitudes = corners.map(({ lat }) => lat);
  const longitudes = corners.map(({ lng }) => lng);
  const bounds = {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
  const { lat, lng } = map.getCenter();
  const centre = { lat, lng };
  return {
    centre,
    zoom: map.getZoom(),
    bounds,
    radiusMetres: distanceMetres(centre, { lat: bounds.north, lng: bounds.east }),
  };
}
