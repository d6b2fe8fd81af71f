import type { Disk } from 'flydrive';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type PhotoPurpose, PhotoSize } from '#features/photos/photos.contract.ts';
import { openStorage, type StorageSettings } from '#server/files/open-storage.ts';

/** The files of a photo: one WebP per size. */
export type PhotoFiles = Record<PhotoSize, Uint8Array>;

type PhotoKey = { photoId: string; purpose: PhotoPurpose };

export type PhotoStorage = {
  /** Resolves when the files are on disk or in the object storage. */
  put: (photo: PhotoKey, files: PhotoFiles) => Promise<void>;
  /** @throws if the file does not exist or the storage does not answer */
  read: (photo: PhotoKey & { size: PhotoSize }) => Promise<Uint8Array>;
  /** Opens a file as a stream. Throws under the same conditions as `read`, before the first chunk. */
  stream: (photo: PhotoKey & { size: PhotoSize }) => Promise<Readable>;
  /**
   * Reads a file for a backup. Returns null if the file does not exist.
   * @throws if the storage does not answer
   */
  readFile: (file: PhotoKey & { size: PhotoSize }) => Promise<Uint8Array | null>;
  /** Stores a file for a restore. Resolves when the file is on disk or in the object storage. */
  putFile: (file: PhotoKey & { size: PhotoSize }, bytes: Uint8Array) => Promise<void>;
  /** Deletes all sizes and ignores missing files. */
  remove: (photo: PhotoKey) => Promise<void>;
};

/** Creates the storage in `DATA_DIR/photos`, or in a bucket if a bucket is configured. */
export function createPhotoStorage(settings: StorageSettings): PhotoStorage {
  const { S3_BUCKET: bucket } = settings;
  const location = path.join(settings.DATA_DIR, 'photos');
  // The storage is opened when it is first used, because the AWS SDK takes time and memory.
  let opened: Promise<Disk> | undefined;
  const disk = () => (opened ??= openStorage(settings, { folder: location }));
  const keep = async (key: string, bytes: Uint8Array) => {
    await (await disk()).put(key, bytes, { contentType: 'image/webp' });
    if (!bucket) await syncToDisk(path.join(location, key));
  };

  return {
    put: async (photo, files) => {
      await Promise.all(PhotoSize.options.map((size) => keep(keyOf({ ...photo, size }), files[size])));
    },
    read: async (photo) => (await disk()).getBytes(keyOf(photo)),
    stream: async (photo) => {
      const stream = await (await disk()).getStream(keyOf(photo));
      await once(stream, 'readable');
      return stream;
    },
    readFile: async (file) => {
      const files = await disk();
      return files.getBytes(keyOf(file)).catch(async (error) => {
        if (await files.exists(keyOf(file))) throw error;
        return null;
      });
    },
    putFile: (file, bytes) => keep(keyOf(file), bytes),
    remove: async (photo) => {
      const files = await disk();
      await Promise.all(PhotoSize.options.map((size) => files.delete(keyOf({ ...photo, size }))));
    },
  };
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
