import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Language, Theme } from '../map.ts';
import type { Palette } from '../palette.ts';
import { stationImage } from './image-names.ts';
import { BOLD, REGULAR } from './style-language.ts';

/** Layers by which a source is recognised as OpenMapTiles. A source with these layers can use our style. */
export const OPENMAPTILES_LAYERS = ['water', 'transportation', 'place'];

/**
 * Returns layers for tiles in the OpenMapTiles schema (openmaptiles.org/schema), in our colours and with few features.
 * There are no shops, so that our pins are the only places.
 */
export function openMapTilesLayers({
  source,
  palette,
  theme,
  language,
}: {
  source: string;
  palette: Palette;
  theme: Theme;
  language: Language;
}): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': palette.land } },
    ...grounds({ source, palette }),
    ...ways({ source, palette }),
    ...labels({ source, palette, theme, language }),
  ];
}

function grounds({ source, palette }: { source: string; palette: Palette }): LayerSpecification[] {
  return [
    {
      id: 'woods',
      type: 'fill',
      source,
      'source-layer': 'landcover',
      filter: oneOf('class', ['wood', 'grass']),
      paint: {
        'fill-color': palette.park,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 8, 0.35, 14, 0.7],
      },
    },
    {
      id: 'parks',
      type: 'fill',
      source,
      'source-layer': 'park',
      paint: { 'fill-color': palette.park },
    },
    {
      id: 'grounds',
      type: 'fill',
      source,
      'source-layer': 'landuse',
      minzoom: 12,
      filter: oneOf('class', [
        'school',
        'university',
        'hospital',
        'industrial',
        'stadium',
        'pitch',
        'cemetery',
      ]),
      paint: { 'fill-color': palette.block, 'fill-opacity': 0.7 },
    },
    { id: 'water', type: 'fill', source, 'source-layer': 'water', paint: { 'fill-color': palette.water } },
    {
      id: 'streams',
      type: 'line',
      source,
      'source-layer': 'waterway',
      minzoom: 9,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.water, 'line-width': widthByZoom(9, 0.8, 14, 2.5, 18, 8) },
    },
    {
      id: 'buildings',
      type: 'fill',
      source,
      'source-layer': 'building',
      minzoom: 14,
      paint: {
        'fill-color': palette.block,
        'fill-outline-color': palette.casing,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 14, 0, 15, 1],
      },
    },
  ];
}

type Road = { id: string; classes: string[]; from: number; width: ExpressionSpecification; colour: string };

function ways({ source, palette }: { source: string; palette: Palette }): LayerSpecification[] {
  const roads: Road[] = [
    {
      id: 'paths',
      classes: ['path', 'track'],
      from: 15,
      width: widthByZoom(15, 0.8, 18, 3),
      colour: palette.road,
    },
    {
      id: 'local-roads',
      classes: ['minor', 'service'],
      from: 13,
      width: widthByZoom(13, 0.6, 15, 2.5, 16, 5.5, 19, 18),
      colour: palette.road,
    },
    {
      id: 'roads',
      classes: ['secondary', 'tertiary'],
      from: 9.5,
      width: widthByZoom(10, 0.8, 13, 3, 16, 11, 19, 30),
      colour: palette.mainRoad,
    },
    {
      id: 'main-roads',
      classes: ['motorway', 'trunk', 'primary'],
      from: 6,
      width: widthByZoom(6, 0.7, 10, 1.8, 13, 5, 16, 16, 19, 40),
      colour: palette.mainRoad,
    },
  ];
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const base = { type: 'line', source, 'source-layer': 'transportation', layout } as const;
  const filterOf = ({ classes }: Road): FilterSpecification => ['all', isLine, oneOf('class', classes)];
  return [
    ...roads.map(
      (road) =>
        ({
          ...base,
          id: `${road.id}-casing`,
          minzoom: Math.max(road.from, 11),
          filter: filterOf(road),
          paint: { 'line-color': palette.casing, 'line-gap-width': road.width, 'line-width': 1 },
        }) satisfies LayerSpecification,
    ),
    ...roads.map(
      (road) =>
        ({
          ...base,
          id: road.id,
          minzoom: road.from,
          filter: filterOf(road),
          paint: { 'line-color': road.colour, 'line-width': road.width },
        }) satisfies LayerSpecification,
    ),
    {
      ...base,
      id: 'rails',
      layout: {},
      minzoom: 10,
      filter: ['all', isLine, oneOf('class', ['rail', 'transit'])],
      paint: { 'line-color': palette.rail, 'line-width': widthByZoom(10, 0.8, 14, 1.6, 17, 3) },
    },
    {
      ...base,
      id: 'rail-sleepers',
      layout: {},
      minzoom: 14,
      filter: ['all', isLine, oneOf('class', ['rail', 'transit'])],
      paint: {
        'line-color': palette.rail,
        'line-width': widthByZoom(14, 4, 17, 8),
        'line-dasharray': [0.25, 1.75],
      },
    },
    {
      id: 'borders',
      type: 'line',
      source,
      'source-layer': 'boundary',
      filter: ['all', ['<=', ['get', 'admin_level'], 4], ['!=', ['get', 'maritime'], 1]],
      paint: { 'line-color': palette.rail, 'line-width': 1, 'line-dasharray': [4, 2.5] },
    },
  ];
}

type Label = {
  id: string;
  layer: string;
  filter: FilterSpecification;
  from: number;
  to?: number;
  size: ExpressionSpecification;
  colour: string;
  isBold?: boolean;
  layout?: SymbolLayerSpecification['layout'];
};

function labels({
  source,
  palette,
  theme,
  language,
}: {
  source: string;
  palette: Palette;
  theme: Theme;
  language: Language;
}): LayerSpecification[] {
  const name: ExpressionSpecification = ['coalesce', ['get', `name:${language}`], ['get', 'name']];
  const label = ({ id, layer, filter, from, to = 24, size, colour, isBold = false, layout }: Label) =>
    ({
      id,
      type: 'symbol',
      source,
      'source-layer': layer,
      filter,
      minzoom: from,
      maxzoom: to,
      layout: {
        'text-field': name,
        'text-font': isBold ? BOLD : REGULAR,
        'text-size': size,
        'text-max-width': 8,
        ...layout,
      },
      paint: { 'text-color': colour, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 },
    }) satisfies LayerSpecification;
  return [...featureNames({ palette, theme }), ...placeNames(palette)].map(label);
}

const ALONG_LINE = { 'symbol-placement': 'line', 'text-letter-spacing': 0.05 } as const;
const BY_RANK = {
  'symbol-sort-key': ['coalesce', ['get', 'rank'], 99],
} satisfies SymbolLayerSpecification['layout'];

const featureNames = ({
  palette: { label: grey, waterLabel, parkLabel },
  theme,
}: {
  palette: Palette;
  theme: Theme;
}): Label[] => [
  {
    id: 'road-names',
    layer: 'transportation_name',
    filter: true,
    from: 14,
    size: widthByZoom(14, 11, 18, 14),
    colour: grey,
    layout: ALONG_LINE,
  },
  {
    id: 'stream-names',
    layer: 'waterway',
    filter: ['has', 'name'],
    from: 12,
    size: widthByZoom(12, 12, 16, 14),
    colour: waterLabel,
    layout: ALONG_LINE,
  },
  {
    id: 'water-names',
    layer: 'water_name',
    filter: ['has', 'name'],
    from: 4,
    size: widthByZoom(4, 12, 14, 15),
    colour: waterLabel,
  },
  {
    id: 'park-names',
    layer: 'park',
    filter: ['all', ['has', 'name'], ['==', ['geometry-type'], 'Point']],
    from: 12,
    size: widthByZoom(12, 11, 16, 13),
    colour: parkLabel,
  },
  {
    id: 'station-names',
    layer: 'poi',
    filter: ['all', ['==', ['get', 'class'], 'railway'], oneOf('subclass', ['station', 'subway', 'halt'])],
    from: 12.5,
    size: widthByZoom(12, 11, 15, 13),
    colour: grey,
    layout: {
      'icon-image': stationImage(theme),
      'icon-size': 0.8,
      'text-anchor': 'top',
      'text-offset': [0, 0.7],
      'text-optional': true,
    },
  },
];

const placeNames = ({ label: grey }: Palette): Label[] => [
  {
    id: 'quarter-names',
    layer: 'place',
    filter: oneOf('class', ['suburb', 'quarter', 'neighbourhood', 'village']),
    from: 11,
    size: widthByZoom(11, 12, 16, 16),
    colour: grey,
    isBold: true,
    layout: BY_RANK,
  },
  {
    id: 'town-names',
    layer: 'place',
    filter: oneOf('class', ['town', 'city']),
    from: 6,
    to: 14,
    size: widthByZoom(6, 12, 12, 17),
    colour: grey,
    isBold: true,
    layout: BY_RANK,
  },
  {
    id: 'state-names',
    layer: 'place',
    filter: oneOf('class', ['state', 'province']),
    from: 5,
    to: 9,
    size: widthByZoom(5, 12, 9, 15),
    colour: grey,
    isBold: true,
    layout: BY_RANK,
  },
  {
    id: 'country-names',
    layer: 'place',
    filter: oneOf('class', ['country']),
    from: 1,
    to: 6,
    size: widthByZoom(2, 12, 6, 16),
    colour: grey,
    isBold: true,
    layout: BY_RANK,
  },
];

const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];

const oneOf = (property: string, values: string[]): ExpressionSpecification => [
  'in',
  ['get', property],
  ['literal', values],
];

function widthByZoom(...stops: number[]): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as ExpressionSpecification;
}
