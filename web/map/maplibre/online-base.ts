import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { withTimeLimit } from '#common/time-limit.ts';
import type { Language, Theme } from '../map.ts';
import type { Palette } from '../palette.ts';
import { OPENMAPTILES_LAYERS, openMapTilesLayers } from './openmaptiles-base.ts';

/** Maximum milliseconds for loading the style. The included base map is shown until then. */
const TIMEOUT_MS = 20_000;

/**
 * Loads the online style and its tile descriptions, so that the map switches only to a reachable style.
 * @throws Error (or the error of fetch) if the style is unreachable, or the response is not a style
 */
export function loadOnlineStyle({
  url,
  signal,
}: {
  url: string;
  signal: AbortSignal;
}): Promise<StyleSpecification> {
  return withTimeLimit((limitedSignal) => fetchStyle(url, limitedSignal), {
    ms: TIMEOUT_MS,
    what: 'Loading the map style',
    signal,
  });
}

async function fetchStyle(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const style: StyleSpecification = await fetchJson(url, signal);
  if (style.version !== 8 || !style.sources || !style.layers) throw new Error(`Not a MapLibre style: ${url}`);
  const tileDescriptions = Object.values(style.sources).flatMap((source) =>
    'url' in source && typeof source.url === 'string' && source.url.startsWith('http') ? [source.url] : [],
  );
  await Promise.all(tileDescriptions.map((description) => fetchJson(description, signal)));
  return style;
}

async function fetchJson(url: string, signal: AbortSignal) {
  const answer = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'origin' });
  if (!answer.ok) throw new Error(`${url} responded with ${answer.status}`);
  return answer.json();
}

export type OnlineBase = Pick<StyleSpecification, 'sources' | 'layers' | 'sprite' | 'glyphs'>;

/**
 * Returns the online base map. Tiles in the OpenMapTiles schema, such as OpenFreeMap's, are drawn with our own layers
 * and colours.
 * Other styles are used unchanged, except that their points of interest are removed.
 */
export function onlineBase({
  style,
  palette,
  theme,
  language,
}: {
  style: StyleSpecification;
  palette: Palette;
  theme: Theme;
  language: Language;
}): OnlineBase {
  const source = openMapTilesSource(style);
  if (source) {
    return {
      sources: { [source.name]: source.source },
      layers: openMapTilesLayers({ source: source.name, palette, theme, language }),
    };
  }
  return {
    sources: style.sources,
    layers: style.layers.filter((layer) => sourceLayerOf(layer) !== 'poi'),
    ...(style.sprite && { sprite: style.sprite }),
    ...(style.glyphs && { glyphs: style.glyphs }),
  };
}

function openMapTilesSource(style: StyleSpecification): { name: string; source: SourceSpecification } | null {
  for (const [name, source] of Object.entries(style.sources)) {
    if (source.type !== 'vector') continue;
    const used = new Set(
      style.layers.filter((layer) => 'source' in layer && layer.source === name).map(sourceLayerOf),
    );
    if (OPENMAPTILES_LAYERS.every((layer) => used.has(layer))) return { name, source };
  }
  return null;
}

function sourceLayerOf(layer: LayerSpecification): string | undefined {
  return 'source-layer' in layer ? layer['source-layer'] : undefined;
}
