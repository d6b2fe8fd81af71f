import type { Disk } from 'flydrive';
import { access, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type PhotoPurpose, PhotoSize } from '#features/photos/photos.contract.ts';
import { isMissingFile, openStorage, SMALL_FILES, type StorageSettings } from '#server/files/open-storage.ts';

/** The files of a photo: one WebP per size. */
export type PhotoFiles = Record<PhotoSize, Uint8Array>;

type PhotoKey = { photoId: string; purpose: PhotoPurpose };

/** The content of a file. `missing`: the storage does not have the file. `damaged`: the file is empty or cut off. */
export type StoredFile = Uint8Array | 'missing' | 'damaged';

export type PhotoStorage = {
  /** Resolves when the files are on disk or in the object storage. */
  put: (photo: PhotoKey, files: PhotoFiles) => Promise<void>;
  /** @throws if the storage does not answer, or answers with an error */
  read: (photo: PhotoKey & { size: PhotoSize }) => Promise<StoredFile>;
  /** Stores a file for a restore. Resolves when the file is on disk or in the object storage. */
  putFile: (file: PhotoKey & { size: PhotoSize }, bytes: Uint8Array) => Promise<void>;
  /** Deletes all sizes and ignores missing files. @throws if the storage does not answer */
  remove: (photo: PhotoKey) => Promise<void>;
};

export const photoFolder = ({ DATA_DIR }: Pick<StorageSettings, 'DATA_DIR'>): string =>
  path.join(DATA_DIR, 'photos');

/** Creates the storage in `DATA_DIR/photos`, or in a bucket if a bucket is configured. */
export function createPhotoStorage(settings: StorageSettings): PhotoStorage {
  const folder = photoFolder(settings);
  // The storage is opened when it is first used, because the AWS SDK takes time and memory.
  let opened: Promise<Disk> | undefined;
  const disk = () => (opened ??= openStorage(settings, { folder, limits: SMALL_FILES }));
  const keep = async (key: string, bytes: Uint8Array) => {
    const inFolder = !settings.S3_BUCKET;
    // The folder is created here, because the driver would create a folder that everyone can access.
    if (inFolder) await mkdir(folder, { recursive: true, mode: 0o700 });
    await (await disk()).put(key, bytes, { contentType: 'image/webp' });
    if (inFolder) await syncToDisk(path.join(folder, key));
  };

  return {
    put: async (photo, files) => {
      await Promise.all(PhotoSize.options.map((size) => keep(keyOf({ ...photo, size }), files[size])));
    },
    read: async (photo) => {
      try {
        // Not `getBytes`: for an empty file, it returns other memory of this process.
        const bytes = await buffer(await (await disk()).getStream(keyOf(photo)));
        return isWholeWebp(bytes) ? bytes : 'damaged';
      } catch (error) {
        if (await isMissingFile(error, { settings, folder })) return 'missing';
        throw error;
      }
    },
    putFile: (file, bytes) => keep(keyOf(file), bytes),
    remove: async (photo) => {
      // In a missing folder, every file would count as deleted.
      if (!settings.S3_BUCKET) await access(folder);
      const files = await disk();
      await Promise.all(PhotoSize.options.map((size) => files.delete(keyOf({ ...photo, size }))));
    },
  };
}

/** Whether the file is as long as its RIFF header states. All stored photos are WebP. */
function isWholeWebp(bytes: Buffer): boolean {
  return (
    bytes.length >= 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  );
}

/**
 * Returns the path of a file. There are four folders: review-photos, review-thumbnails, journal-photos and
 * journal-thumbnails.
 */
function keyOf({ photoId, purpose, size }: PhotoKey & { size: PhotoSize }): string {
  if (size === 'small') return `${purpose}-thumbnails/${photoId}.webp`;
  return `${purpose}-photos/${photoId}${size === 'medium' ? '-medium' : ''}.webp`;
}

/** Flushes a file to disk, because a confirmed photo must survive a power loss. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
