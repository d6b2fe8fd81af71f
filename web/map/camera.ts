/* Constants that are the same in every engine. The zoom has MapLibre's scale. */

export const NEAREST_ZOOM = 19;
/** The zoom that shows one place and the streets around it. */
export const PLACE_DETAIL_ZOOM = 15;
/** The zoom for a selected place. At this zoom, pins form no clusters, so no cluster is under the selected pin. */
export const SELECTED_PLACE_ZOOM = 16;
/** Size in pixels of the line at the bottom left of the map with the scale and the attribution. */
export const CREDIT = { width: 290, height: 24 };
/**
 * Returns the pixels between the shown places and the edges of the map. On a low map, they are a third of the height.
 * @param height of the uncovered part of the map in pixels
 */
export const fitMargin = (height: number): number => Math.min(48, Math.max(0, height) / 3);
