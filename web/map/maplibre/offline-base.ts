import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { m } from '#messages';
import landUrl from '../geodata/land.geojson?url';
import linesUrl from '../geodata/lines.geojson?url';
import namesUrl from '../geodata/names.geojson?url';
import type { Theme } from '../map.ts';
import type { Palette } from '../palette.ts';
import { stationImage } from './image-names.ts';
import { BOLD, inMetres, REGULAR } from './style-language.ts';

export type Base = { sources: Record<string, SourceSpecification>; layers: LayerSpecification[] };

/**
 * Metres by which the land is extended. The coast of the 1:10,000,000 map is wrong by a few hundred metres. Without the
 * extension, some places at the shore would be in the sea.
 */
const COAST_DOUBT_METRES = 700;

/** The source and the layer of the land. The source also contains the patches. */
export const LAND = 'land';
/** The layer of the background. */
export const SEA = 'sea';

/**
 * The source of squares of known size, which the engine computes for each viewport. On a map without streets, they show
 * the scale and the movement.
 */
export const GRID = 'grid';
export const GRID_FROM_ZOOM = 13.5;

const attribution = () => `${m.map_simple_base()} · Natural Earth`;

/**
 * Returns the included base map, which needs no network. It has land, borders, rivers, railways, and names from the
 * country down to the station. It has no roads. Data sources: docs/decisions/0014-map.md.
 *
 * The background is the sea. Until the land has loaded (`hasLand`), the background has the colour of land, so that a
 * map does not start as open water.
 */
export function offlineBase({
  palette,
  theme,
  hasLand,
  isFirstFrame,
}: {
  palette: Palette;
  theme: Theme;
  hasLand: boolean;
  isFirstFrame: boolean;
}): Base {
  const background: LayerSpecification = {
    id: SEA,
    type: 'background',
    paint: { 'background-color': hasLand ? palette.water : palette.land },
  };
  if (isFirstFrame) return { sources: {}, layers: [background] };
  return {
    sources: {
      [LAND]: {
        type: 'geojson',
        data: absolute(landUrl),
        attribution: attribution(),
        maxzoom: 12,
        tolerance: 0.2,
      },
      lines: { type: 'geojson', data: absolute(linesUrl), maxzoom: 14 },
      names: { type: 'geojson', data: absolute(namesUrl), maxzoom: 14 },
    },
    layers: [
      background,
      {
        id: LAND,
        type: 'fill',
        source: LAND,
        paint: { 'fill-color': palette.land, 'fill-antialias': false },
      },
      {
        id: 'coast',
        type: 'line',
        source: LAND,
        filter: isLand,
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': palette.land, 'line-width': inMetres(2 * COAST_DOUBT_METRES, { atLeast: 1 }) },
      },
      ...patches({ kinds: ['peak', 'park'], colour: palette.park }),
      ...patches({ kinds: ['lake'], colour: palette.water }),
      {
        id: GRID,
        type: 'line',
        source: GRID,
        minzoom: GRID_FROM_ZOOM,
        paint: { 'line-color': palette.casing, 'line-width': 1, 'line-opacity': 0.6 },
      },
      ...lineLayers(palette),
      ...nameLayers(palette),
      stationLayer({ palette, theme }),
    ],
  };
}

/** Whether a feature of the source is land. Only the patches have a kind (tools/map-geodata). */
const isLand: ExpressionSpecification = ['!', ['has', 'kind']];

/**
 * Returns layers of round patches with a soft edge. They show features whose position and size are known, but not their
 * shape.
 */
function patches({ kinds, colour }: { kinds: string[]; colour: string }): LayerSpecification[] {
  const filter: ExpressionSpecification = ['in', ['get', 'kind'], ['literal', kinds]];
  // The stored shape is opaque and has 0.6 of the real radius. Outside the shape, the colour fades out up to the real
  // radius.
  const fade = inMetres(['*', ['get', 'metres'], 0.4], { atLeast: 0 });
  const bothSides = inMetres(['*', ['get', 'metres'], 0.8], { atLeast: 0 });
  return [
    {
      id: `${kinds[0]}-patches`,
      type: 'fill',
      source: LAND,
      filter,
      paint: { 'fill-color': colour, 'fill-antialias': false },
    },
    {
      id: `${kinds[0]}-patch-edges`,
      type: 'line',
      source: LAND,
      filter,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': bothSides, 'line-blur': fade },
    },
  ];
}

function lineLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'rivers',
      type: 'line',
      source: 'lines',
      filter: ['==', ['get', 'kind'], 'water'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.water,
        'line-width': inMetres(['get', 'metres'], { atLeast: 1.2 }),
        'line-opacity': byZoom(11.5, 1, 13, fineOnly(1)),
      },
    },
    {
      id: 'province-borders',
      type: 'line',
      source: 'lines',
      maxzoom: 12.5,
      filter: ['==', ['get', 'kind'], 'province'],
      paint: {
        'line-color': palette.rail,
        'line-width': byZoom(5, 0.6, 11, 1.6),
        'line-dasharray': [4, 2.5],
        'line-opacity': byZoom(11, 1, 12.5, 0),
      },
    },
    {
      id: 'country-borders',
      type: 'line',
      source: 'lines',
      filter: ['==', ['get', 'kind'], 'country'],
      paint: { 'line-color': palette.label, 'line-width': 1.2, 'line-opacity': 0.5 },
    },
    {
      id: 'railways',
      type: 'line',
      source: 'lines',
      minzoom: 9,
      filter: ['==', ['get', 'kind'], 'railway'],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.rail,
        'line-width': byZoom(9, 0.8, 12, 1.6, 15, 3),
        'line-opacity': byZoom(9, 0.3, 11, 0.8, 13, fineOnly(0.8)),
      },
    },
    {
      id: 'sleepers',
      type: 'line',
      source: 'lines',
      minzoom: 13,
      filter: ['all', ['==', ['get', 'kind'], 'railway'], ['==', ['get', 'detail'], 'fine']],
      paint: {
        'line-color': palette.rail,
        'line-width': byZoom(13, 4, 15, 8),
        'line-dasharray': [0.25, 1.75],
      },
    },
    {
      id: 'river-names',
      type: 'symbol',
      source: 'lines',
      minzoom: 8.5,
      filter: ['==', ['get', 'kind'], 'water'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'name'],
        'text-font': REGULAR,
        'text-size': byZoom(9, 11, 14, 14),
        'text-letter-spacing': 0.2,
        'text-max-angle': 50,
      },
      paint: { 'text-color': palette.waterLabel, 'text-halo-color': palette.water, 'text-halo-width': 1.4 },
    },
  ];
}

/** Returns the opacity of detailed shapes at high zoom. Coarse shapes get 0 and are hidden. */
function fineOnly(opacity: number): ExpressionSpecification {
  return ['match', ['get', 'detail'], 'fine', opacity, 0];
}

/** A value that changes linearly between zoom levels: a zoom, its value, the next zoom, and so on. */
function byZoom(...stops: (number | ExpressionSpecification)[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification;
}

type Names = {
  kind: string;
  minZoom: number;
  maxZoom?: number;
  size: number | ExpressionSpecification;
  colour: string;
  isBold?: boolean;
  spacing?: number;
  text?: ExpressionSpecification;
};

/**
 * Returns the layers of names, the least important first. MapLibre places the names of later layers first, and leaves
 * out names for which there is no space.
 */
function nameLayers(palette: Palette): LayerSpecification[] {
  const names = (
    id: string,
    { kind, minZoom, maxZoom = 24, size, colour, isBold = false, spacing = 0, text }: Names,
  ) =>
    ({
      id,
      type: 'symbol',
      source: 'names',
      minzoom: minZoom,
      maxzoom: maxZoom,
      filter: ['==', ['get', 'kind'], kind],
      layout: {
        'text-field': text ?? ['get', 'name'],
        'text-font': isBold ? BOLD : REGULAR,
        'text-size': size,
        'text-letter-spacing': spacing,
        'text-padding': 6,
        'text-max-width': 8,
      },
      paint: { 'text-color': colour, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 },
    }) satisfies LayerSpecification;

  const { label, waterLabel, parkLabel } = palette;
  return [
    names('seas', { kind: 'sea', minZoom: 4, maxZoom: 8.5, size: 14, colour: waterLabel, spacing: 0.5 }),
    names('countries', {
      kind: 'country',
      minZoom: 0,
      maxZoom: 6.1,
      size: 15,
      colour: label,
      isBold: true,
      spacing: 0.1,
    }),
    names('peaks', {
      kind: 'peak',
      minZoom: 9.6,
      size: byZoom(10, 11, 14, 13),
      colour: parkLabel,
      text: ['concat', '▲ ', ['get', 'name']],
    }),
    names('parks', { kind: 'park', minZoom: 12.2, size: byZoom(12, 11, 15, 13), colour: parkLabel }),
    names('lakes', { kind: 'lake', minZoom: 12.6, size: byZoom(12, 11, 15, 13), colour: waterLabel }),
    names('towns', { kind: 'town', minZoom: 9.4, size: byZoom(10, 11, 13, 14), colour: label }),
    names('cities', {
      kind: 'city',
      minZoom: 7.6,
      maxZoom: 12.5,
      size: byZoom(8, 12, 12, 15),
      colour: label,
    }),
    names('districts', {
      kind: 'district',
      minZoom: 10,
      maxZoom: 15,
      size: byZoom(10, 12, 13, 17),
      colour: label,
      isBold: true,
      spacing: 0.06,
    }),
    names('provinces', {
      kind: 'province',
      minZoom: 5.6,
      maxZoom: 10,
      size: byZoom(6, 13, 9, 18),
      colour: label,
      isBold: true,
      spacing: 0.06,
    }),
    names('quarters', {
      kind: 'quarter',
      minZoom: 11.8,
      size: byZoom(12, 12, 15, 16),
      colour: label,
      isBold: true,
      spacing: 0.04,
    }),
  ];
}

function stationLayer({ palette, theme }: { palette: Palette; theme: Theme }): LayerSpecification {
  return {
    id: 'stations',
    type: 'symbol',
    source: 'names',
    minzoom: 11.6,
    filter: [
      'all',
      ['==', ['get', 'kind'], 'station'],
      ['>=', ['get', 'lines'], ['step', ['zoom'], 3, 12.2, 2, 13, 1]],
    ],
    layout: {
      'icon-image': stationImage(theme),
      'icon-size': byZoom(12, 0.6, 15, 1),
      'text-field': ['get', 'name'],
      'text-font': REGULAR,
      'text-size': byZoom(12, 11, 15, 13),
      'text-anchor': 'top',
      'text-offset': [0, 0.7],
      'text-optional': true,
      'text-padding': 4,
      'symbol-sort-key': ['-', ['get', 'lines']],
    },
    paint: { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 },
  };
}

/** Makes a URL absolute. The worker would resolve a relative URL against its own URL and not against the page's. */
const absolute = (url: string) => new URL(url, document.baseURI).href;
