import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { UNUSED_PHOTO_RETENTION_MS } from '#features/photos/photos.rules.ts';
import { type KillableServer, openKillableServer } from '#server/http/killable-server.ts';
import { attachPhotos, removePhotos } from './photos.public.ts';
import { phoneJpeg } from './photos.test-factory.ts';

const KILLS = 3;

let server: KillableServer;
let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await phoneJpeg({ width: 1600, height: 1200 });
  server = await openKillableServer();
});
afterAll(() => server?.close());

test('올리는 도중에 서버가 죽어도 답한 사진은 온전하고, 쓸고 나면 주인 없는 파일이 없다', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => signUpMember(server.on.app)));
  const answered: string[] = [];
  let partiallyCreated = 0;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const uploads = members.flatMap((member) => [0, 1, 2].map(() => upload(member)));
    await untilPartlyUploaded(uploads);
    await server.kill();
    answered.push(...(await Promise.all(uploads)).filter((id) => id !== null));
    partiallyCreated += (await rows()).filter(({ stored_at }) => stored_at === null).length;
    await attachAllButUnfinished(members);
    await server.restart();
  }
  expect(answered.length).toBeGreaterThan(0);
  // The control: without the clean-up, the kills leave incomplete photos.
  expect(partiallyCreated).toBeGreaterThan(0);

  // The last statement of a killed server may finish after the server has ended. Therefore the clean-up runs several
  // times.
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
  expect(await readdir(path.join(server.folder, 'photos-incoming'))).toEqual([]);
}, 120_000);

test('지우는 도중에 서버가 죽어도 다음 서버가 파일을 마저 지운다', async () => {
  const member = await signUpMember(server.on.app);
  const ids = (await Promise.all([upload(member), upload(member), upload(member)])).filter(
    (id) => id !== null,
  );
  expect(ids).toHaveLength(3);
  await server.database.transaction().execute(async (transaction) => {
    const entry = { ownerId: member.userId, purpose: 'journal', usedBy: 'to-delete' } as const;
    await attachPhotos(transaction, { ...entry, photoIds: ids, limit: 10 });
  });
  // No worker runs, as if the process had ended right after the commit of the deletion.
  await server.kill();
  await server.database
    .transaction()
    .execute((transaction) =>
      removePhotos(transaction, { jobs: server.on.jobs, purpose: 'journal', usedBy: ['to-delete'] }),
    );
  const filesOfThese = async () =>
    (await filesOnDisk()).filter((file) => ids.some((id) => file.includes(id)));
  expect(await filesOfThese()).toHaveLength(9);
  await server.restart();
  await expect
    .poll(async () => (await rows()).filter(({ id }) => ids.includes(id)), { timeout: 30_000 })
    .toEqual([]);
  expect(await filesOfThese()).toEqual([]);
});

/** Uploads a photo. Returns null if the server was killed before it answered. */
async function upload({ cookie }: TestMember): Promise<string | null> {
  try {
    const answer = await fetch(`${server.url()}/api/photos?purpose=journal`, {
      method: 'POST',
      headers: {
        cookie,
        origin: server.url(),
        'content-type': 'image/jpeg',
        'idempotency-key': randomUUID(),
      },
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

/** Waits until one upload has been answered while another upload is incomplete, or until all uploads are done. */
async function untilPartlyUploaded(uploads: Promise<unknown>[]): Promise<void> {
  const all = Promise.all(uploads).then(() => true);
  await Promise.any(uploads);
  for (;;) {
    if ((await rows()).some(({ stored_at }) => stored_at === null)) return;
    if (await Promise.race([all, new Promise((resolve) => setTimeout(() => resolve(false), 5))])) return;
  }
}

const rows = () => server.database.selectFrom('photos').selectAll().execute();

/** Attaches all stored photos. This includes photos whose answer was lost. */
async function attachAllButUnfinished(members: TestMember[]): Promise<void> {
  for (const { id, owner_id } of (await rows()).filter(
    (row) => row.stored_at !== null && row.used_by === null,
  )) {
    const owner = members.find(({ userId }) => userId === owner_id);
    if (!owner) continue;
    await server.database.transaction().execute((transaction) =>
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
  await server.database
    .updateTable('photos')
    .set({ unused_since: new Date(Date.now() - UNUSED_PHOTO_RETENTION_MS - 60_000) })
    .where('unused_since', 'is not', null)
    .execute();
  await server.on.jobs.add(server.database, 'photos.clean_up', {});
  await server.on.jobs.runDue();
}

async function filesOnDisk(): Promise<string[]> {
  const root = path.join(server.folder, 'photos');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
