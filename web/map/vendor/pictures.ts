import type { PinCounts } from '../cluster-share.ts';
import type { MapPin, Theme } from '../map.ts';
import { readPalette } from '../palette.ts';
import { categoryIconPath } from '../pins/category-icon-path.tsx';
import { drawCluster } from '../pins/draw-cluster.ts';
import { type Drawing, drawPin } from '../pins/draw-pin.ts';

export type Picture = Pick<Drawing, 'width' | 'height' | 'tip'> & { url: string };

const drawn = new Map<string, Picture>();

export function pinPicture({
  pin: { kind, categoryId },
  isSelected,
  theme,
}: {
  pin: MapPin;
  isSelected: boolean;
  theme: Theme;
}): Picture {
  // A visited place shows a check regardless of its category.
  const category = kind === 'done' ? null : categoryId;
  return kept(`pin/${kind}/${category}/${isSelected}/${theme}`, () =>
    drawPin({ kind, icon: categoryIconPath(category), isSelected, palette: readPalette() }),
  );
}

export function clusterPicture({ counts, theme }: { counts: PinCounts; theme: Theme }): Picture {
  const { todo, done, prov } = counts;
  return kept(`cluster/${todo}/${done}/${prov}/${theme}`, () =>
    drawCluster({ counts, palette: readPalette() }),
  );
}

function kept(name: string, draw: () => Drawing): Picture {
  const picture = drawn.get(name) ?? pictureOf(draw());
  drawn.set(name, picture);
  return picture;
}

function pictureOf({ width, height, tip, draw }: Drawing): Picture {
  const ratio = Math.max(2, window.devicePixelRatio);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.ceil(width * ratio),
    height: Math.ceil(height * ratio),
  });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas for drawing pins.');
  context.scale(ratio, ratio);
  draw(context);
  return { width, height, tip, url: canvas.toDataURL() };
}
