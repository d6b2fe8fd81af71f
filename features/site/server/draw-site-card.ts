import { m } from '#messages';
import {
  colourBars,
  GREEN,
  INK,
  line,
  markWidth,
  moMark,
  PINK,
  rectangle,
  SKY,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { drawPng } from '#server/drawing/drawing-process.ts';

/** Size of the card in pixels. KakaoTalk shows only the middle 600 pixels of the height. */
export const SITE_CARD = { width: 1200, height: 630 };

const BARS = [
  [GREEN, 1],
  [SKY, 2],
  [INK, 1],
  [YELLOW, 0.6],
  [GREEN, 1.4],
] as const;

const inKorean = { locale: 'ko' } as const;

const HEADLINE = { x: 72, size: 84, isBold: true, spacing: -0.04 };
const MARK = 230;

/** Draws the preview image that messengers show for the product. */
export const drawSiteCard = (): Promise<Buffer> =>
  drawPng({
    ...SITE_CARD,
    drawings: [
      rectangle({ x: 0, y: 0, ...SITE_CARD, fill: PINK }),
      colourBars({ bars: BARS, width: SITE_CARD.width, height: 36 }),
      line(m.site_phrase_1({}, inKorean), { ...HEADLINE, y: 201 }),
      line(m.site_phrase_end({}, inKorean), { ...HEADLINE, y: 302 }),
      line(m.shell_front_text({}, inKorean), { x: 72, y: 431, size: 29 }),
      moMark({ x: SITE_CARD.width - 72 - markWidth(MARK), y: 218, height: MARK, fill: SKY }),
    ],
  });
