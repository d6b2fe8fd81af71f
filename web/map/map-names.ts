import { type Coordinates, distanceMetres } from '#common/geo.ts';
import type { Viewport } from './map.ts';
import { metresPerPixel } from './viewport.ts';

/** A name of the bundled base map. */
export type MapName = { kind: string; name: string; coordinates: Coordinates };

/** Metres. Farther stations are no useful landmarks. */
const STATION_REACH = 30_000;

/** Metres. A longer distance is not given as a walking time. */
export const WALKING_REACH = 2_500;

/** A walk along streets is longer than the straight line by this factor. */
const DETOUR = 1.25;
/** Korean property listings use this speed. */
const METRES_PER_MINUTE = 80;

/** Minutes for a straight-line distance in metres; at least one. */
export const walkingMinutes = (metres: number): number =>
  Math.max(1, Math.round((metres * DETOUR) / METRES_PER_MINUTE));

/** Distance in metres; null if there is no station within 30 km. */
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

/** Label of a name beyond the edge of a map. `x`, `y`: pixels from the centre. */
export type Signpost = { name: string; metres: number; x: number; y: number; angle: number };

/**
 * Metres. Stations and neighbourhoods within NEAR come first. With fewer than two, towns and stations
 * within FAR follow.
 */
const NEAR = 3_000;
const FAR = 30_000;
const SIGNPOSTS_MAXIMUM = 4;
/** Half the size in pixels, with the gap to the next label. */
const LABEL = { width: 75, height: 17 };

/**
 * The nearest names outside the view, each at the edge in its direction.
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

/** Nearest first: nearby names, otherwise the towns around. */
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

/** Computed on a plane, which is exact enough for some tens of kilometres. */
function offsetMetres(from: Coordinates, to: Coordinates): { east: number; north: number } {
  const shrink = Math.cos((from.lat * Math.PI) / 180);
  return {
    east: (to.lng - from.lng) * METRES_PER_DEGREE * shrink,
    north: (to.lat - from.lat) * METRES_PER_DEGREE,
  };
}

/** `x` pixels to the right of the centre and `y` pixels below it. */
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
