import type { ExpressionSpecification } from 'maplibre-gl';
import type { Theme } from '../map.ts';

/*
 * Pins and clusters are pictures of the style, drawn when a tile first asks for one (style-images.ts). Their names say
 * all that a drawing depends on, so two equal ones are one picture: `pin/todo/noodles/light`, `cluster/3/1/2/dark`.
 */

export const PIN = 'pin';
export const SELECTED_PIN = 'selected';
export const CLUSTER = 'cluster';
export const STATION = 'station';

/** The name of a pin's picture, from the properties of its feature. */
export function pinImage(what: typeof PIN | typeof SELECTED_PIN, theme: Theme): ExpressionSpecification {
  return ['concat', `${what}/`, ['get', 'kind'], '/', ['get', 'category'], `/${theme}`];
}

/** The name of a cluster's picture, from the counts that its source keeps. */
export function clusterImage(theme: Theme): ExpressionSpecification {
  return ['concat', `${CLUSTER}/`, ['get', 'todo'], '/', ['get', 'done'], '/', ['get', 'prov'], `/${theme}`];
}

/** The dot of a station, in any base map. */
export const stationImage = (theme: Theme): string => `${STATION}/${theme}`;
