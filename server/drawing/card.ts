import { box, type DrawingNode, line, moMark } from './drawing.ts';

/**
 * Size of the card in pixels. KakaoTalk crops the image to the middle 600 lines (2:1), so everything important is in
 * these lines.
 */
export const CARD = { width: 1200, height: 630 };
export const MARGIN = { top: 36, side: 64, bottom: 56 };

export const signature = (): DrawingNode =>
  box({ alignItems: 'center', columnGap: 14 }, [
    moMark({ height: 46 }),
    line('모먹지', { fontSize: 32, fontWeight: 700 }),
  ]);

/** Truncates a name, to leave room for the text next to it. */
export const shortName = (name: string): string =>
  [...name].length <= LONGEST_NAME ? name : `${[...name].slice(0, LONGEST_NAME).join('')}…`;

const LONGEST_NAME = 10;
