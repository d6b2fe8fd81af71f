import type { CreateRaw, Sharp } from 'sharp';
import { photosProblems } from '#features/photos/photos.contract.ts';
import { dimensionsIn, PHOTO_EDGES } from '#features/photos/photos.rules.ts';
import { problem } from '#server/http/problem.ts';
import type { PhotoFiles } from './photo-storage.ts';
import type { UploadSlots } from './upload-slots.ts';

export type EncodedPhoto = {
  /** Width and height of the large size in pixels, after the photo was rotated upright. */
  width: number;
  height: number;
  /** The thumbhash in base64. */
  thumbhash: string;
  files: PhotoFiles;
};

/**
 * Options of the WebP encoder. Effort 2 makes files a few per cent larger than the default effort 4, and takes a
 * quarter less time.
 */
const WEBP = { quality: 80, effort: 2 };
const TIMEOUT_SECONDS = 20;
/**
 * A photo with more pixels than this is large. Large photos are decoded one at a time, to limit the memory. Most phones
 * take smaller photos.
 */
const LARGE_PIXELS = 16_000_000;
/** thumbhash accepts at most 100 × 100 pixels. */
const THUMBHASH_EDGE = 100;

/**
 * The enabled decoders. All other decoders are disabled, because libvips also supports formats that cameras do not
 * produce.
 */
const DECODERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/** sharp is loaded with the first photo. Therefore a server without photos saves 100 ms and 25 MB. */
let loaded: Promise<typeof import('sharp').default> | undefined;
const loadSharp = () =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: DECODERS });
    // The cache is off, because no image is decoded twice.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));

/**
 * Encodes a photo in all sizes. The results are upright, in sRGB and without metadata.
 * @throws photos.too_many_pixels before decoding, photos.unreadable
 */
export async function encodePhoto({
  bytes,
  pixelFormat,
  megapixels,
  alone = (decode) => decode(),
}: {
  bytes: Buffer;
  /** Given if `bytes` are pixels and not an image file. */
  pixelFormat?: CreateRaw;
  megapixels: number;
  alone?: UploadSlots['alone'];
}): Promise<EncodedPhoto> {
  const [sharp, { rgbaToThumbHash }] = await Promise.all([loadSharp(), import('thumbhash')]);
  const isCut = isJpegWithoutEnd(bytes);
  const whole = isCut ? Buffer.concat([bytes, END_OF_JPEG]) : bytes;
  const source = sharp(whole, { failOn: 'error', limitInputPixels: false, raw: pixelFormat });
  const { width: sourceWidth, height: sourceHeight } = await readable(source.metadata());
  const pixels = sourceWidth * sourceHeight;
  if (pixels > megapixels * 1_000_000) {
    throw problem(photosProblems, 'photos.too_many_pixels', { megapixels });
  }

  if (isCut && (await readable(isEmptyBelow(source.clone(), { sourceWidth, sourceHeight }))))
    throw problem(photosProblems, 'photos.unreadable');

  const decode = () =>
    source
      .autoOrient()
      .resize(PHOTO_EDGES.large, PHOTO_EDGES.large, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await readable(pixels > LARGE_PIXELS ? alone(decode) : decode());
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });
  const inSize = (size: 'medium' | 'small') => {
    const { width: w, height: h } = dimensionsIn(size, { width, height });
    return decoded().resize(w, h, { fit: 'fill' });
  };

  const small = await raw(inSize('small'));
  const thumbnail = await raw(
    sharp(small.data, { raw: small.info })
      .resize(THUMBHASH_EDGE, THUMBHASH_EDGE, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha(),
  );
  return {
    width,
    height,
    thumbhash: Buffer.from(
      rgbaToThumbHash(thumbnail.info.width, thumbnail.info.height, thumbnail.data),
    ).toString('base64'),
    files: {
      large: await decoded().webp(WEBP).toBuffer(),
      medium: await inSize('medium').webp(WEBP).toBuffer(),
      small: await sharp(small.data, { raw: small.info }).webp(WEBP).toBuffer(),
    },
  };
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** Some phones write JPEG files without their last bytes. With the end marker, the decoder reads them. */
const isJpegWithoutEnd = (bytes: Buffer): boolean =>
  bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8])) && !bytes.subarray(-2).equals(END_OF_JPEG);

/** Whether the lowest fiftieth of the picture has one colour, because more than the last bytes is missing. */
async function isEmptyBelow(
  image: Sharp,
  { sourceWidth, sourceHeight }: { sourceWidth: number; sourceHeight: number },
): Promise<boolean> {
  const height = Math.max(1, Math.floor(sourceHeight / 50));
  const [sharp, strip] = await Promise.all([
    loadSharp(),
    image
      .extract({ left: 0, top: sourceHeight - height, width: sourceWidth, height })
      .png()
      .toBuffer(),
  ]);
  const { channels } = await sharp(strip).stats();
  return channels.every(({ stdev }) => stdev < 1);
}

async function raw(image: Sharp) {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, info: { width, height, channels } };
}

/**
 * Converts every error of a decoder to the problem of an unreadable file. The decoder reads from memory and uses no
 * service, so the file is the cause.
 */
const readable = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch(() => {
    throw problem(photosProblems, 'photos.unreadable');
  });
