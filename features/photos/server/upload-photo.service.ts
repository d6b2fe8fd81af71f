import { v7 as uuidv7 } from 'uuid';
import { type Photo, type PhotoPurpose, photosProblems } from '#features/photos/photos.contract.ts';
import { UNUSED_PHOTOS_MAXIMUM } from '#features/photos/photos.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { storageUnavailable, storageProblem } from '#server/http/disk-reserve.ts';
import { hasProblemCode, problem } from '#server/http/problem.ts';
import { type EncodedPhoto, encodePhoto } from './encode-photo.ts';
import { checkUploadType } from './photo-content.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { deletePhotoRows, insertPhoto, markAbandoned, markStored } from './photos.sql.ts';
import type { ReceivedFile } from './receive-upload.ts';
import type { UploadSlots } from './upload-slots.ts';

/** A photo whose files are stored. The photo is invisible until `finishUpload`. */
export type PreparedPhoto = Omit<EncodedPhoto, 'files'> & { photoId: string };

/**
 * Encodes and stores a photo. The row is inserted before the files are written. Therefore the clean-up finds the files
 * after a crash.
 * @throws the problems that the endpoint `uploadPhoto` lists
 */
export async function prepareUpload({
  database,
  storage,
  slots,
  megapixels,
  ownerId,
  purpose,
  file,
}: {
  database: Database;
  storage: PhotoStorage;
  slots: UploadSlots;
  megapixels: number;
  ownerId: string;
  purpose: PhotoPurpose;
  file: ReceivedFile;
}): Promise<PreparedPhoto> {
  const photoId = uuidv7();
  const limit = UNUSED_PHOTOS_MAXIMUM;
  const isBelowLimit = await database
    .transaction()
    .execute((transaction) => insertPhoto(transaction, { photoId, ownerId, purpose, limit }));
  if (!isBelowLimit) throw problem(photosProblems, 'photos.too_many_unused', { limit });
  try {
    const { files, ...encoded } = await slots.inTurn(async () => {
      const bytes = await file.read();
      checkUploadType(bytes);
      return encodePhoto({ bytes, megapixels, alone: slots.alone });
    });
    await storage.put({ photoId, purpose }, files).catch((cause) => {
      throw Object.assign(storageProblem(cause) ?? storageUnavailable(), { cause });
    });
    return { photoId, ...encoded };
  } catch (error) {
    // `storageUnavailable` has this code. A storage that does not answer would not delete the files either, so the
    // clean-up deletes them later.
    const hasStorageFailed = hasProblemCode(error, 'server.unavailable');
    await discardUpload({ database, storage, removesFiles: !hasStorageFailed, purpose, photoId });
    throw error;
  }
}

export async function finishUpload(transaction: Connection, prepared: PreparedPhoto): Promise<Photo> {
  const photo = await markStored(transaction, prepared);
  if (!photo) throw problem(photosProblems, 'photos.not_found');
  return photo;
}

/**
 * Discards an uploaded photo after a refusal or a repeated request. Never throws, because the clean-up deletes the
 * photo later.
 */
export async function discardUpload({
  database,
  storage,
  removesFiles = true,
  ...photo
}: {
  database: Database;
  storage: PhotoStorage;
  /** If it is false, only the row is marked, and the clean-up deletes the files. */
  removesFiles?: boolean;
  photoId: string;
  purpose: PhotoPurpose;
}): Promise<void> {
  try {
    const isMarked = await markAbandoned(database, photo);
    if (!isMarked || !removesFiles) return;
    await storage.remove(photo);
    await deletePhotoRows(database, [photo.photoId]);
  } catch {
    // The row is kept, so that the clean-up deletes the files later.
  }
}
