import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { Archive } from '#features/transfer/archive.contract.ts';
import type { PlaceImport } from '#features/transfer/imports.contract.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { startTestServer, type TestServer } from '#server/http/killable-server.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';

const ROWS = 1_000;
const SECRET = 'signs-the-cookies-of-this-test-only';

let opened: TestDatabase;
let on: TestApp;
let dataFolder: string;
let member: TestMember;
let server: TestServer;
beforeAll(async () => {
  opened = await createTestDatabase();
  on = await openTestApp({ opened, settings: { AUTH_SECRET: SECRET } });
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-transfer-'));
  member = await signUpMember(on.app);
  const { userId } = member;
  await opened.database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();
  server = await startServer();
}, 180_000);
afterAll(async () => {
  await server.kill();
  await on.close();
  await opened.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const send = async <Answer = PlaceImport>(method: string, url: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${server.url}/api/${url}`, {
    method,
    headers: {
      cookie: member.cookie,
      origin: server.url,
      'idempotency-key': crypto.randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
};

test('저장하는 도중에 서버가 죽어도, 다시 켜면 빠짐없이 한 번씩 저장한다', async () => {
  let id = '';
  for (let from = 0; from < ROWS; from += 500)
    ({ id } = await send('POST', 'place-imports', {
      rows: Array.from({ length: 500 }, (_, at) => rowAt(from + at)),
    }));
  // Saves every row as it was imported, so that the test does not depend on the index.
  await opened.database
    .updateTable('member_import_rows')
    .set({ choice: JSON.stringify({ from: 'hand' }) })
    .where('import_id', '=', id)
    .execute();
  await send('POST', `place-imports/${id}/save`, { positions: Array.from({ length: ROWS }, (_, at) => at) });

  // This lock on the list stops the job between two chunks. The process is killed while the job waits for the lock.
  await until(() =>
    opened.database.transaction().execute(async (transaction) => {
      await sql`select from restaurant_lists where user_id = ${member.userId} for update`.execute(
        transaction,
      );
      const isMidway = (await savedCount()) > 0;
      if (isMidway) await server.kill();
      return isMidway;
    }),
  );
  const saved = await savedCount();
  // A chunk is saved completely or not at all.
  expect(saved).toBeLessThan(ROWS);
  expect(saved % 200).toBe(0);
  server = await startServer();
  await until(async () => (await send('GET', `place-imports/${id}`)).state === 'done');
  expect(await savedCount()).toBe(ROWS);
  const names = await opened.database
    .selectFrom('my_restaurants')
    .innerJoin('restaurants_public', 'restaurants_public.id', 'my_restaurants.restaurant_id')
    .where('user_id', '=', member.userId)
    .select('restaurants_public.name')
    .execute();
  expect(new Set(names.map(({ name }) => name)).size).toBe(ROWS);
}, 180_000);

test('내 데이터를 만드는 도중에 서버가 죽어도, 다시 켜면 온전한 파일 하나가 된다', async () => {
  const unfinished = () => readdir(path.join(dataFolder, 'archives-unfinished')).catch(() => []);
  const current = async () => (await send<{ archive: Archive }>('GET', 'my-data/archive')).archive;
  // This lock stops the job after it has written the first file of the archive.
  await opened.database.transaction().execute(async (transaction) => {
    await sql`lock table journal_entries in access exclusive mode`.execute(transaction);
    await send('POST', 'my-data/archive');
    await until(async () => (await unfinished()).length === 1);
    await server.kill();
  });
  const abandoned = await unfinished();
  expect(abandoned).toHaveLength(1);
  // Sets `locked_at` to the past, so that the jobs of the killed process are taken over immediately.
  await sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '16 minutes' where locked_at is not null
  `.execute(opened.database);
  server = await startServer();
  await on.jobs.add(opened.database, 'jobs.release_abandoned', {});
  await until(async () => (await current()).state === 'ready');
  // `archive.delete_expired` deletes the file of the killed attempt an hour later.
  expect(await unfinished()).toEqual(abandoned);
  const { id, bytes } = await current();
  const file = await fetch(`${server.url}/api/my-data/archive/${id}/file`, {
    headers: { cookie: member.cookie },
  });
  const blob = await file.blob();
  expect(blob.size).toBe(bytes);
  const reader = new ZipReader(new BlobReader(blob), { useWebWorkers: false });
  const data = (await reader.getEntries()).find(({ filename }) => filename === 'data.json');
  if (!data || data.directory) throw new Error('data.json is missing');
  expect(JSON.parse(await data.getData(new TextWriter())).restaurants).toHaveLength(ROWS);
  const mails = await opened.database
    .selectFrom('mail_outbox')
    .where('dedupe_key', '=', `archive.ready ${id}`)
    .select('id')
    .execute();
  expect(mails).toHaveLength(1);
}, 120_000);

const rowAt = (at: number) => ({
  place: {
    name: `집 ${at}`,
    address: '',
    phoneNumber: '',
    link: '',
    coordinates: { lat: 35 + at / 10_000, lng: 129 },
    placeId: '',
  },
  fields: { status: null, customTags: [], sourceKind: null, sourceMemo: '', rating: null, review: '' },
});

async function savedCount(): Promise<number> {
  const { count } = await opened.database
    .selectFrom('my_restaurants')
    .where('user_id', '=', member.userId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const startServer = () =>
  startTestServer({ DATABASE_URL: opened.connectionString, DATA_DIR: dataFolder, AUTH_SECRET: SECRET });

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 5));
}
