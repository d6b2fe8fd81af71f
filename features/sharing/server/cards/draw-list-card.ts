import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { SharedList, SharedPlace } from '#features/sharing/sharing.contract.ts';
import {
  circle,
  colourBars,
  type Drawing,
  GREEN,
  INK,
  line,
  lines,
  markWidth,
  moMark,
  moved,
  PAPER,
  PINK,
  rectangle,
  SKY,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { drawPng } from '#server/drawing/drawing-process.ts';
import { CARD, CONTENT_TOP, MARGIN, shortName, signature, TITLE } from '#server/drawing/card.ts';
import { MAP, onCardMap } from './card-map.rules.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

const NAMES = 3;
const MAP_LEFT = CARD.width - MARGIN.side - MAP.width;
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
  const column = { x: MARGIN.side, width: MAP_LEFT - 48 - MARGIN.side };
  const heading = lines(title, { ...column, ...TITLE, y: CONTENT_TOP + 48, most: 2 });
  const namesTop = CONTENT_TOP + 76 + heading.height;
  const names = places
    .slice(0, NAMES)
    .map(({ name }, nth) => line(`· ${name}`, { ...column, y: namesTop + nth * 49, size: 34 }));
  return drawPng({
    ...CARD,
    drawings: [
      rectangle({ x: 0, y: 0, ...CARD, fill: SKY }),
      colourBars({ bars: BARS, width: CARD.width, height: MARGIN.top }),
      line(counts, { ...column, y: CONTENT_TOP, size: 32, isBold: true }),
      heading.drawing,
      ...names,
      signature({ x: MARGIN.side }),
      rectangle({ x: MAP_LEFT, y: CONTENT_TOP, ...MAP, radius: 32, fill: PAPER }),
      places.some(({ coordinates }) => coordinates) ? map(places) : mark(),
    ],
  });
}

/** Draws the logo in place of a map. */
const mark = (): Drawing =>
  moMark({
    x: MAP_LEFT + (MAP.width - markWidth(200)) / 2,
    y: CONTENT_TOP + (MAP.height - 200) / 2,
    height: 200,
    fill: PINK,
  });

function map(places: readonly SharedPlace[]): Drawing {
  const { pins, dots } = onCardMap(places);
  const radius = pins.length > 60 ? 8 : 15;
  return moved({ x: MAP_LEFT, y: CONTENT_TOP }, [
    ...dots.map((dot) => circle({ ...dot, radius: 3, fill: '#d5dad1' })),
    ...pins.map(({ x, y, isVisited }) =>
      circle({ x, y, radius, fill: isVisited ? GREEN : PINK, outline: 4 }),
    ),
  ]);
}
