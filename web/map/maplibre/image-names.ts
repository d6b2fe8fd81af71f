import type { ExpressionSpecification } from 'maplibre-gl';
import type { Theme } from '../map.ts';

/* Images are rendered on first use (style-images.ts). The name contains everything that the image
   depends on, so equal pins share one image: `pin/todo/noodles/light`, `cluster/3/1/2/dark`. */

export const PIN = 'pin';
export const SELECTED_PIN = 'selected';
export const CLUSTER = 'cluster';
export const STATION = 'station';

export function pinImage(what: typeof PIN | typeof SELECTED_PIN, theme: Theme): ExpressionSpecification {
  return ['concat', `${what}/`, ['get', 'kind'], '/', ['get', 'category'], `/${theme}`];
}

/** Reads the counts of the source. */
export function clusterImage(theme: Theme): ExpressionSpecification {
  return ['concat', `${CLUSTER}/`, ['get', 'todo'], '/', ['get', 'done'], '/', ['get', 'prov'], `/${theme}`];
}

export const stationImage = (theme: Theme): string => `${STATION}/${theme}`;
