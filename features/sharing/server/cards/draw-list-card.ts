import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { SharedList, SharedPlace } from '#features/sharing/sharing.contract.ts';
import {
  box,
  colourBars,
  type DrawingNode,
  drawPng,
  GREEN,
  INK,
  line,
  lines,
  moMark,
  PAPER,
  PINK,
  SKY,
  shape,
  svg,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { CARD, MARGIN, shortName, signature } from '#server/drawing/card.ts';
import { MAP, onCardMap } from './card-map.rules.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

const NAMES = 3;
const BARS = [
  [GREEN, 1],
  [PINK, 2],
  [INK, 1],
  [YELLOW, 0.6],
  [GREEN, 1.4],
] as const;

const inKorean = { locale: 'ko' } as const;

export function drawListCard({ title, ownerName, places }: SharedList): Promise<Buffer> {
  const whose = m.sharing_whose({ owner: shortName(ownerLabel(ownerName, inKorean)) }, inKorean);
  const counts = m.sharing_counts({ whose, count: formatNumber(places.length, 'ko') }, inKorean);
  const names = places.slice(0, NAMES).map(({ name }) => line(`· ${name}`, { fontSize: 34, marginTop: 8 }));
  const picture = box({ ...CARD, flexDirection: 'column', backgroundColor: SKY, color: INK }, [
    colourBars({ bars: BARS, height: MARGIN.top }),
    box({ flexGrow: 1, padding: `40px ${MARGIN.side}px ${MARGIN.bottom}px`, columnGap: 48 }, [
      box({ flexDirection: 'column', width: CARD.width - 2 * MARGIN.side - 48 - MAP.width }, [
        line(counts, { fontSize: 32, fontWeight: 700 }),
        lines(title, {
          most: 2,
          fontSize: 68,
          fontWeight: 700,
          lineHeight: 1.2,
          letterSpacing: '-0.03em',
          marginTop: 10,
        }),
        box({ flexDirection: 'column', marginTop: 20 }, names),
        box({ flexGrow: 1 }),
        signature(),
      ]),
      places.some(({ coordinates }) => coordinates) ? map(places) : noMap(),
    ]),
  ]);
  return drawPng({ picture, ...CARD });
}

const panel = (children: readonly DrawingNode[]): DrawingNode =>
  box(
    {
      ...MAP,
      backgroundColor: PAPER,
      borderRadius: 32,
      overflow: 'hidden',
      flexShrink: 0,
      alignItems: 'center',
      justifyContent: 'center',
    },
    children,
  );

const noMap = () => panel([moMark({ height: 200, fill: PINK })]);

function map(places: readonly SharedPlace[]): DrawingNode {
  const { pins, dots } = onCardMap(places);
  const radius = pins.length > 60 ? 8 : 15;
  return panel([
    svg({
      ...MAP,
      viewBox: `0 0 ${MAP.width} ${MAP.height}`,
      children: [
        ...dots.map(({ x, y }) => shape('circle', { cx: x, cy: y, r: 3, fill: '#d5dad1' })),
        ...pins.map(({ x, y, isVisited }) =>
          shape('circle', {
            cx: x,
            cy: y,
            r: radius,
            fill: isVisited ? GREEN : PINK,
            stroke: INK,
            strokeWidth: 4,
          }),
        ),
      ],
    }),
  ]);
}
