/** The program of the process that draws pictures: see drawing-process.ts. It ends when the server disconnects. */
import { renderAsync } from '@resvg/resvg-js';
import type { OverlayOptions } from 'sharp';
import { RESVG_OPTIONS } from './drawing.ts';
import type { Answer, Picture, PhotoInPicture, Task } from './drawing-process.ts';

process.on('message', async ({ id, picture }: Task) => {
  const answer: Answer = await draw(picture).then(
    (png) => ({ id, png }),
    (error: Error) => ({ id, problem: error.message }),
  );
  process.send?.(answer);
});

async function draw({ svg, photos, width, height }: Picture): Promise<Buffer> {
  const image = await renderAsync(svg, RESVG_OPTIONS);
  if (photos.length === 0) return image.asPng();
  const sharp = await loadSharp();
  return sharp(image.pixels, { raw: { width, height, channels: 4 } })
    .composite(await Promise.all(photos.map(cut)))
    .removeAlpha()
    .png(PNG)
    .toBuffer();
}

/** A higher level takes more time, and makes an image with photos hardly smaller. */
const PNG = { compressionLevel: 3 };

/** Scales a photo and cuts it to the proportions of its place. */
async function cut({ bytes, x, y, width, height }: PhotoInPicture): Promise<OverlayOptions> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes)
    .resize({ width: Math.round(width), height: Math.round(height), fit: 'cover' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { input: data, raw: info, left: Math.round(x), top: Math.round(y) };
}

/** sharp is loaded with the first photo. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}
