import { describe, expect, it } from 'vitest';
import { type GreyPicture, greyOf, textMasks } from './text-masks.ts';

const WIDTH = 320;
const HEIGHT = 200;

/**
 * Creates a picture of one shade with bars that resemble the strokes of letters. Each bar is 6 pixels thick and 40
 * pixels long.
 */
function picture({ scene, strokes, blob }: { scene: number; strokes: number; blob?: number }): GreyPicture {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(scene);
  const fill = (left: number, top: number, wide: number, high: number, shade: number) => {
    for (let y = top; y < top + high; y++) pixels.fill(shade, y * WIDTH + left, y * WIDTH + left + wide);
  };
  for (let at = 0; at < 5; at++) fill(30 + at * 24, 60, 6, 40, strokes);
  if (blob !== undefined) fill(240, 60, 30, 28, blob);
  return { pixels, width: WIDTH, height: HEIGHT };
}

const blackIn = ({ pixels }: GreyPicture, left: number, right: number) =>
  pixels.filter((value, at) => value === 0 && left <= at % WIDTH && at % WIDTH < right).length;

describe('글자만 남긴 그림', () => {
  it.each([
    ['어두운 배경의 밝은 글자', { scene: 90, strokes: 250 }],
    ['밝은 배경의 어두운 글자', { scene: 240, strokes: 20 }],
    ['어두운 방에서 찍은 글자', { scene: 12, strokes: 70 }],
  ])('%s는 흰 바탕의 검은 글자가 된다', (_name, shades) => {
    const black = textMasks(picture(shades)).map((mask) => blackIn(mask, 0, WIDTH));
    expect(black).toContain(5 * 6 * 40);
  });

  it('글자보다 두꺼운 것은 빼고, 글자가 없으면 읽지 않는다', () => {
    const masks = textMasks(picture({ scene: 90, strokes: 250, blob: 250 }));
    const ofStrokes = masks.find((mask) => blackIn(mask, 0, 160) === 5 * 6 * 40);
    expect(blackIn(ofStrokes!, 240, 270)).toBe(0);
    expect(textMasks(picture({ scene: 90, strokes: 90 }))).toEqual([]);
  });

  it('색은 밝기가 된다', () => {
    const data = new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
    expect([...greyOf({ data, width: 4, height: 1 }).pixels]).toEqual([255, 0, 149, 28]);
  });
});
