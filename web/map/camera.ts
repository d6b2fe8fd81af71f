/* The same in every engine. Zoom as in MapLibre. */

export const NEAREST_ZOOM = 19;
/** Shows one place and the streets around it. */
export const PLACE_DETAIL_ZOOM = 15;
/** Between the shown places and the edge of the map. */
export const FIT_MARGIN_PIXELS = 48;
