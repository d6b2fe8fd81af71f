import type { PinKind } from '../map.ts';
import type { Palette } from '../palette.ts';
import { categoryIconPath } from '../pins/category-icon-path.tsx';
import { drawCluster } from '../pins/draw-cluster.ts';
import { type Drawing, drawPin } from '../pins/draw-pin.ts';
import { BLANK, CLUSTER, PIN, SELECTED_PIN, STATION } from './image-names.ts';

/**
 * Returns the drawing for a name such as `pin/todo/noodles/light` or `cluster/3/1/2/dark`. Returns null for any other
 * name.
 */
export function drawingNamed(name: string, palette: Palette): Drawing | null {
  const [what, ...parts] = name.split('/');
  if (what === PIN || what === SELECTED_PIN) {
    const [kind, categoryId] = parts;
    return drawPin({
      kind: kind as PinKind,
      icon: categoryIconPath(categoryId || null),
      isSelected: what === SELECTED_PIN,
      palette,
    });
  }
  if (what === CLUSTER) {
    const [todo = 0, done = 0, prov = 0] = parts.map(Number);
    return drawCluster({ counts: { todo, done, prov }, palette });
  }
  if (what === STATION) return drawStation(palette);
  if (what === BLANK) return { width: 1, height: 1, tip: { x: 0, y: 0 }, draw: () => {} };
  return null;
}

function drawStation({ surface, label }: Palette): Drawing {
  const middle = 9;
  return {
    width: 2 * middle,
    height: 2 * middle,
    tip: { x: middle, y: middle },
    draw: (canvas) => {
      canvas.beginPath();
      canvas.arc(middle, middle, 6, 0, 2 * Math.PI);
      canvas.fillStyle = surface;
      canvas.fill();
      canvas.strokeStyle = label;
      canvas.lineWidth = 2.6;
      canvas.stroke();
    },
  };
}

export function pixelsOf(drawing: Drawing, pixelRatio: number): ImageData {
  const width = Math.ceil(drawing.width * pixelRatio);
  const height = Math.ceil(drawing.height * pixelRatio);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no 2D canvas for drawing pins.');
  context.scale(pixelRatio, pixelRatio);
  drawing.draw(context);
  return context.getImageData(0, 0, width, height);
}
