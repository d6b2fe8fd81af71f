/** A grey picture: one byte per pixel, row by row. */
export type GreyPicture = { pixels: Uint8Array; width: number; height: number };

/**
 * Returns masks of a picture. A mask contains only what may be text, in black on white. One mask contains text that is
 * lighter than its background, as in captions. The other mask contains text that is darker, as on pages. The mask with
 * more text comes first. Without masks, recognition would take longer and would mix a caption with the scene behind it.
 */
export function textMasks(grey: GreyPicture): GreyPicture[] {
  const stretched = stretch(grey);
  const masks = [mask(stretched), mask(inverted(stretched))];
  const most = Math.max(...masks.map(({ glyphs }) => glyphs));
  return masks
    .filter(({ glyphs }) => FEWEST_GLYPHS <= glyphs && glyphs >= most * SECOND_SHARE)
    .toSorted((a, b) => b.glyphs - a.glyphs)
    .map(({ picture }) => picture);
}

/** Minimum number of parts of letters in a mask. A mask with fewer parts is not recognised. */
const FEWEST_GLYPHS = 2;
/** If the second mask has fewer parts of letters than this share of the first mask, the second mask is noise. */
const SECOND_SHARE = 0.1;

/** Returns the grey values of a picture with four bytes per pixel. */
export function greyOf({
  data,
  width,
  height,
}: {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}): GreyPicture {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const from = at * 4;
    pixels[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  }
  return { pixels, width, height };
}

/** Stretches the grey values to the whole range from black to white, for pictures taken in low light. */
function stretch({ pixels, width, height }: GreyPicture): GreyPicture {
  const counts = new Uint32Array(256);
  for (const value of pixels) counts[value] = (counts[value] ?? 0) + 1;
  const [low, high] = [valueAt(counts, pixels.length * 0.01), valueAt(counts, pixels.length * 0.998)];
  if (high <= low) return { pixels, width, height };
  const scaled = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, Math.round(((value - low) * 255) / (high - low)))),
  );
  return { pixels: pixels.map((value) => scaled[value] ?? 0), width, height };
}

function valueAt(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value] ?? 0;
    if (rank <= seen) return value;
  }
  return 255;
}

const inverted = ({ pixels, width, height }: GreyPicture): GreyPicture => ({
  pixels: pixels.map((value) => 255 - value),
  width,
  height,
});

/** Keeps light parts that are as thin as letters. */
function mask(grey: GreyPicture): { picture: GreyPicture; glyphs: number } {
  const { width, height } = grey;
  const isLight = lightParts(grey);
  const { labels, parts } = partsOf(isLight, width);
  const isText = parts.map((part) => isPartOfLetter(part, height));
  const pixels = new Uint8Array(width * height).fill(255);
  for (let at = 0; at < pixels.length; at++) if (isText[labels[at] ?? 0]) pixels[at] = 0;
  return { picture: { pixels, width, height }, glyphs: isText.filter(Boolean).length };
}

/** Marks the pixels that are clearly lighter than the average around them. */
function lightParts({ pixels, width, height }: GreyPicture): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const reach = Math.round(Math.max(width, height) / 16);
  const isLight = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        (sums[bottom * (width + 1) + right] ?? 0) -
        (sums[top * (width + 1) + right] ?? 0) -
        (sums[bottom * (width + 1) + left] ?? 0) +
        (sums[top * (width + 1) + left] ?? 0);
      const mean = sum / ((bottom - top) * (right - left));
      const value = pixels[y * width + x] ?? 0;
      if (mean + (255 - mean) * CLEARLY < value && mean + 24 < value) isLight[y * width + x] = 1;
    }
  }
  return isLight;
}

const CLEARLY = 0.45;

type Part = { left: number; right: number; top: number; bottom: number; area: number; edge: number };

/** Finds the connected parts of the light pixels. Each pixel has eight neighbours. Label 0 is the background. */
function partsOf(isLight: Uint8Array, width: number): { labels: Int32Array; parts: Part[] } {
  const labels = new Int32Array(isLight.length);
  const parts: Part[] = [{ left: 0, right: 0, top: 0, bottom: 0, area: 0, edge: 0 }];
  const waiting = new Int32Array(isLight.length);
  for (let start = 0; start < isLight.length; start++) {
    if (isLight[start] !== 1 || labels[start] !== 0) continue;
    const label = parts.length;
    const part: Part = { left: width, right: 0, top: Infinity, bottom: 0, area: 0, edge: 0 };
    let count = 0;
    waiting[count++] = start;
    labels[start] = label;
    while (count > 0) {
      const at = waiting[--count] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      part.area++;
      part.left = Math.min(part.left, x);
      part.right = Math.max(part.right, x);
      part.top = Math.min(part.top, y);
      part.bottom = Math.max(part.bottom, y);
      let isEdge = false;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const near = at + dy * width + dx;
          const isInside = 0 <= x + dx && x + dx < width && 0 <= near && near < isLight.length;
          if (!isInside || isLight[near] !== 1) {
            if (dx === 0 || dy === 0) isEdge = true;
          } else if (labels[near] === 0) {
            labels[near] = label;
            waiting[count++] = near;
          }
        }
      }
      if (isEdge) part.edge++;
    }
    parts.push(part);
  }
  return { labels, parts };
}

/**
 * Whether the part may belong to a letter. Such a part is larger than a speck and smaller than the picture. Its strokes
 * are thin compared with its width or height.
 */
function isPartOfLetter({ left, right, top, bottom, area, edge }: Part, height: number): boolean {
  const [wide, high] = [right - left + 1, bottom - top + 1];
  const size = Math.max(wide, high);
  if (area < 6 || size < 4 || height * 0.3 < high || height * 0.6 < wide) return false;
  const stroke = (2 * area) / edge;
  return size < 16 || stroke <= size * 0.45;
}
