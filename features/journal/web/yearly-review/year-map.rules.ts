import type { Coordinates } from '#common/geo.ts';

/** The area of the map in degrees. It contains South Korea with Jeju and Ulleung. */
const FRAME = { west: 124.6, east: 131.1, south: 33, north: 38.75 };
const WIDTH = 320;
/** Number of pixels for each degree of longitude. */
const UNITS_PER_DEGREE = WIDTH / (FRAME.east - FRAME.west);
/**
 * The factor by which the drawing stretches degrees of latitude. A degree of longitude is shorter than a degree of
 * latitude by the factor cos(latitude). The drawing uses the factor of the latitude in its centre.
 */
const STRETCH = 1 / Math.cos((((FRAME.north + FRAME.south) / 2) * Math.PI) / 180);

export const MAP_SIZE = {
  width: WIDTH,
  height: Math.round((FRAME.north - FRAME.south) * UNITS_PER_DEGREE * STRETCH),
};

/**
 * Returns the position of a point on the drawing. The projection is equirectangular and exact at the latitude in the
 * centre.
 */
export const onDrawing = ({ lat, lng }: Coordinates): { x: number; y: number } => ({
  x: (lng - FRAME.west) * UNITS_PER_DEGREE,
  y: (FRAME.north - lat) * UNITS_PER_DEGREE * STRETCH,
});

export const isInFrame = ({ lat, lng }: Coordinates): boolean =>
  FRAME.west <= lng && lng <= FRAME.east && FRAME.south <= lat && lat <= FRAME.north;

type Ring = readonly (readonly [number, number])[];
type Feature = { properties: object; geometry: { type: string; coordinates: unknown } };

export function landPath(features: readonly Feature[]): string {
  const rings = features
    .filter(({ properties, geometry }) => geometry.type === 'Polygon' && Object.keys(properties).length === 0)
    .flatMap(({ geometry }) => geometry.coordinates as Ring[])
    .filter((ring) => ring.some(([lng, lat]) => isInFrame({ lat, lng })));
  return rings.map(ringPath).join('');
}

const ringPath = (ring: Ring): string =>
  `M${ring
    .map(([lng, lat]) => onDrawing({ lat, lng }))
    .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('L')}Z`;
