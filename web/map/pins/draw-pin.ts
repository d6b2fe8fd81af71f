import type { PinKind } from '../map.ts';
import type { Palette } from '../palette.ts';

/** A drawing with sizes in CSS pixels. `tip` is the point of the drawing that is placed on the location. */
export type Drawing = {
  width: number;
  height: number;
  tip: { x: number; y: number };
  draw: (canvas: CanvasRenderingContext2D) => void;
};

/** The outline of the logo 모 (40×52): the ㅁ is a screen, and the ㅗ is its stem and base. */
const SILHOUETTE = roundedBoxes([
  { x: 4, y: 2, width: 32, height: 31, radius: 10 },
  { x: 17.5, y: 32, width: 5, height: 11, radius: 1 },
  { x: 9, y: 41.5, width: 22, height: 5.5, radius: 2.75 },
]);
const ANTENNAE = new Path2D('M14 3L9-5M26 3l5-8');
const CHECK = new Path2D('M20 6 9 17l-5-5');

const MARGIN = { left: 4, top: 11, right: 4, bottom: 5 };
const BASE = { x: 20, y: 47 };
const SELECTED_SCALE = 1.36;

/**
 * Draws a pin. A dark edge and a light halo give contrast on any ground. The kinds also differ in shape: a provided
 * restaurant has antennae, and a visited restaurant has a check.
 */
export function drawPin({
  kind,
  icon,
  isSelected,
  palette,
}: {
  kind: PinKind;
  /** The icon on a grid of 24 units. */
  icon: Path2D;
  isSelected: boolean;
  palette: Palette;
}): Drawing {
  const scale = isSelected ? SELECTED_SCALE : 1;
  const fill = palette[kind];
  const edge = isSelected ? palette.ink : palette[`${kind}Edge`];
  return {
    width: Math.ceil((MARGIN.left + 40 + MARGIN.right) * scale),
    height: Math.ceil((MARGIN.top + BASE.y + MARGIN.bottom) * scale),
    tip: { x: (MARGIN.left + BASE.x) * scale, y: (MARGIN.top + BASE.y) * scale },
    draw: (canvas) => {
      canvas.scale(scale, scale);
      canvas.translate(MARGIN.left, MARGIN.top);
      canvas.lineJoin = 'round';
      canvas.lineCap = 'round';
      drawShadow(canvas);
      const halo = { colour: isSelected ? palette.ink : palette.surface, lineWidth: 6 };
      if (kind === 'prov') strokePath(canvas, ANTENNAE, { colour: halo.colour, lineWidth: 8 });
      drawOutline(canvas, halo);
      if (kind === 'prov') {
        strokePath(canvas, ANTENNAE, { colour: edge, lineWidth: 5.4 });
        strokePath(canvas, ANTENNAE, { colour: fill, lineWidth: 3.4 });
      }
      if (!isSelected) drawOutline(canvas, { colour: edge, lineWidth: 2.4 });
      canvas.fillStyle = fill;
      canvas.fill(SILHOUETTE);
      canvas.translate(10.4, 8);
      canvas.scale(0.8, 0.8);
      if (kind === 'done') strokePath(canvas, CHECK, { colour: palette.onDone, lineWidth: 2.9 });
      else strokePath(canvas, icon, { colour: palette.onFill, lineWidth: 2.2 });
    },
  };
}

function drawShadow(canvas: CanvasRenderingContext2D): void {
  canvas.fillStyle = 'rgb(0 0 0 / 0.16)';
  canvas.beginPath();
  canvas.ellipse(20, 48, 13, 3, 0, 0, 2 * Math.PI);
  canvas.fill();
}

function drawOutline(canvas: CanvasRenderingContext2D, pen: Pen): void {
  strokePath(canvas, SILHOUETTE, pen);
  canvas.fillStyle = pen.colour;
  canvas.fill(SILHOUETTE);
}

type Pen = { colour: string; lineWidth: number };

function strokePath(canvas: CanvasRenderingContext2D, path: Path2D, { colour, lineWidth }: Pen): void {
  canvas.strokeStyle = colour;
  canvas.lineWidth = lineWidth;
  canvas.stroke(path);
}

function roundedBoxes(
  boxes: { x: number; y: number; width: number; height: number; radius: number }[],
): Path2D {
  const path = new Path2D();
  for (const { x, y, width, height, radius } of boxes) path.roundRect(x, y, width, height, radius);
  return path;
}
