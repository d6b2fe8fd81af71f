import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Theme } from '../map.ts';
import type { Palette } from '../palette.ts';
import { BLANK, CLUSTER } from './image-names.ts';
import { drawingNamed, pixelsOf } from './style-images.ts';

/**
 * Maximum number of images of clusters. If there are more, all of them are removed. Each zoom needs new images, because
 * the clusters change.
 */
const MAX_CLUSTER_IMAGES = 300;

export function supplyImages(map: MapLibreMap, look: () => { palette: Palette; theme: Theme }): void {
  const pixelRatio = map.getPixelRatio();

  map.setMissingStyleImageResolver(async (name) => {
    const { palette, theme } = look();
    // A tile of the previous theme can request its images after the change. The palette does not match their names.
    if (name !== BLANK && !name.endsWith(`/${theme}`)) return;
    const drawing = drawingNamed(name, palette);
    if (drawing && !map.hasImage(name)) map.addImage(name, pixelsOf(drawing, pixelRatio), { pixelRatio });
  });

  map.on('idle', () => {
    const clusters = map.listImages().filter((name) => name.startsWith(`${CLUSTER}/`));
    if (clusters.length <= MAX_CLUSTER_IMAGES) return;
    // Visible tiles have their own copy of the image. MapLibre requests a removed image again when it needs the image.
    for (const name of clusters) map.removeImage(name);
  });
}
