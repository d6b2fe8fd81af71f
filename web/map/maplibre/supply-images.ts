import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Palette } from '../palette.ts';
import { CLUSTER } from './image-names.ts';
import { drawingNamed, pixelsOf } from './style-images.ts';

/** Clusters change with every zoom; beyond so many of their pictures the ones not in use are let go. */
const MOST_CLUSTER_PICTURES = 300;

/** Draws the pictures that the style names when they are first wanted. */
export function supplyImages(map: MapLibreMap, palette: () => Palette): void {
  const pixelRatio = map.getPixelRatio();

  map.setMissingStyleImageResolver(async (name) => {
    const drawing = drawingNamed(name, palette());
    if (drawing && !map.hasImage(name)) map.addImage(name, pixelsOf(drawing, pixelRatio), { pixelRatio });
  });

  map.on('idle', () => {
    const clusters = map.listImages().filter((name) => name.startsWith(`${CLUSTER}/`));
    if (clusters.length <= MOST_CLUSTER_PICTURES) return;
    // Tiles that are on screen carry their own copy; a name that comes back is drawn again.
    for (const name of clusters) map.removeImage(name);
  });
}
