/** A position in WGS84 degrees. The schema is in coordinates.ts, because pages without forms do not load zod. */
export type Coordinates = { lat: number; lng: number };

/** The coordinates of Seoul City Hall. They are used if the location is unknown (specification, section 9). */
export const DEFAULT_CENTRE: Coordinates = { lat: 37.5665, lng: 126.978 };

const EARTH_RADIUS_METRES = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the distance by the haversine formula with an Earth radius of 6371 km. */
export function distanceMetres(from: Coordinates, to: Coordinates): number {
  const dLat = radians(to.lat - from.lat);
  const dLng = radians(to.lng - from.lng);
  const a =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(a)));
}

/**
 * @example formatDistance(352) // '350m'
 * @example formatDistance(1_234) // '1.2km'
 * @example formatDistance(325_080) // '325km'
 */
export function formatDistance(metres: number): string {
  const rounded = Math.round(metres / 10) * 10;
  if (rounded < 1000) return `${rounded}m`;
  return `${(metres / 1000).toFixed(metres < 99_950 ? 1 : 0)}km`;
}
