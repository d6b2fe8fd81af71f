import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { CREDIT } from '../camera.ts';
import { CLUSTER_MARGIN } from '../pins/draw-cluster.ts';
import type { Theme } from '../map.ts';
import type { Palette } from '../palette.ts';
import { BLANK, clusterImage, PIN, pinImage, SELECTED_PIN } from './image-names.ts';
import { BOLD } from './style-language.ts';

/** The sources of the layers that are drawn over any base map. The engine fills these sources. */
export const OVERLAY_SOURCES = {
  grid: emptySource(),
  rings: emptySource(),
  area: emptySource(),
  me: emptySource(),
  raised: emptySource(),
  credit: emptySource(),
  pins: {
    ...emptySource(),
    cluster: true,
    // Distance in pixels within which pins form a cluster. Pins are 40 pixels wide and clusters 54, so pins and
    // clusters at a smaller distance would overlap.
    clusterRadius: 52,
    clusterMaxZoom: 15,
    maxzoom: 17,
    tolerance: 0,
    clusterProperties: {
      todo: countOf('todo'),
      done: countOf('done'),
      prov: countOf('prov'),
    },
    // MapLibre needs the id to set the state RAISED on a pin.
    promoteId: 'id',
  },
} satisfies Record<string, GeoJSONSourceSpecification>;

export type OverlaySource = keyof typeof OVERLAY_SOURCES;

/** The layers that can be pressed. The topmost layer comes first. */
export const PRESSABLE = ['selected-pin', 'lifted-pin', 'pins', 'clusters'];

/** Name of the state of a selected or hovered pin. Separate layers draw these pins. */
export const RAISED = 'raised';

const LIFT_PIXELS = 4;
/** Pixels from the bottom of a pin's image to its tip (see pins/draw-pin.ts). */
const TIP_PIXELS = 5;
const SELECTED_TIP_PIXELS = 7;
/**
 * Half the width of a selected pin, and the distances from its tip to the middle of the ㅁ and to the top of the pin.
 */
const SELECTED_REACH_PIXELS = { side: 33, middle: 40, top: 79 };
const SELECTED_NAME_PIXELS = 13;
/** The possible positions of the label of a ring, the best first: the side that faces the point, and the offset in ems. */
const RING_LABEL_PLACES: ReturnType<typeof selectedNamePlaces> = [
  'center',
  [0, 0],
  'bottom',
  [0, -0.6],
  'top',
  [0, 0.6],
  'left',
  [0.6, 0],
  'right',
  [-0.6, 0],
];

type Look = { palette: Palette; theme: Theme };

/** Returns the layers above the base map, the lowest first. */
export function overlayLayers({
  palette,
  theme,
  hasNames,
}: Look & {
  /** Whether pins show names. False if the page already names the only place of the map. */
  hasNames: boolean;
}): LayerSpecification[] {
  return [
    ...areaAndRings({ palette, theme }),
    ...positionLayers(palette),
    ...nameLayers({ palette, hasNames }),
    ...pinLayers(theme),
    // An invisible image above the bottom edge. Because of its padding, no name is under the scale or the attribution.
    {
      id: 'credit',
      type: 'symbol',
      source: 'credit',
      layout: {
        'icon-image': BLANK,
        'icon-allow-overlap': true,
        'icon-padding': [CREDIT.height, CREDIT.width / 2, 0, CREDIT.width / 2],
      },
    },
  ];
}

const IS_PIN: ExpressionSpecification = ['!', ['has', 'point_count']];

// Icons are always drawn. Names of lower layers avoid the icons.
const ON_TOP = {
  'icon-allow-overlap': true,
  'icon-padding': 0,
} satisfies SymbolLayerSpecification['layout'];

const areaAndRings = ({ palette, theme }: Look): LayerSpecification[] => [
  {
    id: 'area-fill',
    type: 'fill',
    source: 'area',
    paint: { 'fill-color': palette.meDisc, 'fill-opacity': theme === 'light' ? 0.1 : 0.14 },
  },
  { id: 'area-line', type: 'line', source: 'area', paint: { 'line-color': palette.me, 'line-width': 2 } },
  {
    id: 'rings',
    type: 'line',
    source: 'rings',
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': palette.me, 'line-width': 1.2, 'line-opacity': 0.55, 'line-dasharray': [3, 3] },
  },
  {
    id: 'ring-labels',
    type: 'symbol',
    source: 'rings',
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': BOLD,
      'text-size': 12,
      // The label is on its ring if there is no pin or name. Otherwise, it is beside, above or below this point.
      'text-variable-anchor-offset': RING_LABEL_PLACES,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': palette.meText, 'text-halo-color': palette.halo, 'text-halo-width': 2 },
  },
];

const positionLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'accuracy',
    type: 'fill',
    source: 'me',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': palette.meDisc, 'fill-opacity': 0.1 },
  },
  {
    id: 'me-disc',
    type: 'circle',
    source: 'me',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-radius': 34, 'circle-color': palette.meDisc, 'circle-opacity': 0.18 },
  },
  {
    id: 'me-dot',
    type: 'circle',
    source: 'me',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 8,
      'circle-color': palette.me,
      'circle-stroke-color': '#fff',
      'circle-stroke-width': 3.5,
    },
  },
];

const nameLayers = ({ palette, hasNames }: { palette: Palette; hasNames: boolean }): LayerSpecification[] => [
  {
    id: 'pin-names',
    type: 'symbol',
    source: 'pins',
    minzoom: 15,
    filter: IS_PIN,
    layout: {
      'text-field': hasNames ? ['get', 'name'] : '',
      'text-font': BOLD,
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [0, 0.7],
      'text-max-width': 8,
      'text-padding': 1,
    },
    paint: {
      'text-color': palette.ink,
      'text-halo-color': palette.halo,
      'text-halo-width': 1.8,
      'text-opacity': ['case', ['boolean', ['feature-state', RAISED], false], 0, 1],
    },
  },
  {
    id: 'selected-name',
    type: 'symbol',
    source: 'raised',
    filter: ['==', ['get', 'how'], 'selected'],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': BOLD,
      'text-size': SELECTED_NAME_PIXELS,
      // MapLibre places the topmost layer first, so pins and clusters are already placed. The name is below its pin
      // if there is no cluster or other pin. Otherwise, the name is beside or above its pin.
      'text-variable-anchor-offset': selectedNamePlaces(),
      'text-justify': 'auto',
      'text-max-width': 9,
      'text-padding': 1,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': palette.ink, 'text-halo-color': palette.halo, 'text-halo-width': 2.2 },
  },
];

const pinLayers = (theme: Theme): LayerSpecification[] => [
  {
    id: 'clusters',
    type: 'symbol',
    source: 'pins',
    filter: ['has', 'point_count'],
    layout: {
      ...ON_TOP,
      'icon-image': clusterImage(theme),
      'icon-anchor': 'bottom',
      'icon-offset': [0, CLUSTER_MARGIN],
      'symbol-z-order': 'viewport-y',
    },
  },
  {
    id: 'pins',
    type: 'symbol',
    source: 'pins',
    filter: IS_PIN,
    layout: {
      ...ON_TOP,
      'icon-image': pinImage(PIN, theme),
      'icon-anchor': 'bottom',
      'icon-offset': [0, TIP_PIXELS],
      'symbol-z-order': 'viewport-y',
    },
    paint: { 'icon-opacity': ['case', ['boolean', ['feature-state', RAISED], false], 0, 1] },
  },
  {
    id: 'lifted-pin',
    type: 'symbol',
    source: 'raised',
    filter: ['==', ['get', 'how'], 'hovered'],
    layout: {
      ...ON_TOP,
      'icon-image': pinImage(PIN, theme),
      'icon-anchor': 'bottom',
      'icon-offset': [0, TIP_PIXELS - LIFT_PIXELS],
    },
  },
  {
    id: 'selected-pin',
    type: 'symbol',
    source: 'raised',
    filter: ['==', ['get', 'how'], 'selected'],
    layout: {
      ...ON_TOP,
      'icon-image': pinImage(SELECTED_PIN, theme),
      'icon-anchor': 'bottom',
      'icon-offset': [0, SELECTED_TIP_PIXELS],
    },
  },
];

/**
 * Returns the possible positions of the name of a selected pin, the best first. Each position consists of the side of
 * the name that faces the pin, and the offset of the name from the pin's tip in ems.
 */
function selectedNamePlaces(): (string | [number, number])[] {
  const ems = (pixels: number) => Math.round((pixels / SELECTED_NAME_PIXELS) * 100) / 100;
  const { side, middle, top } = SELECTED_REACH_PIXELS;
  const gap = 3;
  // MapLibre draws a text above or below a point closer to the point than requested. This is the difference in pixels.
  const pull = (7 / 24) * SELECTED_NAME_PIXELS;
  return [
    'top',
    [0, ems(SELECTED_TIP_PIXELS + gap + pull)],
    'left',
    [ems(side + gap), ems(-middle)],
    'right',
    [ems(-side - gap), ems(-middle)],
    'bottom',
    [0, ems(-top - gap - pull)],
  ];
}

function emptySource(): GeoJSONSourceSpecification {
  return { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
}

function countOf(kind: string): ExpressionSpecification[] {
  return ['+', ['case', ['==', ['get', 'kind'], kind], 1, 0]] as unknown as ExpressionSpecification[];
}
