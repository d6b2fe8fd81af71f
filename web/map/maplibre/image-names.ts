import type { ExpressionSpecification } from 'maplibre-gl';
import type { Theme } from '../map.ts';

/* Pins and clusters are images of the style, rendered on first use (style-images.ts). The name contains everything
   that the image depends on, so equal pins share one image: `pin/todo/noodles/light`, `cluster/3/1/2/dark`. */

export const PIN = 'pin';
export const SELECTED_PIN = 'selected';
export const CLUSTER = 'cluster';
export const STATION = 'station';

/** Image name of a pin, from the properties of its feature. */
export function pinImage(what: typeof PIN | typeof SELECTED_PIN, theme: Theme): ExpressionSpecification {
  return ['concat', `${what}/`, ['get', 'kind'], '/', ['get', 'category'], `/${theme}`];
}

/** Image name of a cluster, from the counts in its source. */
export function clusterImage(theme: Theme): ExpressionSpecification {
  return ['concat', `${CLUSTER}/`, ['get', 'todo'], '/', ['get', 'done'], '/', ['get', 'prov'], `/${theme}`];
}

/** Image name of a station dot, for any base map. */
export const stationImage = (theme: Theme): string => `${STATION}/${theme}`;
