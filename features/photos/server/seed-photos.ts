import type { PhotoPurpose } from '#features/photos/photos.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { type EncodedPhoto, encodePhoto } from './encode-photo.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { insertSeededPhoto } from './photos.sql.ts';

export type SeededPhoto = {
  photoId: string;
  usedBy: string;
  /** Position of the photo in its review or entry, from 0. */
  position: number;
  alt: string;
  createdAt: Date;
  encoded: EncodedPhoto;
};

/** Encodes a picture of RGBA pixels. Several photos may use the result. */
export const encodePicture = ({
  pixels,
  width,
  height,
}: {
  pixels: Buffer;
  width: number;
  height: number;
}): Promise<EncodedPhoto> =>
  encodePhoto({ bytes: pixels, pixelFormat: { width, height, channels: 4 }, megapixels: 4 });

/**
 * Adds photos as if they had been uploaded in the past. No limits apply. Files are written before rows. If a call
 * fails, a repeated call with the same ids overwrites the files.
 */
export async function seedPhotos(
  transaction: Connection,
  {
    storage,
    ownerId,
    purpose,
    photos,
  }: { storage: PhotoStorage; ownerId: string; purpose: PhotoPurpose; photos: readonly SeededPhoto[] },
): Promise<void> {
  for (const { encoded, ...photo } of photos) {
    await storage.put({ photoId: photo.photoId, purpose }, encoded.files);
    await insertSeededPhoto(transaction, { ...photo, ...encoded, ownerId, purpose });
  }
}
