import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { Vote, VotePlace } from '#features/collections/votes.contract.ts';
import { CARD, MARGIN, shortName, signature } from '#server/drawing/card.ts';
import {
  box,
  colourBars,
  type DrawingNode,
  drawPng,
  GREEN,
  INK,
  line,
  lines,
  PAPER,
  PINK,
  SKY,
  SOFT,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { koreanVoteDate } from './vote-page.ts';

const NAMES = 4;
/** The width of the panel without its padding. */
const PANEL_WIDTH = 400;
const PADDING = 40;
/** The width of a circle and the space after it. */
const INDENT = 56;
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
  const picture = box({ ...CARD, flexDirection: 'column', backgroundColor: YELLOW, color: INK }, [
    colourBars({ bars: BARS, height: MARGIN.top }),
    box({ flexGrow: 1, padding: `40px ${MARGIN.side}px ${MARGIN.bottom}px`, columnGap: 48 }, [
      box({ flexDirection: 'column', width: CARD.width - 2 * MARGIN.side - 48 - PANEL_WIDTH - 2 * PADDING }, [
        line(`${kind} · ${shortName(collectionName)}`, { fontSize: 32, fontWeight: 700 }),
        lines(title, {
          most: 3,
          fontSize: 68,
          fontWeight: 700,
          lineHeight: 1.2,
          letterSpacing: '-0.03em',
          marginTop: 10,
        }),
        line(koreanVoteDate(vote), { fontSize: 34, fontWeight: 700, marginTop: 18 }),
        box({ flexGrow: 1 }),
        signature(),
      ]),
      decided ? decision(decided) : candidates(places),
    ]),
  ]);
  return drawPng({ picture, ...CARD });
}

function decision({ name, neighbourhood }: VotePlace): DrawingNode {
  return panel([
    line(m.votes_decided({}, inKorean), { fontSize: 30, fontWeight: 700, color: GREEN }),
    lines(name, { most: 3, fontSize: 56, fontWeight: 700, lineHeight: 1.2, letterSpacing: '-0.03em' }),
    line(neighbourhood, { fontSize: 30, color: SOFT }),
  ]);
}

const panel = (children: readonly DrawingNode[]): DrawingNode =>
  box(
    {
      flexDirection: 'column',
      justifyContent: 'center',
      rowGap: 22,
      width: PANEL_WIDTH,
      padding: `0 ${PADDING}px`,
      flexShrink: 0,
      backgroundColor: PAPER,
      borderRadius: 32,
    },
    children,
  );

function candidates(places: readonly VotePlace[]): DrawingNode {
  // The last line shows the number of remaining places. If only one place remains, its name is shown, because it needs
  // no more room.
  const shown = places.length === NAMES + 1 ? places : places.slice(0, NAMES);
  const others = places.length - shown.length;
  return panel([
    ...shown.map(({ name }) =>
      box({ alignItems: 'center', columnGap: 18 }, [
        box({ width: 30, height: 30, flexShrink: 0, borderRadius: 19, border: `4px solid ${INK}` }),
        line(name, { fontSize: 36, fontWeight: 700, width: PANEL_WIDTH - INDENT }),
      ]),
    ),
    ...(others > 0
      ? [
          line(m.votes_card_others({ count: formatNumber(others, 'ko') }, inKorean), {
            fontSize: 28,
            color: SOFT,
            marginLeft: INDENT,
          }),
        ]
      : []),
  ]);
}
