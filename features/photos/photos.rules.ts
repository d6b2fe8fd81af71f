import { DAY_MS } from '#common/dates.ts';
import type { Photo, PhotoSize } from './photos.contract.ts';

/** Maximum number of pixels of the longer edge, by size. Smaller photos are not enlarged. */
export const PHOTO_EDGES: Record<PhotoSize, number> = { large: 2048, medium: 960, small: 320 };

/** Maximum number of uploaded photos per member that are not attached. */
export const UNUSED_PHOTOS_MAXIMUM = 40;

export const UNUSED_PHOTO_RETENTION_MS = DAY_MS;

/** @param share the secret of a share link, if the reader has opened a share link */
export function photoUrl({
  photoId,
  size,
  share,
}: {
  photoId: string;
  size: PhotoSize;
  share?: string | undefined;
}): string {
  const address = `/api/photos/${photoId}/${size}`;
  return share === undefined ? address : `${address}?share=${encodeURIComponent(share)}`;
}

/** Returns the dimensions of a photo in a size, in pixels. */
export function dimensionsIn(
  size: PhotoSize,
  { width, height }: Pick<Photo, 'width' | 'height'>,
): { width: number; height: number } {
  const scale = Math.min(1, PHOTO_EDGES[size] / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Whether photos may be attached. If the limit was lowered, a member who exceeds the limit may remove photos but not
 * add photos.
 */
export function canAttach({
  before,
  after,
  limit,
}: {
  before: readonly string[];
  after: readonly string[];
  limit: number;
}): { allowed: true } | { allowed: false; limit: number } {
  const isNoop = after.every((photoId) => before.includes(photoId));
  return after.length <= limit || isNoop ? { allowed: true } : { allowed: false, limit };
}

export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** Returns the type of an image, detected from its first bytes. Returns null for other files. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(4, 8) !== 'ftyp') return null;
  // The file is in ISO base media format (ISO/IEC 14496-12). It starts with the major brand and the version, and the
  // compatible brands follow.
  const brands = [text(8, 12), ...[16, 20, 24, 28, 32].map((at) => text(at, at + 4))];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : null;
}

/** Brands of HEIC files (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
