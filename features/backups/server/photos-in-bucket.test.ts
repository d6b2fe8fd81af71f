import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { phoneJpeg, upload } from '#features/photos/server/photos.test-factory.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { openTestApp } from '#server/http/test-app.ts';
import { readBackupFile, writeBackupFile } from './backup-file.ts';
import { dumpInstallation } from './dump.ts';
import { loadInstallation } from './load.ts';

const SECRET = 'x'.repeat(32);
let folder: string;
let s3: S3rver;
let endpoint: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-bucket-'));
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: path.join(folder, 's3'),
    silent: true,
    configureBuckets: [{ name: 'original' }, { name: 'restored' }],
  });
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (bucket: string) => ({
  DATA_DIR: path.join(folder, 'data'),
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_REGION: 'ap-northeast-2',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
});

test('photos in a bucket are backed up and restored into another bucket, byte for byte', async () => {
  const source = await createTestDatabase();
  const target = await createTestDatabase();
  const on = await openTestApp({ opened: source, settings: settingsOf('original') });
  const { headers } = await signUpMember(on.app);
  const jpeg = await phoneJpeg();
  for (let n = 0; n < 3; n++) expect((await upload(on.app, { headers, bytes: jpeg })).statusCode).toBe(201);
  await on.close();
  expect(Object.keys(await objectsIn('original'))).toHaveLength(9);

  const file = path.join(folder, 'backup');
  await writeBackupFile({
    file,
    recipient: undefined,
    entries: dumpInstallation({
      connectionString: source.connectionString,
      photoStorage: createPhotoStorage(settingsOf('original')),
      secret: SECRET,
      hasStoredSecret: false,
    }),
  });
  await loadInstallation({
    entries: readBackupFile({ file, identity: undefined }),
    connectionString: target.connectionString,
    photoStorage: createPhotoStorage(settingsOf('restored')),
  });
  expect(await objectsIn('restored')).toEqual(await objectsIn('original'));
  await source.close();
  await target.close();
});

async function objectsIn(bucket: string): Promise<Record<string, string>> {
  const root = path.join(folder, 's3', bucket);
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const objects = found.filter((entry) => entry.isFile() && entry.name.endsWith('._S3rver_object'));
  const hashes = await Promise.all(
    objects.map(async ({ parentPath, name }) => {
      const object = path.join(parentPath, name);
      return [path.relative(root, object), hash('sha256', await readFile(object))];
    }),
  );
  return Object.fromEntries(hashes) as Record<string, string>;
}
