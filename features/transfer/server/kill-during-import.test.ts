import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import type { PlaceImport } from '#features/transfer/imports.contract.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { testEnvironment } from '#server/test-environment.ts';

const ROWS = 2_000;
const SECRET = 'signs-the-cookies-of-this-test-only';

let opened: TestDatabase;
let on: TestApp;
let dataFolder: string;
beforeAll(async () => {
  opened = await createTestDatabase();
  on = await openTestApp({ database: opened.database, settings: { AUTH_SECRET: SECRET } });
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-import-'));
}, 60_000);
afterAll(async () => {
  await on.close();
  await opened.close();
  await rm(dataFolder, { recursive: true, force: true });
});

test('저장하는 도중에 서버가 죽어도, 다시 켜면 빠짐없이 한 번씩 저장한다', async () => {
  const { userId, cookie } = await signUpMember(on.app);
  await opened.database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();
  let server = await startServer();
  const send = async (method: string, url: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/place-imports${url}`, {
      method,
      headers: { cookie, origin: server.url, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as PlaceImport;
  };
  let id = '';
  for (let from = 0; from < ROWS; from += 500)
    ({ id } = await send('POST', '', { rows: Array.from({ length: 500 }, (_, at) => rowAt(from + at)) }));
  // Chosen by hand, so that the test does not depend on the index.
  await opened.database
    .updateTable('member_import_rows')
    .set({ choice: JSON.stringify({ from: 'hand' }) })
    .where('import_id', '=', id)
    .execute();
  await send('POST', `/${id}/save`, { positions: Array.from({ length: ROWS }, (_, at) => at) });

  let kills = 0;
  for (let last = 0; kills < 3;) {
    const saved = await savedCount(userId);
    if (saved <= last || saved === ROWS) {
      if (saved === ROWS) break;
      await aMoment();
      continue;
    }
    last = saved;
    await server.kill();
    kills += 1;
    const left = (await savedCount(userId)) % 200;
    // A chunk is saved completely or not at all.
    expect(left).toBe(0);
    server = await startServer();
  }
  expect(kills).toBeGreaterThan(0);
  for (;;) {
    const { state } = await send('GET', `/${id}`);
    if (state === 'done') break;
    await aMoment();
  }
  await server.kill();
  expect(await savedCount(userId)).toBe(ROWS);
  const names = await opened.database
    .selectFrom('my_restaurants')
    .innerJoin('restaurants_public', 'restaurants_public.id', 'my_restaurants.restaurant_id')
    .where('user_id', '=', userId)
    .select('restaurants_public.name')
    .execute();
  expect(new Set(names.map(({ name }) => name)).size).toBe(ROWS);
}, 180_000);

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

async function savedCount(userId: string): Promise<number> {
  const { count } = await opened.database
    .selectFrom('my_restaurants')
    .where('user_id', '=', userId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type RunningServer = { url: string; kill: () => Promise<void> };

function startServer(): Promise<RunningServer> {
  const child: ChildProcess = fork('server/main.ts', {
    env: {
      ...testEnvironment,
      NODE_ENV: 'test',
      DATABASE_URL: opened.connectionString,
      DATA_DIR: dataFolder,
      AUTH_SECRET: SECRET,
      PORT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const { listening: url } = message as { listening: string };
      const kill = async () => {
        child.kill('SIGKILL');
        await ended;
      };
      resolve({ url, kill });
    });
    child.once('exit', (code) => reject(new Error(`The server exited with ${code} before it listened.`)));
  });
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));
