import type { Coordinates } from '#common/geo.ts';

/** Frame of the map in degrees: South Korea with Jeju and Ulleung. */
const FRAME = { west: 124.6, east: 131.1, south: 33, north: 38.75 };
const WIDTH = 320;
/** Pixels per degree of longitude. */
const UNITS_PER_DEGREE = WIDTH / (FRAME.east - FRAME.west);
/**
 * A degree of longitude is shorter than a degree of latitude by the factor cos(latitude). The drawing uses the factor
 * of its centre.
 */
const STRETCH = 1 / Math.cos((((FRAME.north + FRAME.south) / 2) * Math.PI) / 180);

export const MAP_SIZE = {
  width: WIDTH,
  height: Math.round((FRAME.north - FRAME.south) * UNITS_PER_DEGREE * STRETCH),
};

/** Equirectangular projection; exact at the centre latitude. */
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
