/** Metres. */
export const NEARBY_RADIUS_METRES = 3000;
