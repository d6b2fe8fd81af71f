import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { WrittenEntry } from '#features/journal/journal.contract.ts';
import type { Photo } from '#features/photos/photos.contract.ts';
import { someWebp, upload } from '#features/photos/server/photos.test-factory.ts';
import { codeOf, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { journalOf } from './journal.test-factory.ts';

let folder: string;
let on: TestApp;
let bytes: Buffer;
let member: TestMember;
let mine: ReturnType<typeof journalOf>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-journal-'));
  on = await openTestApp({ settings: { DATA_DIR: folder, REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
  bytes = await someWebp({ width: 16, height: 12 });
});
afterAll(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  member = await signUpMember(on.app);
  mine = journalOf(on.app, member);
});

const setTier = (tier: 'free' | 'paid') =>
  on.database
    .insertInto('memberships')
    .values({ user_id: member.userId, account_tier: tier })
    .onConflict((row) => row.column('user_id').doUpdateSet({ account_tier: tier }))
    .execute();

async function photos(count: number, of = member): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const answer = await upload(on.app, { headers: of.headers, bytes, type: 'image/webp' });
    ids.push(answer.json<Photo>().id);
  }
  return ids;
}
const idsOf = (answer: { json: <T>() => T }) => answer.json<WrittenEntry>().entry?.photos.map(({ id }) => id);
const filesOf = async (photoId: string) =>
  (await readdir(folder, { recursive: true })).filter((file) => file.includes(`${photoId}`));

test('무료는 한 장, 유료는 열 장까지, 고른 차례대로', async () => {
  const ids = await photos(11);
  expect(codeOf(await mine.write({ photoIds: ids.slice(0, 2) }))).toEqual([409, 'photos.limit_reached']);
  expect((await mine.now()).entries).toEqual([]);
  const id = await mine.written({ photoIds: ids.slice(0, 1) });
  expect(codeOf(await mine.change(id, { photoIds: ids.slice(0, 2) }))).toEqual([409, 'photos.limit_reached']);

  await setTier('paid');
  const reversed = ids.slice(0, 10).toReversed();
  expect(idsOf(await mine.change(id, { photoIds: reversed }))).toEqual(reversed);
  expect((await mine.change(id, { photoIds: ids })).statusCode).toBe(400);
  expect((await mine.now()).entries[0]?.photos.map((photo) => photo.id)).toEqual(reversed);
  expect((await mine.open(id)).json().photos).toHaveLength(10);
});

test('무료로 돌아와도 있던 사진은 남고, 더하지는 못한다', async () => {
  await setTier('paid');
  const [first, second, third, fresh] = (await photos(4)) as [string, string, string, string];
  const id = await mine.written({ photoIds: [first, second, third] });
  await setTier('free');
  expect(idsOf(await mine.change(id, { photoIds: [third, second, first] }))).toEqual([third, second, first]);
  expect(idsOf(await mine.change(id, { photoIds: [second, first] }))).toEqual([second, first]);
  expect(codeOf(await mine.change(id, { photoIds: [second, fresh] }))).toEqual([409, 'photos.limit_reached']);
});

test('남의 사진과 다른 일지의 사진은 붙일 수 없다', async () => {
  const [theirs] = await photos(1, await signUpMember(on.app));
  const used = await photos(1);
  await mine.written({ photoIds: used });
  for (const photoIds of [[theirs as string], used])
    expect(codeOf(await mine.write({ photoIds }))).toEqual([404, 'photos.not_found']);
  expect((await mine.now()).entries).toHaveLength(1);
});

test('한꺼번에 고쳐도 무료의 한 장을 넘지 않는다', async () => {
  const ids = await photos(12);
  const id = await mine.written();
  // If another client has saved in the meantime, the save is repeated with the new version.
  const attach = async (photoId: string) => {
    while ((await mine.change(id, { photoIds: [photoId] })).statusCode === 409);
  };
  await Promise.all(ids.map(attach));
  const attached = await on.database.selectFrom('photos').select('id').where('used_by', '=', id).execute();
  expect(attached).toHaveLength(1);
  expect((await mine.open(id)).json().photos).toEqual([expect.objectContaining({ id: attached[0]?.id })]);
});

test('한 사진을 여러 일지에 한꺼번에 붙이면 하나에만 붙고 나머지는 쓰이지 않는다', async () => {
  const photoIds = await photos(1);
  const answers = await Promise.all(Array.from({ length: 8 }, () => mine.write({ photoIds })));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(7);
  expect((await mine.now()).entries).toHaveLength(1);
});

test('지운 일지의 사진은 되돌릴 수 있는 동안 남고, 그 뒤에는 파일까지 없어진다', async () => {
  const [photoId] = (await photos(1)) as [string];
  const id = await mine.written({ photoIds: [photoId] });
  await mine.remove(id);
  expect(idsOf(await mine.restore(id))).toEqual([photoId]);
  await mine.remove(id);
  expect(await filesOf(photoId)).not.toEqual([]);
  await sql`update journal_entries set deleted_at = now() - interval '25 hours' where id = ${id}`.execute(
    on.database,
  );
  await on.jobs.add(on.database, 'journal.purge_deleted', {});
  await on.jobs.runDue();
  expect(await filesOf(photoId)).toEqual([]);
});
