import { type Coordinates, distanceMetres } from '#common/geo.ts';
import type { Bounds, Viewport } from './map.ts';

const EQUATOR_METRES = 40_075_016.686;
/** Width of the world at zoom 0, in pixels. */
export const WORLD_PIXELS_AT_ZOOM_0 = 512;

/** Returns the metres per pixel on a web-mercator map. `latitude` is in degrees. */
export function metresPerPixel({ latitude, zoom }: { latitude: number; zoom: number }): number {
  return (EQUATOR_METRES * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PIXELS_AT_ZOOM_0 * 2 ** zoom);
}

/** Returns the smallest bounds around the places, or null if there are no places. */
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

/**
 * Whether the map offers 이 지역에서 보기. The map offers it after a move by more than a quarter of `radiusMetres`, or a zoom by
 * nearly a level.
 */
export function hasMovedFrom({ from, to }: { from: Viewport; to: Viewport }): boolean {
  const aside = distanceMetres(from.centre, to.centre);
  return aside > MOVED_SHARE * from.radiusMetres || Math.abs(to.zoom - from.zoom) > MOVED_ZOOM;
}
