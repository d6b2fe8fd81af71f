import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { day, journalOf } from '#features/journal/server/journal.test-factory.ts';
import { someWebp, upload } from '#features/photos/server/photos.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import {
  type ObjectStorage,
  startObjectStorage,
  STORAGE_FAULTS,
} from '../../../tools/sandbox/object-storage.ts';
import { runBackupCommand } from './commands.test-factory.ts';

/** Everything works again within this time after the storage is back, without a restart. */
const BACK_WITHIN = { timeout: 10_000, interval: 250 };
/** A request is answered within this time, also if the storage hangs. */
const ANSWERED_WITHIN_MS = 15_000;
const METRICS_TOKEN = 'a-token-of-24-characters';

let folder: string;
let storage: ObjectStorage;
let database: TestDatabase;
let on: TestApp;
let jobs: Jobs;
let bytes: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-storage-faults-'));
  storage = await startObjectStorage({ directory: path.join(folder, 's3'), buckets: ['photos', 'restored'] });
  database = await createTestDatabase();
  jobs = createJobs(database);
  on = await openTestApp({
    opened: database,
    jobs,
    settings: {
      DATA_DIR: path.join(folder, 'data'),
      METRICS_TOKEN,
      REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000,
      ...storage.settingsOf('photos'),
    },
  });
  await mkdir(path.join(folder, 'data'), { recursive: true });
  bytes = await someWebp({ width: 64, height: 48 });
  // The app listens, because only a listening app watches the storage.
  await on.app.listen({ host: '127.0.0.1', port: 0 });
  await jobs.start();
});
afterAll(async () => {
  await storage.repair();
  await jobs.stop();
  await on.close();
  await database.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

afterEach(() => storage.repair());

const send = (of: TestMember, method: 'GET' | 'POST' | 'DELETE', url: string) =>
  on.app.inject({ method, url, headers: { ...of.headers, 'idempotency-key': crypto.randomUUID() } });
const uploadPhoto = (of: TestMember) => upload(on.app, { headers: of.headers, bytes, type: 'image/webp' });
const read = (of: TestMember, id: string) => send(of, 'GET', `/api/photos/${id}/large`);
const archiveOf = async (of: TestMember) => (await send(of, 'GET', '/api/my-data/archive')).json().archive;
const rowsOf = (id: string) => database.database.selectFrom('photos').where('id', '=', id).execute();
const storageAnswers = async () => (await on.app.inject('/readyz')).json().storage.answers as boolean;
const storageUp = async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await on.app.inject({ url: '/metrics', headers });
  return /^storage_up (\d)$/m.exec(body)?.[1];
};
const mailsTo = ({ email }: TestMember, subject: string) =>
  on.mails.filter((mail) => mail.address === email && mail.subject.includes(subject));

/** Adds a journal entry with one photo. */
async function photoInJournal(of: TestMember): Promise<string> {
  const answer = await uploadPhoto(of);
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<{ id: string }>();
  const visit = { restaurantName: '사진이 있는 집', visitDate: day('2026-11-01') };
  await journalOf(on.app, of).written({ ...visit, photoIds: [id] });
  return id;
}

const backUp = (name: string) =>
  runBackupCommand('backup.ts', {
    args: [path.join(folder, name)],
    settings: {
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: database.connectionString,
      ...storage.settingsOf('photos'),
    },
  });
const restore = (name: string, target: TestDatabase) =>
  runBackupCommand('restore.ts', {
    args: [path.join(folder, name)],
    settings: {
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: target.connectionString,
      ...storage.settingsOf('restored'),
    },
  });
/** Counts on a connection of its own: a restore is refused while a pool is connected to its target. */
async function usersIn({ connectionString }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from users');
  await client.end();
  return rows[0]?.count ?? 0;
}
const filesNamed = async (name: string) => (await readdir(folder)).filter((file) => file.startsWith(name));

describe.each(STORAGE_FAULTS.filter((fault) => fault !== 'lost'))('an object storage that %s', (fault) => {
  test('fails every use with a word, and all is as before within ten seconds after it is back', async () => {
    const member = await signUpMember(on.app);
    const shown = await photoInJournal(member);
    const deleted = (await uploadPhoto(member)).json<{ id: string }>().id;
    const target = await createTestDatabase({ max: 2 });
    expect((await backUp(`before-${fault}`)).code).toBe(0);
    await expect.poll(storageAnswers, BACK_WITHIN).toBe(true);

    await storage.break(fault);
    // No other use runs meanwhile: while a backup runs, files of deleted photos are kept until the next clean-up.
    const commands = [await backUp(`during-${fault}`), await restore(`before-${fault}`, target)];
    const startedAt = Date.now();
    const timed = async (answer: ReturnType<typeof read>) => {
      const { statusCode, headers } = await answer;
      expect(Date.now() - startedAt).toBeLessThan(ANSWERED_WITHIN_MS);
      return {
        statusCode,
        caching: headers['cache-control'],
        retryAfter: headers['retry-after'],
        tag: headers.etag,
      };
    };
    const [photo, uploaded, requested, removed] = await Promise.all([
      timed(read(member, shown)),
      timed(uploadPhoto(member)),
      send(member, 'POST', '/api/my-data/archive'),
      send(member, 'DELETE', `/api/photos/${deleted}`),
    ]);
    expect(photo).toEqual({ statusCode: 503, caching: 'no-store', retryAfter: '30', tag: undefined });
    expect(uploaded).toMatchObject({ statusCode: 503, retryAfter: '30' });
    expect([requested.statusCode, removed.statusCode]).toEqual([201, 200]);
    // The backup and the restore say in one sentence why they failed, and leave nothing behind.
    for (const { code, said } of commands) {
      expect({ code, lines: said.trim().split('\n') }).toEqual({ code: 1, lines: [expect.any(String)] });
    }
    expect(await filesNamed(`during-${fault}`)).toEqual([]);
    expect(await usersIn(target)).toBe(0);
    await expect.poll(storageAnswers, BACK_WITHIN).toBe(false);
    expect(await storageUp()).toBe('0');
    // A mail does not wait for the jobs that wait for the storage.
    const other = await signUpMember(on.app);
    await expect.poll(() => mailsTo(other, ''), BACK_WITHIN).not.toEqual([]);
    // Both jobs have failed at least once, and are tried again.
    const failedJobs = () =>
      database.pool.query(`select task_identifier as task from graphile_worker.jobs
        where task_identifier in ('archive.make', 'photos.remove_files') and attempts > 0 order by 1`);
    await expect
      .poll(async () => (await failedJobs()).rows, { timeout: 30_000, interval: 250 })
      .toEqual(expect.arrayContaining([{ task: 'archive.make' }, { task: 'photos.remove_files' }]));
    expect(await archiveOf(member)).toMatchObject({ state: 'pending' });
    expect(await rowsOf(deleted)).toHaveLength(1);

    await storage.repair();
    await expect.poll(async () => (await archiveOf(member)).state, BACK_WITHIN).toBe('ready');
    expect(await archiveOf(member)).toMatchObject({ missingPhotos: 0 });
    expect((await read(member, shown)).headers['cache-control']).toContain('immutable');
    expect((await uploadPhoto(member)).statusCode).toBe(201);
    await expect.poll(() => rowsOf(deleted), BACK_WITHIN).toEqual([]);
    await expect.poll(storageAnswers, BACK_WITHIN).toBe(true);
    expect(await storageUp()).toBe('1');
    expect((await backUp(`after-${fault}`)).code).toBe(0);
    const again = await restore(`before-${fault}`, target);
    expect(again, again.said).toMatchObject({ code: 0 });
    expect(await usersIn(target)).toBeGreaterThan(0);
    await target.close();
  }, 120_000);
});

test('photos that the storage has lost are named in the archive, and no backup lacks all of them', async () => {
  const member = await signUpMember(on.app);
  const shown = await photoInJournal(member);
  await storage.break('lost');
  const photo = await read(member, shown);
  expect([photo.statusCode, photo.headers['cache-control']]).toEqual([404, 'no-store']);
  await send(member, 'POST', '/api/my-data/archive');
  await expect.poll(async () => (await archiveOf(member)).state, BACK_WITHIN).toBe('ready');
  expect(await archiveOf(member)).toMatchObject({
    missingPhotos: 1,
    missingPhotosUsedIn: ['2026-11-01 사진이 있는 집'],
  });
  await expect.poll(() => mailsTo(member, '준비됐어요'), BACK_WITHIN).toHaveLength(1);
  const [mail] = mailsTo(member, '준비됐어요');
  expect(mail?.text).toContain('사진 1장은 파일이 없거나 손상돼 담지 못했어요.');
  expect(mail?.text).toContain('2026-11-01 사진이 있는 집');
  const { code, said } = await backUp('lost');
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('photo files are missing') });
  expect(await filesNamed('lost')).toEqual([]);
  await storage.repair();
  expect((await read(member, shown)).statusCode).toBe(200);
});
