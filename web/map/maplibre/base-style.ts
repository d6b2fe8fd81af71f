import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import type { MapEngineOptions, Theme } from '../map.ts';
import { readPalette } from '../palette.ts';
import { LAND, offlineBase, SEA } from './offline-base.ts';
import { onlineBase } from './online-base.ts';
import { OVERLAY_SOURCES, overlayLayers } from './overlay-layers.ts';

/** The style of the map: the online or the offline base map in the colours of the theme, below our own layers. */
export function createBaseStyle(options: Pick<MapEngineOptions, 'theme' | 'language' | 'isInteractive'>) {
  let { theme } = options;
  let palette = readPalette();
  let onlineStyle: StyleSpecification | null = null;
  let hasLand = false;
  let isFirstFrame = true;

  return {
    look: () => ({ palette, theme }),

    current(): StyleSpecification {
      const look = { palette, theme };
      const base = onlineStyle
        ? onlineBase({ style: onlineStyle, language: options.language, ...look })
        : offlineBase({ ...look, hasLand, isFirstFrame });
      return {
        version: 8,
        ...base,
        sources: { ...base.sources, ...OVERLAY_SOURCES },
        layers: [...base.layers, ...overlayLayers({ ...look, hasNames: options.isInteractive })],
      };
    },

    /** Adds the base map after the first frame, so that the pins do not wait for its shapes and names. */
    firstFrameDrawn(): void {
      isFirstFrame = false;
    },

    setOnline(style: StyleSpecification | null): void {
      onlineStyle = style;
    },

    isOnlineSource: (sourceId: unknown): boolean =>
      onlineStyle !== null && typeof sourceId === 'string' && sourceId in onlineStyle.sources,

    /** Returns whether the theme has changed. */
    setTheme(next: Theme): boolean {
      if (next === theme) return false;
      theme = next;
      palette = readPalette();
      return true;
    },

    /** Colours the sea when the land of the offline base map has loaded. */
    landTileArrived(map: MapLibreMap): void {
      if (hasLand || !map.isSourceLoaded(LAND)) return;
      hasLand = true;
      if (map.getLayer(SEA)) map.setPaintProperty(SEA, 'background-color', palette.water);
    },
  };
}

/** Changes the style of a map. Only the differences are applied, so our own sources keep their data. */
export function changeStyle(map: MapLibreMap, style: StyleSpecification): void {
  map.setStyle(style, {
    transformStyle: (before, after) => {
      const kept = Object.keys(OVERLAY_SOURCES).flatMap((name) => {
        const source = before?.sources[name];
        return source ? [[name, source]] : [];
      });
      return { ...after, sources: { ...after.sources, ...Object.fromEntries(kept) } };
    },
  });
}
