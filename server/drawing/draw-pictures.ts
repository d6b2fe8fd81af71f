/** The program of the process that draws pictures: see drawing-process.ts. It ends when the server disconnects. */
import { renderAsync } from '@resvg/resvg-js';
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
  const { pixels } = image;
  for (const photo of photos) await paste({ photo, pixels, width });
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width, height, channels: CHANNELS } })
    .removeAlpha()
    .png(PNG)
    .toBuffer();
}

/** Red, green, blue, alpha. */
const CHANNELS = 4;
/** A higher level takes more time, and makes an image with photos hardly smaller. */
const PNG = { compressionLevel: 3 };

/**
 * Scales a photo, cuts it to the proportions of its place, and copies it there. `composite` of sharp takes 4 ms more,
 * because it blends every pixel of the picture.
 */
async function paste({
  photo: { bytes, ...place },
  pixels,
  width,
}: {
  photo: PhotoInPicture;
  pixels: Buffer;
  width: number;
}): Promise<void> {
  const sharp = await loadSharp();
  const [x, y] = [Math.round(place.x), Math.round(place.y)];
  const size = { width: Math.round(place.width), height: Math.round(place.height) };
  const photo = await sharp(bytes)
    .resize({ ...size, fit: 'cover' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  const rowBytes = size.width * CHANNELS;
  for (let row = 0; row < size.height; row += 1)
    photo.copy(pixels, ((y + row) * width + x) * CHANNELS, row * rowBytes, (row + 1) * rowBytes);
}

/** sharp is loaded with the first photo. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}
