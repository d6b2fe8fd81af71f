import { m } from '#messages';
import { type Drawing, line, lineHeight, markWidth, moMark } from './drawing.ts';

/**
 * Size of the card in pixels. KakaoTalk crops the image to the middle 600 lines (2:1), so everything important is in
 * these lines.
 */
export const CARD = { width: 1200, height: 630 };
export const MARGIN = { top: 36, side: 64, bottom: 56 };
/** The upper edge of the content, below the colour bars. */
export const CONTENT_TOP = MARGIN.top + 40;

export const TITLE = { size: 68, isBold: true, spacing: -0.03 };

/** Draws the logo and the name of the product at the bottom of the card. */
export function signature({ x }: { x: number }): Drawing {
  const [height, size] = [46, 32];
  const y = CARD.height - MARGIN.bottom - height;
  const besideMark = { x: x + markWidth(height) + 14, y: y + (height - lineHeight(size)) / 2 };
  return (
    moMark({ x, y, height }) +
    line(m.kit_product_name({}, { locale: 'ko' }), { ...besideMark, size, isBold: true })
  );
}

/** Truncates a name, to leave room for the text next to it. */
export const shortName = (name: string): string =>
  [...name].length <= LONGEST_NAME ? name : `${[...name].slice(0, LONGEST_NAME).join('')}…`;

const LONGEST_NAME = 10;
