import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { type PhotoPurpose, PhotoSize } from '#features/photos/photos.contract.ts';
import type { Settings } from '#server/config.ts';

/** The files of a photo: one WebP per size. */
export type PhotoFiles = Record<PhotoSize, Uint8Array>;

type PhotoKey = { photoId: string; purpose: PhotoPurpose };

export type PhotoStorage = {
  /** Stores all sizes; resolves when they are on disk or in the object storage. */
  put: (photo: PhotoKey, files: PhotoFiles) => Promise<void>;
  /** @throws if the file does not exist or the storage does not answer */
  read: (photo: PhotoKey & { size: PhotoSize }) => Promise<Uint8Array>;
  /** Deletes all sizes; missing files are ignored. */
  remove: (photo: PhotoKey) => Promise<void>;
};

type StorageSettings = Pick<
  Settings,
  'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** Stores photos in `DATA_DIR/photos`, or in a bucket if one is configured. */
export function createPhotoStorage(settings: StorageSettings): PhotoStorage {
  const { S3_BUCKET: bucket } = settings;
  const location = path.join(settings.DATA_DIR, 'photos');
  // Loaded on first use, because the AWS SDK takes time and memory.
  let opened: Promise<Disk> | undefined;
  const disk = () => (opened ??= bucket ? openBucket({ ...settings, bucket }) : openFolder(location));
  const keep = async (key: string, bytes: Uint8Array) => {
    await (await disk()).put(key, bytes, { contentType: 'image/webp' });
    if (!bucket) await reachDisk(path.join(location, key));
  };

  return {
    put: async (photo, files) => {
      await Promise.all(PhotoSize.options.map((size) => keep(keyOf({ ...photo, size }), files[size])));
    },
    read: async (photo) => (await disk()).getBytes(keyOf(photo)),
    remove: async (photo) => {
      const files = await disk();
      await Promise.all(PhotoSize.options.map((size) => files.delete(keyOf({ ...photo, size }))));
    },
  };
}

/** Four folders: review-photos, review-thumbnails, journal-photos, journal-thumbnails. */
function keyOf({ photoId, purpose, size }: PhotoKey & { size: PhotoSize }): string {
  if (size === 'small') return `${purpose}-thumbnails/${photoId}.webp`;
  return `${purpose}-photos/${photoId}${size === 'medium' ? '-medium' : ''}.webp`;
}

async function openFolder(location: string): Promise<Disk> {
  // The driver would create it accessible to everyone.
  await mkdir(location, { recursive: true, mode: 0o700 });
  return new Disk(new FSDriver({ location, visibility: 'private' }));
}

async function openBucket({
  bucket,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: StorageSettings & { bucket: string }): Promise<Disk> {
  const [{ S3Driver }, { S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({
    region,
    // Most storages except Amazon's support neither bucket names as host names nor the SDK's checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  return new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
}

/** Syncs a file to disk: a confirmed photo must survive a power loss, as its row does. */
async function reachDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
