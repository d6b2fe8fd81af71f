/** Radius of 내 주변 in metres. */
export const NEARBY_RADIUS_METRES = 3000;
