import { type Coordinates, distanceMetres } from '#common/geo.ts';
import type { Viewport } from './map.ts';
import { metresPerPixel } from './viewport.ts';

/** A name of the bundled base map. */
export type MapName = { kind: string; name: string; coordinates: Coordinates };

/** Maximum metres to the nearest station. Farther stations are no useful landmarks. */
const STATION_REACH = 30_000;

/** A walking time is given up to this distance in metres. */
export const WALKING_REACH = 2_500;

/** Factor between the straight line and the walk along streets. */
const DETOUR = 1.25;
/** Walking speed. Korean property listings use this speed. */
const METRES_PER_MINUTE = 80;

/** Returns the walking time in minutes for a straight-line distance in metres. The result is at least one. */
export const walkingMinutes = (metres: number): number =>
  Math.max(1, Math.round((metres * DETOUR) / METRES_PER_MINUTE));

/** Returns the nearest station and its distance in metres. Returns null if there is no station within 30 km. */
export function nearestStation(
  point: Coordinates,
  names: readonly MapName[],
): { name: string; metres: number } | null {
  let nearest: { name: string; metres: number } | null = null;
  for (const { kind, name, coordinates } of names) {
    if (kind !== 'station') continue;
    const metres = distanceMetres(point, coordinates);
    if (metres < (nearest?.metres ?? STATION_REACH)) nearest = { name, metres };
  }
  return nearest;
}

/** The label of a name beyond the edge of a map. `x` and `y` are pixels from the centre. */
export type Signpost = { name: string; metres: number; x: number; y: number; angle: number };

/**
 * Distances in metres. Stations and neighbourhoods within NEAR come first. If there are fewer than two, towns and
 * stations within FAR follow.
 */
const NEAR = 3_000;
const FAR = 30_000;
const SIGNPOSTS_MAXIMUM = 4;
/** Half the size of a label in pixels. It includes the gap to the next label. */
const LABEL = { width: 75, height: 17 };

/**
 * Returns the nearest names outside the view. Each name is at the edge of the map in its direction.
 * @param size of the map in pixels
 * @param inset of the labels at each edge, in pixels
 */
export function signpostsOf({
  names,
  viewport: { centre, zoom },
  size,
  inset,
}: {
  names: readonly MapName[];
  viewport: Pick<Viewport, 'centre' | 'zoom'>;
  size: { width: number; height: number };
  inset: { top: number; bottom: number };
}): Signpost[] {
  const scale = metresPerPixel({ latitude: centre.lat, zoom });
  const side = size.width / 2 - LABEL.width;
  if (side <= 0) return [];
  const found: Signpost[] = [];
  for (const { name, metres, coordinates } of byDistance(names, centre)) {
    const { east, north } = offsetMetres(centre, coordinates);
    const [x, y] = [east / scale, -north / scale];
    if (Math.abs(x) <= size.width / 2 && Math.abs(y) <= size.height / 2) continue;
    const room = size.height / 2 - LABEL.height - (y < 0 ? inset.top : inset.bottom);
    const shrink = Math.min(side / Math.abs(x), room / Math.abs(y));
    const label = { x: Math.round(x * shrink), y: Math.round(y * shrink) };
    const isFree = found.every(
      (other) =>
        2 * LABEL.width <= Math.abs(other.x - label.x) || 2 * LABEL.height <= Math.abs(other.y - label.y),
    );
    if (isFree) found.push({ name, metres, ...label, angle: Math.atan2(x, -y) * (180 / Math.PI) });
    if (found.length === SIGNPOSTS_MAXIMUM) break;
  }
  return found;
}

/**
 * Returns the names with their distances, the nearest first. If there are too few nearby names, the towns around
 * follow.
 */
function byDistance(names: readonly MapName[], centre: Coordinates) {
  const measured = names
    .map((each) => ({ ...each, metres: distanceMetres(centre, each.coordinates) }))
    .filter(({ metres }) => metres <= FAR)
    .sort((a, b) => a.metres - b.metres);
  const near = measured.filter(
    ({ kind, metres }) => metres <= NEAR && (kind === 'station' || kind === 'quarter'),
  );
  const towns = measured.filter(({ kind }) => kind === 'city' || kind === 'town' || kind === 'station');
  return [...near, ...(near.length < 2 ? towns.filter((each) => !near.includes(each)).slice(0, 3) : [])];
}

const METRES_PER_DEGREE = 111_195;

/**
 * Returns the distance to the east and to the north in metres. It is computed on a plane, which is exact enough for
 * some tens of kilometres.
 */
function offsetMetres(from: Coordinates, to: Coordinates): { east: number; north: number } {
  const shrink = Math.cos((from.lat * Math.PI) / 180);
  return {
    east: (to.lng - from.lng) * METRES_PER_DEGREE * shrink,
    north: (to.lat - from.lat) * METRES_PER_DEGREE,
  };
}

/** Returns the point that is `x` pixels to the right of the centre and `y` pixels below the centre. */
export function pointAside(
  { centre, zoom }: Pick<Viewport, 'centre' | 'zoom'>,
  { x, y }: { x: number; y: number },
): Coordinates {
  const metres = metresPerPixel({ latitude: centre.lat, zoom });
  const shrink = Math.cos((centre.lat * Math.PI) / 180);
  return {
    lat: centre.lat - (y * metres) / METRES_PER_DEGREE,
    lng: centre.lng + (x * metres) / (METRES_PER_DEGREE * shrink),
  };
}
