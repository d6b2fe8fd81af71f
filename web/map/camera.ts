/* Constants that are the same in every engine. The zoom has MapLibre's scale. */

export const NEAREST_ZOOM = 19;
/** The zoom that shows one place and the streets around it. */
export const PLACE_DETAIL_ZOOM = 15;
/** Pixels between the shown places and the edge of the map. */
export const FIT_MARGIN_PIXELS = 48;
