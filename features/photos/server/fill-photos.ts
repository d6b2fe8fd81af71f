import type { PhotoPurpose } from '#features/photos/photos.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { type EncodedPhoto, encodePhoto } from './encode-photo.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { insertPastPhoto } from './photos.sql.ts';

/** A photo from before, with the review or the entry that shows it. */
export type PastPhoto = {
  photoId: string;
  usedBy: string;
  /** Among the photos of the same review or entry, from 0. */
  position: number;
  alt: string;
  createdAt: Date;
  encoded: EncodedPhoto;
};

/** Makes of a picture what an upload becomes; several photos may be of it. @throws photos.unreadable */
export const encodePicture = (bytes: Buffer): Promise<EncodedPhoto> => encodePhoto({ bytes, megapixels: 4 });

/**
 * Puts photos into reviews or a journal as if their owner had uploaded them in the past. Asks nothing of the limits. The
 * files come first: of a transaction that fails they are left, for the caller to write over with the same ids.
 */
export async function fillPhotos(
  transaction: Connection,
  {
    storage,
    ownerId,
    purpose,
    photos,
  }: { storage: PhotoStorage; ownerId: string; purpose: PhotoPurpose; photos: readonly PastPhoto[] },
): Promise<void> {
  for (const { encoded, ...photo } of photos) {
    await storage.put({ photoId: photo.photoId, purpose }, encoded.files);
    await insertPastPhoto(transaction, { ...photo, ...encoded, ownerId, purpose });
  }
}
