import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The house's colours, as web/styles/tokens.css has them for the big fields. */
export const INK = '#161c18';
export const PINK = '#ff6699';
export const SKY = '#4dd0e1';
export const PAPER = '#ffffff';
export const SOFT = '#525b53';
export const GREEN = '#0a7a4e';
export const YELLOW = '#ffd24a';

export type DrawingNode = { type: string; props: Record<string, unknown> };
type Style = Record<string, string | number>;

/** A picture as a PNG. Text becomes paths, so that it looks the same wherever it is opened. Sizes in pixels. */
export async function drawPng({
  picture,
  width,
  height,
}: {
  picture: DrawingNode;
  width: number;
  height: number;
}): Promise<Buffer> {
  // Loaded with the first picture, not with the server: it starts sooner and smaller.
  const [{ default: satori }, { renderAsync }] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
  ]);
  // The types are React's, of which a server needs no copy; satori takes plain objects as well.
  const svg = await satori(picture as never, { width, height, fonts: await pretendard() });
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return image.asPng();
}

export const box = (style: Style, children: readonly DrawingNode[] = []): DrawingNode => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** One line of text, cut with … where it is longer than its room. */
export const line = (text: string, style: Style): DrawingNode => ({
  type: 'div',
  props: {
    style: { display: 'block', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis', ...style },
    children: drawable(text),
  },
});

/** Text on so many lines at most. Breaks between words; in the middle of one where it is longer than half a line. */
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

/** Without pictographs and Chinese characters, which the font does not have: it would draw boxes for them. */
const drawable = (text: string): string => {
  const drawn = text.replaceAll(
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Script=Han}|\u200D|\uFE0F/gu,
    '',
  );
  // A text of nothing takes no room.
  return drawn.trim() === '' ? ' ' : drawn.trim();
};

/** A photo that fills its box. @param jpeg cut to the box beforehand */
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

/** 화면 조정, the coloured bars; each with its share of the width. */
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

/** The mark of web/ui/MoMark.tsx. */
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

const require = createRequire(import.meta.url);
const fontFile = (weight: string) =>
  readFile(require.resolve(`pretendard/dist/public/static/Pretendard-${weight}.otf`));

let fonts: ReturnType<typeof readFonts> | undefined;
/** Read once, at the first picture: three megabytes that most processes never need. */
const pretendard = () => (fonts ??= readFonts());

const readFonts = async () => [
  { name: 'Pretendard', data: await fontFile('Regular'), weight: 400 as const, style: 'normal' as const },
  { name: 'Pretendard', data: await fontFile('Bold'), weight: 700 as const, style: 'normal' as const },
];
