import type { Sharp } from 'sharp';
import { photosProblems } from '#features/photos/photos.contract.ts';
import { dimensionsIn, PHOTO_EDGES } from '#features/photos/photos.rules.ts';
import { problem } from '#server/http/problem.ts';
import type { PhotoFiles } from './photo-storage.ts';

export type EncodedPhoto = {
  /** Of the large size, upright. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  files: PhotoFiles;
};

/** Effort 2 makes files a few per cent bigger than the default 4 and takes a quarter less time. */
const WEBP = { quality: 80, effort: 2 };
const SECONDS_AT_MOST = 20;
/** thumbhash takes no picture bigger than 100 × 100. */
const THUMBHASH_EDGE = 100;

/** Every decoder is switched off but for these; libvips has some for formats that nobody photographs in. */
const DECODERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/** Loaded with the first photo: 100 ms and 25 MB that a server without photos does without. */
let loaded: Promise<typeof import('sharp').default> | undefined;
const loadSharp = () =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: DECODERS });
    // Nothing is decoded twice.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));

/**
 * Decodes a JPEG, PNG or WebP once and encodes it anew in three sizes, upright, in sRGB and without any metadata.
 * @throws photos.too_many_pixels before anything is decoded, photos.unreadable
 */
export async function encodePhoto({
  bytes,
  megapixels,
}: {
  bytes: Buffer;
  megapixels: number;
}): Promise<EncodedPhoto> {
  const [sharp, { rgbaToThumbHash }] = await Promise.all([loadSharp(), import('thumbhash')]);
  const source = sharp(bytes, { failOn: 'error', limitInputPixels: false });
  const { width: sourceWidth, height: sourceHeight } = await readable(source.metadata());
  if (sourceWidth * sourceHeight > megapixels * 1_000_000) {
    throw problem(photosProblems, 'photos.too_many_pixels', { megapixels });
  }

  const { data, info } = await readable(
    source
      .autoOrient()
      .resize(PHOTO_EDGES.large, PHOTO_EDGES.large, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .timeout({ seconds: SECONDS_AT_MOST })
      .toBuffer({ resolveWithObject: true }),
  );
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

async function raw(image: Sharp) {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, info: { width, height, channels } };
}

/** Whatever the decoder has against a file, the file is to blame. */
const readable = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch(() => {
    throw problem(photosProblems, 'photos.unreadable');
  });
