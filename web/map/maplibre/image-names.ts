import type { ExpressionSpecification } from 'maplibre-gl';
import type { Theme } from '../map.ts';

/*
 * Images are rendered on first use (style-images.ts). The name of an image contains everything on which the image
 * depends, so equal pins share one image: `pin/todo/noodles/light`, `cluster/3/1/2/dark`.
 */

export const PIN = 'pin';
export const SELECTED_PIN = 'selected';
export const CLUSTER = 'cluster';
export const STATION = 'station';
export const BLANK = 'blank';

export function pinImage(what: typeof PIN | typeof SELECTED_PIN, theme: Theme): ExpressionSpecification {
  return ['concat', `${what}/`, ['get', 'kind'], '/', ['get', 'category'], `/${theme}`];
}

/** Returns the name of the image of a cluster. The expression reads the counts from the source. */
export function clusterImage(theme: Theme): ExpressionSpecification {
  return ['concat', `${CLUSTER}/`, ['get', 'todo'], '/', ['get', 'done'], '/', ['get', 'prov'], `/${theme}`];
}

export const stationImage = (theme: Theme): string => `${STATION}/${theme}`;
