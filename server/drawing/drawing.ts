import { createRequire } from 'node:module';
import path from 'node:path';
import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { escapeHtml } from '#server/http/escape-html.ts';
import { breakIntoLines, shortenToFit } from './text-layout.ts';

/** The colours have the values of web/styles/tokens.css. */
export const INK = '#161c18';
export const PINK = '#ff6699';
export const SKY = '#4dd0e1';
export const PAPER = '#ffffff';
export const SOFT = '#525b53';
export const GREEN = '#0a7a4e';
export const YELLOW = '#ffd24a';

/** A part of a picture: SVG elements. Positions and sizes are in pixels. */
export type Drawing = string;
export type Size = { width: number; height: number };
export type Position = { x: number; y: number };

export type TextStyle = {
  size: number;
  isBold?: boolean;
  fill?: string;
  /** Space between characters, as a part of the size. */
  spacing?: number;
};

const FONT = 'Pretendard';
const FONTS = path.join(import.meta.dirname, '../../common/fonts/pretendard');
/** The part of a line above the baseline, and the height of a line, by the size of the text. */
const ASCENT = 0.952;
const LINE_HEIGHT = 1.193;

/** The options with which texts are measured and pictures are drawn. */
export const RESVG_OPTIONS: ResvgRenderOptions = {
  font: {
    loadSystemFonts: false,
    fontFiles: ['Regular', 'Bold'].map((weight) => path.join(FONTS, `${FONT}-${weight}.otf`)),
    defaultFontFamily: FONT,
  },
};

// `require` loads the library with the first picture, so that the server starts fast and uses little memory.
const require = createRequire(import.meta.url);
const resvg = () => require('@resvg/resvg-js') as typeof import('@resvg/resvg-js');

/** Returns a picture as SVG. */
export const asSvg = ({ width, height, drawings }: Size & { drawings: readonly Drawing[] }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${FONT}">` +
  `${drawings.join('')}</svg>`;

export const rectangle = ({
  x,
  y,
  width,
  height,
  fill,
  radius = 0,
}: Position & Size & { fill: string; radius?: number }): Drawing =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

/** Draws a circle with its centre at the position. The outline is half outside the radius. */
export const circle = ({
  x,
  y,
  radius,
  fill,
  outline = 0,
}: Position & { radius: number; fill: string; outline?: number }): Drawing =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${INK}" stroke-width="${outline}"/>`;

export const moved = ({ x, y }: Position, drawings: readonly Drawing[]): Drawing =>
  `<g transform="translate(${x} ${y})">${drawings.join('')}</g>`;

/**
 * Draws one line of text. The position is that of the upper left corner of the line, or of its upper right corner or
 * its middle. If the text is wider than `width`, it ends with `…`.
 */
export function line(
  text: string,
  { x, y, width, anchor = 'start', ...style }: Position & TextStyle & { width?: number; anchor?: Anchor },
): Drawing {
  const shown = width === undefined ? drawable(text) : shortenToFit(drawable(text), fits({ width, style }));
  return textElement(shown, { x, y: y + ASCENT * style.size, anchor, ...style });
}

type Anchor = 'start' | 'middle' | 'end';

export const lineHeight = (size: number): number => LINE_HEIGHT * size;

/** Height of a line of `lines`, by the size of the text. */
const SPACED_LINE_HEIGHT = 1.2;

/**
 * Draws a text of several lines. Lines break between words. If a word is longer than half a line, lines break at any
 * character.
 * @returns also the height of all lines
 */
export function lines(
  text: string,
  { x, y, width, most, ...style }: Position & TextStyle & { width: number; most: number },
): { drawing: Drawing; height: number } {
  const height = SPACED_LINE_HEIGHT * style.size;
  const baseline = y + ASCENT * style.size + (height - lineHeight(style.size)) / 2;
  const broken = breakIntoLines(drawable(text), { most, fits: fits({ width, style }) });
  const drawings = broken.map((shown, nth) =>
    textElement(shown, { x, y: baseline + nth * height, anchor: 'start', ...style }),
  );
  return { drawing: drawings.join(''), height: broken.length * height };
}

const textElement = (
  text: string,
  { x, y, size, isBold = false, fill = INK, spacing = 0, anchor }: Position & TextStyle & { anchor: Anchor },
): Drawing =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${isBold ? 700 : 400}" fill="${fill}" ` +
  `letter-spacing="${spacing * size}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;

const fits =
  ({ width, style }: { width: number; style: TextStyle }) =>
  (text: string): boolean =>
    // Measuring takes a millisecond. No character is wider than the size of the text.
    text.length * style.size <= width || widthOf(text, style) <= width;

function widthOf(text: string, style: TextStyle): number {
  const element = textElement(text, { x: 0, y: style.size, anchor: 'start', ...style });
  const { Resvg } = resvg();
  return new Resvg(asSvg({ width: 1, height: 1, drawings: [element] }), RESVG_OPTIONS).getBBox()?.width ?? 0;
}

/**
 * Removes emoji and Chinese characters, because the font lacks them and would draw boxes, and characters that SVG
 * forbids.
 */
const drawable = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Script=Han}|\u200D|\uFE0F/gu,
      '',
    )
    .replaceAll(/\p{Cc}|\p{Cs}|\uFFFE|\uFFFF/gu, '')
    .trim();

/** Draws the colour bars of the brand (화면 조정) at the top. The number of a bar is its share of the width. */
export function colourBars({
  bars,
  x = 0,
  width,
  height,
}: Size & { bars: readonly (readonly [colour: string, share: number])[]; x?: number }): Drawing {
  const all = bars.reduce((sum, [, share]) => sum + share, 0);
  let left = x;
  return bars
    .map(([fill, share]) => {
      const bar = { x: left, y: 0, width: (width * share) / all, height, fill };
      left += bar.width;
      return rectangle(bar);
    })
    .join('');
}

/** The logo of web/ui/BrandMark.tsx. */
export const moMark = ({
  x,
  y,
  height,
  fill = PAPER,
}: Position & { height: number; fill?: string }): Drawing =>
  `<g transform="translate(${x} ${y}) scale(${height / 44})" fill="none" stroke="${INK}" stroke-width="6">` +
  `<rect x="4" y="3" width="32" height="24" rx="6" fill="${fill}"/>` +
  '<path d="M20 28v9"/><path d="M4 39h32" stroke-linecap="round"/></g>';

export const markWidth = (height: number): number => (height * 40) / 44;
