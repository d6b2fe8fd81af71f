import { type Coordinates, distanceMetres } from '#common/geo.ts';
import type { Bounds, Viewport } from './map.ts';

const EQUATOR_METRES = 40_075_016.686;
/** Pixels. */
export const WORLD_PIXELS_AT_ZOOM_0 = 512;

/** Web-mercator; `latitude` in degrees. */
export function metresPerPixel({ latitude, zoom }: { latitude: number; zoom: number }): number {
  return (EQUATOR_METRES * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PIXELS_AT_ZOOM_0 * 2 ** zoom);
}

/** null: no places. */
export function boundsAround(places: readonly Coordinates[]): Bounds | null {
  const [first, ...others] = places;
  if (!first) return null;
  const bounds = { south: first.lat, north: first.lat, west: first.lng, east: first.lng };
  for (const { lat, lng } of others) {
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
  }
  return bounds;
}

export function isWithin({ lat, lng }: Coordinates, { south, west, north, east }: Bounds): boolean {
  return south <= lat && lat <= north && west <= lng && lng <= east;
}

const MOVED_SHARE = 0.25;
const MOVED_ZOOM = 0.8;

/** Whether to offer 이 지역에서 보기: after a move by a quarter of `radiusMetres`, or by nearly a zoom level. */
export function hasMovedFrom({ from, to }: { from: Viewport; to: Viewport }): boolean {
  const aside = distanceMetres(from.centre, to.centre);
  return aside > MOVED_SHARE * from.radiusMetres || Math.abs(to.zoom - from.zoom) > MOVED_ZOOM;
}
