import type { GreyPicture } from './text-masks.ts';

/**
 * Evens the light of a photographed paper: shadows disappear, and faded ink becomes black. Text recognition separates
 * ink from paper with one threshold for the whole picture, which shadows and faded ink would miss.
 */
export function withEvenLight({ pixels, width, height }: GreyPicture): GreyPicture {
  const paper = meansAround({ pixels, width, height });
  const ratios = pixels.map((value, at) =>
    Math.min(255, Math.round((value * 255) / Math.max(1, paper[at] ?? 1))),
  );
  const darkest = valueAtShare(ratios, INK_SHARE);
  if (darkest >= WHITE) return { pixels, width, height };
  return {
    pixels: ratios.map((ratio) =>
      Math.max(0, Math.min(255, Math.round(((ratio - darkest) * 255) / (WHITE - darkest)))),
    ),
    width,
    height,
  };
}

/** The share of the pixels that are certainly ink. */
const INK_SHARE = 0.015;
/** From this ratio on (of 255), a pixel is paper. Paper is a little darker than its surroundings where it is grainy. */
const WHITE = 240;

function valueAtShare(values: Uint8Array, share: number): number {
  const sorted = values.toSorted();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Returns the mean of the square around each pixel. A table of sums makes each mean four look-ups. */
function meansAround({ pixels, width, height }: GreyPicture): Float64Array {
  const across = width + 1;
  const sums = new Float64Array(across * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x] ?? 0;
      sums[(y + 1) * across + x + 1] = (sums[y * across + x + 1] ?? 0) + row;
    }
  }
  const sumTo = (x: number, y: number) => sums[y * across + x] ?? 0;
  const reach = Math.round(Math.max(width, height) / 24);
  const means = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum = sumTo(right, bottom) - sumTo(right, top) - sumTo(left, bottom) + sumTo(left, top);
      means[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return means;
}

/** Scales a picture down. Each new pixel is the mean of the pixels that it covers. */
export function withFewerPixels({ pixels, width, height }: GreyPicture, scale: number): GreyPicture {
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const small = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const [top, bottom] = coveredBy({ at: y, of: high, length: height });
    for (let x = 0; x < wide; x++) {
      const [left, right] = coveredBy({ at: x, of: wide, length: width });
      let sum = 0;
      let weights = 0;
      for (let fromY = Math.floor(top); fromY < bottom; fromY++) {
        const rowWeight = Math.min(bottom, fromY + 1) - Math.max(top, fromY);
        for (let fromX = Math.floor(left); fromX < right; fromX++) {
          const weight = rowWeight * (Math.min(right, fromX + 1) - Math.max(left, fromX));
          sum += weight * (pixels[fromY * width + fromX] ?? 255);
          weights += weight;
        }
      }
      small[y * wide + x] = Math.round(sum / weights);
    }
  }
  return { pixels: small, width: wide, height: high };
}

/** Returns the range of the old pixels that a new pixel covers. */
const coveredBy = ({ at, of, length }: { at: number; of: number; length: number }): [number, number] => [
  (at * length) / of,
  Math.min(length, ((at + 1) * length) / of),
];
