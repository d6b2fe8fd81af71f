import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPhotoStorage } from './photo-storage.ts';

let folder: string;
let s3: S3rver;
let endpoint: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-storage-'));
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: path.join(folder, 's3'),
    silent: true,
    configureBuckets: [{ name: 'photos' }],
  });
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const onDisk = () => createPhotoStorage({ DATA_DIR: folder, S3_REGION: 'ap-northeast-2' });
/** Creates a storage in a bucket. The test server verifies the signature of every request (AWS Signature Version 4). */
const inBucket = ({ secret = 'S3RVER' } = {}) =>
  createPhotoStorage({
    DATA_DIR: folder,
    S3_BUCKET: 'photos',
    S3_ENDPOINT: endpoint,
    S3_REGION: 'ap-northeast-2',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: secret,
  });

/** Returns bytes with every possible value, to detect changes during the transfer. */
const bytes = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 7 + size) % 256);
const files = { large: bytes(300_000), medium: bytes(90_000), small: bytes(9_000) };
const photo = { photoId: '0190a1b2-0000-7000-8000-000000000001', purpose: 'review' } as const;

describe.each([
  ['디스크', onDisk, () => path.join(folder, 'photos')],
  ['S3 서버', inBucket, () => path.join(folder, 's3', 'photos')],
])('%s', (_name, open, root) => {
  test('네 폴더에 나누어 두고, 그대로 돌려주고, 지운다', async () => {
    const storage = open();
    await storage.put(photo, files);
    await storage.put({ ...photo, purpose: 'journal' }, files);
    expect((await readdir(root())).sort()).toEqual([
      'journal-photos',
      'journal-thumbnails',
      'review-photos',
      'review-thumbnails',
    ]);
    for (const [size, wanted] of Object.entries(files)) {
      const read = await storage.read({ ...photo, size: size as keyof typeof files });
      expect(Buffer.from(read).equals(Buffer.from(wanted))).toBe(true);
    }

    await storage.remove(photo);
    await storage.remove(photo);
    await expect(storage.read({ ...photo, size: 'small' })).rejects.toThrow();
    const other = await storage.read({ ...photo, purpose: 'journal', size: 'small' });
    expect(other.byteLength).toBe(files.small.byteLength);
  });
});

test('키가 틀리면 S3 서버가 받지 않는다', async () => {
  await expect(inBucket({ secret: 'guessed' }).put(photo, files)).rejects.toThrow();
});
