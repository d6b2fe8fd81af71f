import { numberOf } from '#web/number-of.ts';
import { clusterShares, type PinCounts } from '../cluster-share.ts';
import type { Palette } from '../palette.ts';
import type { Drawing } from './draw-pin.ts';

/** Pixels around a cluster in its image. */
export const CLUSTER_MARGIN = 6;
const HEIGHT = 42;
const BAR = { height: 6, top: 28, inset: 6 };
const SLOTS = 24;
const FONT = '700 16px -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", sans-serif';

export function drawCluster({ counts, palette }: { counts: PinCounts; palette: Palette }): Drawing {
  const label = numberOf(counts.todo + counts.done + counts.prov);
  const width = 54 + Math.max(0, label.length - 3) * 9;
  return {
    width: width + 2 * CLUSTER_MARGIN,
    height: HEIGHT + 2 * CLUSTER_MARGIN,
    // Like a pin, a cluster is above its point. If its middle were at the point, it would cover the pin below it.
    tip: { x: width / 2 + CLUSTER_MARGIN, y: HEIGHT + CLUSTER_MARGIN },
    draw: (canvas) => {
      canvas.translate(CLUSTER_MARGIN, CLUSTER_MARGIN);
      drawTicket(canvas, {
        box: [5, -5, width - 10, 40, 11],
        fill: palette.surface,
        edge: palette.edge,
        lineWidth: 1,
      });
      drawTicket(canvas, {
        box: [0, 0, width, HEIGHT, 12],
        fill: palette.surface,
        edge: palette.ink,
        lineWidth: 2,
      });
      canvas.fillStyle = palette.ink;
      canvas.font = FONT;
      canvas.textAlign = 'center';
      canvas.fillText(label, width / 2, 22);
      drawBar(canvas, { counts, palette, width });
    },
  };
}

function drawTicket(
  canvas: CanvasRenderingContext2D,
  {
    box,
    fill,
    edge,
    lineWidth,
  }: { box: [number, number, number, number, number]; fill: string; edge: string; lineWidth: number },
): void {
  canvas.beginPath();
  canvas.roundRect(...box);
  canvas.fillStyle = fill;
  canvas.fill();
  canvas.strokeStyle = edge;
  canvas.lineWidth = lineWidth;
  canvas.stroke();
}

function drawBar(
  canvas: CanvasRenderingContext2D,
  { counts, palette, width }: { counts: PinCounts; palette: Palette; width: number },
): void {
  const shares = clusterShares({ counts, slots: SLOTS });
  const slot = (width - 2 * BAR.inset) / SLOTS;
  let left = BAR.inset;
  canvas.save();
  canvas.beginPath();
  canvas.roundRect(BAR.inset, BAR.top, width - 2 * BAR.inset, BAR.height, 1.5);
  canvas.clip();
  for (const kind of ['todo', 'done', 'prov'] as const) {
    canvas.fillStyle = palette[kind];
    canvas.fillRect(left, BAR.top, shares[kind] * slot, BAR.height);
    left += shares[kind] * slot;
  }
  canvas.restore();
}
