import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { Vote, VotePlace } from '#features/collections/votes.contract.ts';
import { CARD, CONTENT_TOP, MARGIN, shortName, signature, TITLE } from '#server/drawing/card.ts';
import {
  circle,
  colourBars,
  type Drawing,
  GREEN,
  INK,
  line,
  lineHeight,
  lines,
  PAPER,
  PINK,
  rectangle,
  SKY,
  SOFT,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { drawPng } from '#server/drawing/drawing-process.ts';
import { koreanVoteDate } from './vote-page.ts';

const NAMES = 4;
const PANEL = { width: 480, height: CARD.height - CONTENT_TOP - MARGIN.bottom };
const PANEL_LEFT = CARD.width - MARGIN.side - PANEL.width;
/** The text in the panel. */
const INNER = { x: PANEL_LEFT + 40, width: PANEL.width - 2 * 40 };
/** The width of a circle and the space after it. */
const INDENT = 56;
/** The space between the rows of the panel. */
const GAP = 22;
const BARS = [
  [GREEN, 1],
  [PINK, 2],
  [INK, 1],
  [SKY, 0.6],
  [GREEN, 1.4],
] as const;

const inKorean = { locale: 'ko' } as const;

/** Draws the preview image of a vote. The image contains no names of people. */
export function drawVoteCard(vote: Vote): Promise<Buffer> {
  const { title, collectionName, places, isOpen, decidedId } = vote;
  const decided = places.find(({ id }) => id === decidedId);
  const kind = isOpen ? m.votes_title({}, inKorean) : m.votes_closed({}, inKorean);
  const column = { x: MARGIN.side, width: PANEL_LEFT - 48 - MARGIN.side };
  const heading = lines(title, { ...column, ...TITLE, y: CONTENT_TOP + 48, most: 3 });
  const date = { ...column, y: CONTENT_TOP + 66 + heading.height, size: 34, isBold: true };
  return drawPng({
    ...CARD,
    drawings: [
      rectangle({ x: 0, y: 0, ...CARD, fill: YELLOW }),
      colourBars({ bars: BARS, width: CARD.width, height: MARGIN.top }),
      line(`${kind} · ${shortName(collectionName)}`, { ...column, y: CONTENT_TOP, size: 32, isBold: true }),
      heading.drawing,
      line(koreanVoteDate(vote), date),
      signature({ x: MARGIN.side }),
      rectangle({ x: PANEL_LEFT, y: CONTENT_TOP, ...PANEL, radius: 32, fill: PAPER }),
      decided ? decision(decided) : candidates(places),
    ],
  });
}

/** The upper edge of rows in the middle of the panel. */
const topOf = (height: number): number => CONTENT_TOP + (PANEL.height - height) / 2;

function decision({ name, neighbourhood }: VotePlace): Drawing {
  const style = { size: 56, isBold: true, spacing: -0.03 };
  const named = (y: number) => lines(name, { ...INNER, ...style, y, most: 3 });
  const small = lineHeight(30);
  const { height } = named(0);
  const top = topOf(height + 2 * (small + GAP));
  return [
    line(m.votes_decided({}, inKorean), { ...INNER, y: top, size: 30, isBold: true, fill: GREEN }),
    named(top + small + GAP).drawing,
    line(neighbourhood, { ...INNER, y: top + small + 2 * GAP + height, size: 30, fill: SOFT }),
  ].join('');
}

function candidates(places: readonly VotePlace[]): Drawing {
  // The last line shows the number of remaining places. If only one place remains, its name is shown, because it needs
  // no more room.
  const shown = places.length === NAMES + 1 ? places : places.slice(0, NAMES);
  const others = places.length - shown.length;
  const row = lineHeight(36) + GAP;
  const last = others > 0 ? lineHeight(28) : -GAP;
  const top = topOf(shown.length * row + last);
  const text = { x: INNER.x + INDENT, width: INNER.width - INDENT };
  const rows = shown.map(({ name }, nth) => {
    const y = top + nth * row;
    return (
      circle({ x: INNER.x + 19, y: y + lineHeight(36) / 2, radius: 17, fill: PAPER, outline: 4 }) +
      line(name, { ...text, y, size: 36, isBold: true })
    );
  });
  if (others > 0) {
    const rest = m.votes_card_others({ count: formatNumber(others, 'ko') }, inKorean);
    rows.push(line(rest, { ...text, y: top + shown.length * row, size: 28, fill: SOFT }));
  }
  return rows.join('');
}
