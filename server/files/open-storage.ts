import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { access } from 'node:fs/promises';
import type { Settings } from '#server/config.ts';

export type StorageSettings = Pick<
  Settings,
  'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** Time limits of calls to a bucket, in milliseconds. */
type TimeLimits = {
  /** Limit until the first byte of the answer; 0 for files that may take long to send. */
  answer: number;
  /** Limit of a connection without traffic. */
  idle: number;
};

/** Limits for files that are small and read by requests. With the one retry, a request is answered within 12 seconds. */
export const SMALL_FILES: TimeLimits = { answer: 5_000, idle: 5_000 };
/** Limits for files of any size. The connection is idle while a slow device does not take the next part. */
export const LARGE_FILES: TimeLimits = { answer: 0, idle: 60_000 };

const CONNECTION_LIMIT_MS = 1_900;
const ATTEMPTS = 2;

/**
 * Opens the storage of files: the configured bucket or, without a bucket, a folder. The folder must be created before
 * the first file is written.
 */
export const openStorage = async (
  settings: StorageSettings,
  { folder, limits }: { folder: string; limits: TimeLimits },
): Promise<Disk> =>
  settings.S3_BUCKET
    ? openBucket({ ...settings, bucket: settings.S3_BUCKET, limits })
    : new Disk(new FSDriver({ location: folder, visibility: 'private' }));

async function openBucket({
  bucket,
  limits,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Omit<StorageSettings, 'S3_BUCKET'> & { bucket: string; limits: TimeLimits }): Promise<Disk> {
  const [{ S3Driver }, { S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({
    region,
    maxAttempts: ATTEMPTS,
    // Without these limits, the SDK waits forever.
    requestHandler: {
      connectionTimeout: CONNECTION_LIMIT_MS,
      requestTimeout: limits.answer,
      throwOnRequestTimeout: true,
      socketTimeout: limits.idle,
    },
    // Many S3-compatible storages support neither bucket names in host names nor the SDK's checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  return new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
}

/**
 * Whether an error of the storage means that the file does not exist. A bucket must say so with the code NoSuchKey: a
 * missing bucket and a wrong address are answered with 404 too. If the whole folder is missing, for example because its
 * volume is not mounted, no file of it counts as missing.
 */
export async function isMissingFile(
  error: unknown,
  { settings, folder }: { settings: StorageSettings; folder: string },
): Promise<boolean> {
  const reasons = error instanceof Error ? [error, error.cause] : [];
  if (settings.S3_BUCKET)
    return reasons.some((reason) => (reason as Error | undefined)?.name === 'NoSuchKey');
  if (!reasons.some((reason) => (reason as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'))
    return false;
  return access(folder).then(
    () => true,
    (cause: unknown) => {
      throw new Error(`The folder ${folder} of the storage is missing.`, { cause });
    },
  );
}
