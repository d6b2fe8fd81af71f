import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { mkdir } from 'node:fs/promises';
import type { Settings } from '#server/config.ts';

export type StorageSettings = Pick<
  Settings,
  'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/**
 * Opens the storage of files: the configured bucket or, without a bucket, a folder that only the user of this process
 * can read.
 */
export const openStorage = (settings: StorageSettings, { folder }: { folder: string }): Promise<Disk> =>
  settings.S3_BUCKET ? openBucket({ ...settings, bucket: settings.S3_BUCKET }) : openFolder(folder);

async function openFolder(location: string): Promise<Disk> {
  // The folder is created here, because the driver would create a folder that everyone can access.
  await mkdir(location, { recursive: true, mode: 0o700 });
  return new Disk(new FSDriver({ location, visibility: 'private' }));
}

async function openBucket({
  bucket,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Omit<StorageSettings, 'S3_BUCKET'> & { bucket: string }): Promise<Disk> {
  const [{ S3Driver }, { S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({
    region,
    // Many S3-compatible storages support neither bucket names in host names nor the SDK's checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  return new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
}
