import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The colours have the values of web/styles/tokens.css. */
export const INK = '#161c18';
export const PINK = '#ff6699';
export const SKY = '#4dd0e1';
export const PAPER = '#ffffff';
export const SOFT = '#525b53';
export const GREEN = '#0a7a4e';
export const YELLOW = '#ffd24a';

export type DrawingNode = { type: string; props: Record<string, unknown> };
type Style = Record<string, string | number>;

/** Draws a PNG image. Sizes are in pixels. Text becomes paths, so that it looks the same on every device. */
export async function drawPng({
  picture,
  width,
  height,
}: {
  picture: DrawingNode;
  width: number;
  height: number;
}): Promise<Buffer> {
  // These modules are loaded on first use, so that the server starts fast and uses little memory.
  const [{ default: satori }, { renderAsync }] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
  ]);
  // satori's types require React's types, which the server does not depend on. Plain objects work as well.
  const svg = await satori(picture as never, { width, height, fonts: await pretendard() });
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return image.asPng();
}

export const box = (style: Style, children: readonly DrawingNode[] = []): DrawingNode => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** Draws one line of text. If the text is too long, it ends with `…`. */
export const line = (text: string, style: Style): DrawingNode => ({
  type: 'div',
  props: {
    style: { display: 'block', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis', ...style },
    children: drawable(text),
  },
});

/**
 * Draws a text of several lines. Lines break between words. If a word is longer than half a line, lines break at any
 * character.
 */
export const lines = (text: string, { most, ...style }: Style & { most: number }): DrawingNode => ({
  type: 'div',
  props: {
    style: {
      display: 'block',
      overflow: 'hidden',
      lineClamp: most,
      wordBreak: text.split(/\s/).some((word) => word.length > LONG_WORD) ? 'break-all' : 'keep-all',
      ...style,
    },
    children: drawable(text),
  },
});

const LONG_WORD = 9;

/** Removes emoji and Chinese characters. The font lacks them and would draw boxes. */
const drawable = (text: string): string => {
  const drawn = text.replaceAll(
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Script=Han}|\u200D|\uFE0F/gu,
    '',
  );
  // satori gives an empty text no height. A space keeps the height of the line.
  return drawn.trim() === '' ? ' ' : drawn.trim();
};

/** Cuts a photo to the proportions and size of its box, in pixels. Returns a JPEG. */
export async function cutPhoto(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .resize({ width: Math.round(width), height: Math.round(height), fit: 'cover' })
    .jpeg()
    .toBuffer();
}

/**
 * Draws a photo.
 * @param jpeg the photo, already cut by `cutPhoto`
 */
export const photo = ({
  jpeg,
  width,
  height,
}: {
  jpeg: Buffer;
  width: number;
  height: number;
}): DrawingNode => ({
  type: 'img',
  props: { src: `data:image/jpeg;base64,${jpeg.toString('base64')}`, width, height },
});

export const svg = (props: Record<string, unknown>): DrawingNode => ({ type: 'svg', props });
export const shape = (type: 'rect' | 'path' | 'circle', props: Record<string, unknown>): DrawingNode => ({
  type,
  props,
});

/** Draws the colour bars of the brand (화면 조정). The number of a bar is its share of the width. */
export const colourBars = ({
  bars,
  height,
}: {
  bars: readonly (readonly [colour: string, share: number])[];
  height: number;
}): DrawingNode =>
  box(
    { width: '100%', height, flexShrink: 0 },
    bars.map(([backgroundColor, flexGrow]) => box({ backgroundColor, flexGrow })),
  );

/** The logo of web/ui/BrandMark.tsx. */
export const moMark = ({ height, fill = PAPER }: { height: number; fill?: string }): DrawingNode =>
  svg({
    width: (height * 40) / 44,
    height,
    viewBox: '0 0 40 44',
    children: [
      shape('rect', { x: 4, y: 3, width: 32, height: 24, rx: 6, fill, stroke: INK, strokeWidth: 6 }),
      shape('path', { d: 'M20 28v9', stroke: INK, strokeWidth: 6 }),
      shape('path', { d: 'M4 39h32', stroke: INK, strokeWidth: 6, strokeLinecap: 'round' }),
    ],
  });

const FONTS = path.join(import.meta.dirname, '../../common/fonts/pretendard');
const fontFile = (weight: string) => readFile(path.join(FONTS, `Pretendard-${weight}.otf`));

let fonts: ReturnType<typeof readFonts> | undefined;
/** Returns the fonts. They are read on first use, because most processes never need these three megabytes. */
async function pretendard() {
  fonts ??= readFonts();
  try {
    return await fonts;
  } catch (error) {
    fonts = undefined;
    throw error;
  }
}

const readFonts = async () => [
  { name: 'Pretendard', data: await fontFile('Regular'), weight: 400 as const, style: 'normal' as const },
  { name: 'Pretendard', data: await fontFile('Bold'), weight: 700 as const, style: 'normal' as const },
];
