import type { Coordinates } from '#common/geo.ts';
import type { Bounds } from './map.ts';

/** The possible radii in metres, from a walk of a few minutes to a journey. */
const RADII = [100, 300, 500, 1_000, 3_000, 5_000, 10_000, 30_000, 50_000, 100_000, 200_000, 400_000];

const NEAREST_PIXELS = 64;
const MOST_RINGS = 3;

/**
 * Returns the radii of the rings around the user, in metres. There are at most three. Each ring is far enough from the
 * dot and fits on the screen. Each radius is at least 1.5 times the previous one.
 * @param widestPixels pixels from the dot to the farthest corner that needs a ring
 */
export function ringRadii({
  metresPerPixel,
  widestPixels,
}: {
  metresPerPixel: number;
  widestPixels: number;
}): number[] {
  return RADII.filter((metres) => {
    const pixels = metres / metresPerPixel;
    return NEAREST_PIXELS <= pixels && pixels <= widestPixels;
  }).slice(0, MOST_RINGS);
}

const CORNERS = 96;
export const METRES_PER_DEGREE = 111_195;

/** Returns a circle as a closed line of [longitude, latitude]. Below 500 km, the error is a fraction of a percent. */
export function circleAround({
  centre,
  metres,
}: {
  centre: Coordinates;
  metres: number;
}): [number, number][] {
  const corners: [number, number][] = [];
  for (let corner = 0; corner <= CORNERS; corner++) {
    const angle = (corner % CORNERS) * ((2 * Math.PI) / CORNERS);
    const lat = centre.lat + (metres * Math.cos(angle)) / METRES_PER_DEGREE;
    const shrink = Math.cos((((centre.lat + lat) / 2) * Math.PI) / 180);
    corners.push([centre.lng + (metres * Math.sin(angle)) / (METRES_PER_DEGREE * shrink), lat]);
  }
  return corners;
}

/** Positions of the label on the circle, as shares of its length. The best comes first: top, bottom, sides. */
const LABEL_SIDES = [0, 0.5, 0.125, 0.875, 0.375, 0.625, 0.25, 0.75];

/** Returns the best visible point for the label. If no point is visible, returns the top of the circle. */
export function labelPoint({
  circle,
  isInSight,
}: {
  circle: readonly [number, number][];
  isInSight: (point: Coordinates) => boolean;
}): [number, number] {
  const points = LABEL_SIDES.map((side) => circle[Math.round(side * CORNERS)] as [number, number]);
  return points.find(([lng, lat]) => isInSight({ lat, lng })) ?? (points[0] as [number, number]);
}

const GRID_REACH = 2;
/** Cosine of the latitude of Korea's centre. It is constant, so that the squares do not change while the map moves. */
const GRID_COSINE = Math.cos((36.5 * Math.PI) / 180);

/**
 * Returns the lines of a grid as [longitude, latitude]. They cover the view and its surroundings. The squares are
 * aligned to the ground, so that they stay in place while the map moves.
 * `metres` is the side of a square.
 */
export function gridLines({ bounds, metres }: { bounds: Bounds; metres: number }): [number, number][][] {
  const high = metres / METRES_PER_DEGREE;
  const wide = high / GRID_COSINE;
  const around = {
    south: bounds.south - ((bounds.north - bounds.south) * (GRID_REACH - 1)) / 2,
    north: bounds.north + ((bounds.north - bounds.south) * (GRID_REACH - 1)) / 2,
    west: bounds.west - ((bounds.east - bounds.west) * (GRID_REACH - 1)) / 2,
    east: bounds.east + ((bounds.east - bounds.west) * (GRID_REACH - 1)) / 2,
  };
  const lines: [number, number][][] = [];
  for (let row = Math.ceil(around.south / high); row * high <= around.north; row++)
    lines.push([
      [around.west, row * high],
      [around.east, row * high],
    ]);
  for (let column = Math.ceil(around.west / wide); column * wide <= around.east; column++)
    lines.push([
      [column * wide, around.south],
      [column * wide, around.north],
    ]);
  return lines;
}
