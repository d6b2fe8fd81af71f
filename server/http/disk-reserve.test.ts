import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { someWebp, upload } from '#features/photos/server/photos.test-factory.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const photo = await someWebp({ width: 400, height: 300 });
const PROGRAMS = '/usr/bin';
const testApps: TestApp[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const testApp of testApps.splice(0)) await testApp.close();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function openApp(settings: Parameters<typeof openTestApp>[0] = {}): Promise<TestApp> {
  const testApp = await openTestApp(settings);
  testApps.push(testApp);
  return testApp;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-reserve-'));
  folders.push(folder);
  return folder;
}

const said = ({ statusCode, headers, body }: Awaited<ReturnType<typeof upload>>) => [
  statusCode,
  JSON.parse(body).code,
  headers['retry-after'],
];

test('여유 공간이 모자라면 사진과 파일을 받지 않고, 읽기와 작은 쓰기는 계속한다', async () => {
  const settings = { DATA_DIR: await newFolder(), DISK_RESERVE_MEGABYTES: 1e9, METRICS_TOKEN: 'figures' };
  await mkdir(path.join(settings.DATA_DIR, 'photos'));
  const testApp = await openApp({ settings });
  const member = await signUpMember(testApp.app);
  const { headers } = member;
  expect(said(await upload(testApp.app, { headers, bytes: photo }))).toEqual([
    507,
    'server.storage_full',
    '300',
  ]);
  const admin = { ...headers, 'idempotency-key': crypto.randomUUID() };
  const csv = await testApp.app.inject({
    method: 'POST',
    url: '/api/admin/provided-restaurants/import',
    headers: admin,
    payload: {},
  });
  // The access check runs before the disk check. Therefore the answer is 404.
  expect(csv.statusCode).toBe(404);

  const written = await testApp.app.inject({
    method: 'POST',
    url: '/api/journal/entries',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: { restaurantName: '국밥집', visitDate: 0 },
  });
  expect(written.statusCode).toBe(201);
  expect((await testApp.app.inject({ url: '/api/journal', headers })).json().entries).toHaveLength(1);

  const ready = await testApp.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    {
      status: 'ready',
      storage: {
        answers: true,
        freeMegabytes: expect.any(Number),
        reserveMegabytes: 1e9,
        takesUploads: false,
      },
    },
  ]);
  const metrics = await testApp.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer figures' },
  });
  expect(metrics.body).toMatch(/^storage_free_bytes \d+$/m);
  expect(metrics.body).toMatch(/^storage_reserve_bytes \d+/m);
});

test('S3가 대답하지 않으면 다시 해 달라고 하고, 아무것도 남기지 않는다', async () => {
  const testApp = await openApp({
    settings: {
      DATA_DIR: await newFolder(),
      S3_BUCKET: 'photos',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
    },
  });
  const { headers } = await signUpMember(testApp.app);
  expect(said(await upload(testApp.app, { headers, bytes: photo }))).toEqual([
    503,
    'server.unavailable',
    '30',
  ]);
  expect((await testApp.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
}, 30_000);

const volume = mountSmallVolume();
describe.skipIf(volume === null)('작은 디스크 (mount가 되는 곳에서만)', () => {
  afterAll(() => {
    execFileSync(`${PROGRAMS}/umount`, [volume ?? '']);
  });

  test('꽉 차면 507이고, 비우면 다시 받는다', async () => {
    const folder = path.join(volume ?? '', 'data');
    await mkdir(folder);
    const testApp = await openApp({ settings: { DATA_DIR: folder, DISK_RESERVE_MEGABYTES: 0 } });
    const { headers } = await signUpMember(testApp.app);
    const send = () => upload(testApp.app, { headers, bytes: photo });
    expect((await send()).statusCode).toBe(201);
    const before = await files(folder);

    const filler = path.join(volume ?? '', 'filler');
    await writeFile(filler, Buffer.alloc(16 * 1024 * 1024)).catch(() => {});
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(said(await send())).toEqual([507, 'server.storage_full', '300']);
    }
    expect((await testApp.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);

    await rm(filler);
    expect((await send()).statusCode).toBe(201);
    expect((await files(folder)).length).toBe(before.length + 3);
  }, 30_000);
});

const files = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

/** Mounts a volume of four megabytes. Returns null if this process may not mount a volume. */
function mountSmallVolume(): string | null {
  const folder = path.join(os.tmpdir(), `momokzi-volume-${process.pid}`);
  try {
    mkdirSync(folder);
    folders.push(folder);
    execFileSync(`${PROGRAMS}/mount`, ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
    return existsSync(folder) && statSync(folder).isDirectory() ? folder : null;
  } catch {
    console.warn('Skipped: a full volume. This process may not mount a tmpfs.');
    return null;
  }
}
