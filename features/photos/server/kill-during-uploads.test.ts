import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { UNUSED_PHOTO_RETENTION_MS } from '#features/photos/photos.rules.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { attachPhotos, removePhotos } from './photos.public.ts';
import { phoneJpeg } from './photos.test-factory.ts';

const KILLS = 3;
const SECRET = 'signs-the-cookies-of-this-test-only';

let opened: TestDatabase;
let on: TestApp;
let folder: string;
let jpeg: Buffer;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-kill-photos-'));
  opened = await createTestDatabase();
  on = await openTestApp({
    database: opened.database,
    settings: { AUTH_SECRET: SECRET, DATA_DIR: folder },
  });
  jpeg = await phoneJpeg({ width: 1600, height: 1200 });
  server = await startServer();
});
afterAll(async () => {
  await server.kill();
  await on.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

test('올리는 도중에 서버가 죽어도 답한 사진은 온전하고, 쓸고 나면 주인 없는 파일이 없다', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => signUpMember(on.app)));
  const answered: string[] = [];
  let partiallyCreated = 0;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const uploads = members.flatMap((member) => [0, 1, 2].map(() => upload(member)));
    await untilHalfWay(uploads);
    await server.kill();
    answered.push(...(await Promise.all(uploads)).filter((id) => id !== null));
    partiallyCreated += (await rows()).filter(({ stored_at }) => stored_at === null).length;
    await attachAllButUnfinished(members);
    server = await startServer();
  }
  // Control: an upload was incomplete.
  expect(partiallyCreated).toBeGreaterThan(0);
  expect(answered.length).toBeGreaterThan(0);

  // A killed server's last statement may finish after it, so the sweep gets more than one hour's run.
  await expect
    .poll(
      async () => {
        await cleanUpOneDayLater();
        return (await rows()).filter(({ stored_at, used_by }) => stored_at === null || used_by === null);
      },
      { timeout: 30_000, interval: 500 },
    )
    .toEqual([]);
  const kept = await rows();
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
  expect(await filesOnDisk()).toEqual(
    kept
      .flatMap(({ id }) => [
        `journal-photos/${id}-medium.webp`,
        `journal-photos/${id}.webp`,
        `journal-thumbnails/${id}.webp`,
      ])
      .sort(),
  );
  expect(await readdir(path.join(folder, 'photos-incoming'))).toEqual([]);
}, 120_000);

test('지우는 도중에 서버가 죽어도 다음 서버가 파일을 마저 지운다', async () => {
  const member = await signUpMember(on.app);
  const ids = (await Promise.all([upload(member), upload(member), upload(member)])).filter(
    (id) => id !== null,
  );
  expect(ids).toHaveLength(3);
  await opened.database.transaction().execute(async (transaction) => {
    const entry = { ownerId: member.userId, purpose: 'journal', usedBy: 'to-delete' } as const;
    await attachPhotos(transaction, { ...entry, photoIds: ids, limit: 10 });
  });
  // No worker runs during the deletion, as if the process had died right after the commit.
  await server.kill();
  await opened.database
    .transaction()
    .execute((transaction) =>
      removePhotos(transaction, { jobs: on.jobs, purpose: 'journal', usedBy: ['to-delete'] }),
    );
  const filesOfThese = async () =>
    (await filesOnDisk()).filter((file) => ids.some((id) => file.includes(id)));
  expect(await filesOfThese()).toHaveLength(9);
  server = await startServer();
  while ((await rows()).some(({ id }) => ids.includes(id)))
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await filesOfThese()).toEqual([]);
});

/** The answered id; null if the server died before it answered. */
async function upload({ cookie }: TestMember): Promise<string | null> {
  try {
    const answer = await fetch(`${server.url}/api/photos?purpose=journal`, {
      method: 'POST',
      headers: { cookie, origin: server.url, 'content-type': 'image/jpeg', 'idempotency-key': randomUUID() },
      body: new Uint8Array(jpeg),
    });
    const photo = (await answer.json()) as { id: string };
    if (answer.status !== 201) throw new Error(`An upload failed with ${answer.status}.`);
    return photo.id;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('An upload')) throw error;
    return null;
  }
}

/** Resolves once one upload has been answered and another is incomplete. */
async function untilHalfWay(uploads: Promise<unknown>[]): Promise<void> {
  const all = Promise.all(uploads).then(() => true);
  await Promise.any(uploads);
  for (;;) {
    if ((await rows()).some(({ stored_at }) => stored_at === null)) return;
    if (await Promise.race([all, new Promise((resolve) => setTimeout(() => resolve(false), 5))])) return;
  }
}

const rows = () => opened.database.selectFrom('photos').selectAll().execute();

/** Attaches photos as a screen would: those answered, and those whose answer was lost. */
async function attachAllButUnfinished(members: TestMember[]): Promise<void> {
  for (const { id, owner_id } of (await rows()).filter(
    (row) => row.stored_at !== null && row.used_by === null,
  )) {
    const owner = members.find(({ userId }) => userId === owner_id);
    if (!owner) continue;
    await opened.database.transaction().execute((transaction) =>
      attachPhotos(transaction, {
        ownerId: owner.userId,
        purpose: 'journal',
        usedBy: id,
        photoIds: [id],
        limit: 1,
      }),
    );
  }
}

async function cleanUpOneDayLater(): Promise<void> {
  await opened.database
    .updateTable('photos')
    .set({ unused_since: new Date(Date.now() - UNUSED_PHOTO_RETENTION_MS - 60_000) })
    .where('unused_since', 'is not', null)
    .execute();
  await on.jobs.add(opened.database, 'photos.clean_up', {});
  await on.jobs.runDue();
}

async function filesOnDisk(): Promise<string[]> {
  const root = path.join(folder, 'photos');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

type RunningServer = { url: string; kill: () => Promise<void> };

function startServer(): Promise<RunningServer> {
  const child = fork('server/main.ts', {
    env: {
      ...testEnvironment,
      NODE_ENV: 'test',
      DATABASE_URL: opened.connectionString,
      DATA_DIR: folder,
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
