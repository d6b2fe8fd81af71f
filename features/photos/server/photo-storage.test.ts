import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
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

/** Returns bytes with every possible value after the header of a WebP file, to detect changes during the transfer. */
function bytes(size: number): Uint8Array {
  const file = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 7 + size) % 256));
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(size - 8, 4);
  file.write('WEBP', 8, 'latin1');
  return file;
}
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
      expect(Buffer.from(read).equals(wanted)).toBe(true);
    }

    await storage.remove(photo);
    await storage.remove(photo);
    expect(await storage.read({ ...photo, size: 'small' })).toBe('missing');
    const other = await storage.read({ ...photo, purpose: 'journal', size: 'small' });
    expect(Buffer.from(other).equals(files.small)).toBe(true);
  });

  test('빈 파일과 잘린 파일은 깨진 것이고, 서버의 메모리를 돌려주지 않는다', async () => {
    const storage = open();
    await storage.put(photo, { ...files, medium: new Uint8Array(), small: files.small.subarray(0, 5_000) });
    expect(await storage.read({ ...photo, size: 'medium' })).toBe('damaged');
    expect(await storage.read({ ...photo, size: 'small' })).toBe('damaged');
    expect(Buffer.from(await storage.read({ ...photo, size: 'large' })).equals(files.large)).toBe(true);
    await storage.remove(photo);
  });
});

test('폴더가 통째로 없으면 파일이 없는 것이 아니라 저장소가 없는 것이다', async () => {
  const storage = onDisk();
  await storage.put(photo, files);
  await rename(path.join(folder, 'photos'), path.join(folder, 'moved'));
  await expect(storage.read({ ...photo, size: 'small' })).rejects.toThrow('is missing');
  await expect(storage.remove(photo)).rejects.toThrow('ENOENT');
  await rename(path.join(folder, 'moved'), path.join(folder, 'photos'));
  expect(Buffer.from(await storage.read({ ...photo, size: 'small' })).equals(files.small)).toBe(true);
});

test('키가 틀리면 S3 서버가 받지 않는다', async () => {
  await expect(inBucket({ secret: 'guessed' }).put(photo, files)).rejects.toThrow();
});
