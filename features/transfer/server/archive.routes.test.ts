import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import type { z } from 'zod';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { DELETION_PHRASES } from '#features/account/deletion/account-deletion.contract.ts';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { collectionsOf, jointOf } from '#features/collections/server/collections.test-factory.ts';
import { day, journalOf } from '#features/journal/server/journal.test-factory.ts';
import type { Photo } from '#features/photos/photos.contract.ts';
import { someWebp, upload } from '#features/photos/server/photos.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import type {
  ArchivedCollection,
  ArchivedEntry,
  ArchivedRestaurant,
  CurrentArchive,
} from '../archive.contract.ts';

let folder: string;
let on: TestApp;
let member: TestMember;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-archives-'));
  await mkdir(path.join(folder, 'archives-unfinished'));
  on = await openTestApp({ settings: { DATA_DIR: folder, REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  member = await signUpMember(on.app);
});

type State = z.infer<typeof CurrentArchive>;
type Document = {
  restaurants: ArchivedRestaurant[];
  journal: ArchivedEntry[];
  collections: ArchivedCollection[];
} & Record<string, unknown>;

const send = (of: TestMember, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  on.app.inject({
    method,
    url,
    headers: { ...of.headers, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  });
const request = async (of = member) => (await send(of, 'POST', '/api/my-data/archive')).json<State>();
const current = async (of = member) => (await send(of, 'GET', '/api/my-data/archive')).json<State>();
const download = (archiveId: string, of = member) =>
  send(of, 'GET', `/api/my-data/archive/${archiveId}/file`);

const setPaid = ({ userId }: TestMember) =>
  on.database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();
const photo = async (purpose: 'review' | 'journal', of = member): Promise<string> => {
  const bytes = await someWebp({ width: 64, height: 48 });
  const answer = await upload(on.app, { headers: of.headers, bytes, type: 'image/webp', purpose });
  return answer.json<Photo>().id;
};

/** Compares the checksum of each file of a ZIP with its content. */
const CHECKED = { checkSignature: true };

/** Reads the files of an archive. The test uses another library than the product, which writes archives with yazl. */
async function filesOf(zip: Buffer) {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(zip)])), { useWebWorkers: false });
  const entries = (await reader.getEntries()).filter((entry) => !entry.directory);
  const read = async (name: string) => {
    const entry = entries.find(({ filename }) => filename === name);
    if (!entry || entry.directory) throw new Error(`${name} is missing`);
    return entry;
  };
  return {
    names: entries.map(({ filename }) => filename).sort(),
    text: async (name: string) => (await read(name)).getData(new TextWriter(), CHECKED),
    bytes: async (name: string) => (await read(name)).getData(new Uint8ArrayWriter(), CHECKED),
  };
}

async function archiveOf(of: TestMember) {
  await request(of);
  await on.jobs.runDue();
  const { archive } = await current(of);
  const answer = await download(archive?.id ?? '', of);
  const files = await filesOf(answer.rawPayload);
  return { files, document: JSON.parse(await files.text('data.json')) as Document };
}

/**
 * Fills an account. The list has a place of the catalogue and a place that was entered by hand, the collection contains
 * both places, and the journal has two entries.
 */
async function fill(of: TestMember): Promise<string> {
  await setPaid(of);
  const placeId = await placeInCatalogue(on.database, { name: '노을목 칼국수' });
  const mine = listOf(on.app, of);
  await mine.add({
    place: { from: 'maps', placeId },
    status: '방문 완료',
    rating: 4.5,
    review: '국물이 시원해요',
    customTags: ['혼밥'],
    userPhotoFilenames: [await photo('review', of)],
  });
  const byHand = await mine.add({
    place: { from: 'hand', name: '골목 분식', address: '서울 중구 어딘가 3' },
  });
  const handId = byHand.json().restaurant.id as string;
  const collections = collectionsOf(on.app, of);
  const { id } = await collections.made({ name: '비 오는 날', restaurantIds: [handId, placeId] });
  await collections.changePlace(id, placeId, { note: '칼국수 곱빼기' });
  const joint = jointOf(on.app, of);
  await joint.react(id, placeId, { wants: true, visitedOn: '2026-10-31' });
  await joint.comment(id, placeId, '면이 쫄깃해요');
  await joint.comment(id, placeId, '또 가요');
  await on.database
    .updateTable('collection_comments')
    .set({ created_at: new Date('2024-05-06T07:08:09.123Z') })
    .where('user_id', '=', of.userId)
    .where('text', '=', '면이 쫄깃해요')
    .execute();
  const journal = journalOf(on.app, of);
  const ids = [await photo('journal', of), await photo('journal', of)];
  await journal.written({
    restaurantId: placeId,
    visitDate: day('2026-11-01'),
    visitTime: '18:40',
    journalText: '비 오는 날',
    photoIds: ids,
    amountWon: 23_500,
  });
  await journal.written({ restaurantName: '이름만 적은 집', visitDate: day('2025-01-31') });
  await on.database
    .updateTable('my_restaurants')
    .set({ linked_at: new Date('2024-03-05T01:02:03.456Z'), visited_at: new Date('2024-04-01T00:00:00Z') })
    .where('user_id', '=', of.userId)
    .where('restaurant_id', '=', placeId)
    .execute();
  return placeId;
}

test('내 데이터를 모두 담은 ZIP을 만들고, 메일로 알리고, 주인만 받는다', async () => {
  const placeId = await fill(member);
  expect(await current()).toEqual({ archive: null });
  const requested = await request();
  expect(requested.archive?.state).toBe('pending');
  expect((await request()).archive?.id).toBe(requested.archive?.id);
  expect((await download(requested.archive?.id ?? '')).statusCode).toBe(404);

  await on.jobs.runDue();
  const { archive } = await current();
  expect(archive).toMatchObject({ id: requested.archive?.id, state: 'ready' });
  expect(on.mails.filter(({ address }) => address === member.email).map(({ subject }) => subject)).toContain(
    '요청하신 데이터가 준비됐어요',
  );
  const answer = await download(archive?.id ?? '');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(archive?.bytes),
    'cache-control': 'private, no-store',
  });
  const files = await filesOf(answer.rawPayload);
  const document = JSON.parse(await files.text('data.json')) as Document;
  expect(document.restaurants.map(({ name }) => name).sort()).toEqual(['골목 분식', '노을목 칼국수']);
  expect(document.restaurants.find(({ name }) => name === '노을목 칼국수')).toMatchObject({
    rating: 4.5,
    review: '국물이 시원해요',
    tags: ['혼밥'],
    savedAt: '2024-03-05T01:02:03.456Z',
    visitedAt: '2024-04-01T00:00:00.000Z',
  });
  expect(document.journal.find(({ text }) => text === '비 오는 날')).toMatchObject({
    visitDate: '2026-11-01',
    visitTime: '18:40',
    amountWon: 23_500,
    placeId,
  });
  const named = [...document.restaurants, ...document.journal].flatMap(({ photos }) =>
    photos.map(({ file }) => file),
  );
  expect(named).toHaveLength(3);
  expect(files.names).toEqual(['data.json', 'list.csv', 'notes.json', ...named].sort());
  expect((await sharp(await files.bytes(named[0] ?? '')).metadata()).format).toBe('webp');
  expect(parse(await files.text('list.csv'), { bom: true, columns: true })).toHaveLength(2);
  expect(JSON.stringify(document)).not.toMatch(/password|refresh_token|access_token/);

  const stranger = await signUpMember(on.app);
  expect((await download(archive?.id ?? '', stranger)).statusCode).toBe(404);
  expect((await download(crypto.randomUUID())).statusCode).toBe(404);
  expect(await current(stranger)).toEqual({ archive: null });
});

test('기기의 필터 바로가기를 요청과 함께 보내면 파일에 담는다', async () => {
  const of = await signUpMember(on.app);
  const filterShortcuts = [{ name: '혼밥', search: { tag: '혼밥', open: 1 } }];
  const answer = await send(of, 'POST', '/api/my-data/archive', { filterShortcuts });
  expect(answer.statusCode, answer.body).toBe(201);
  await on.jobs.runDue();
  const { archive } = await current(of);
  const files = await filesOf((await download(archive?.id ?? '', of)).rawPayload);
  expect(JSON.parse(await files.text('data.json'))).toMatchObject({ filterShortcuts });
});

test('함께하는 모음에 남긴 것과 만든 투표가 있고, 다른 사람의 이름과 말은 없다', async () => {
  const other = await signUpMember(on.app, { nickname: '남남' });
  await setPaid(other);
  const placeIds = [
    await placeInCatalogue(on.database, { name: '노을목 칼국수' }),
    await placeInCatalogue(on.database, { name: '온달 갈비' }),
  ];
  const [others, ours] = [
    { ...collectionsOf(on.app, other), ...jointOf(on.app, other) },
    jointOf(on.app, member),
  ];
  const { id } = await others.made({ name: '남의 모음', restaurantIds: placeIds });
  const { invite } = (await others.putInvite(id, 'editor')).json();
  await ours.join(invite.id);
  await ours.comment(id, placeIds[0] ?? '', '내가 남긴 말');
  await ours.react(id, placeIds[1] ?? '', { wants: true });
  await others.comment(id, placeIds[0] ?? '', '남이 남긴 말');
  const vote = await send(member, 'POST', `/api/collections/${id}/votes`, {
    title: '토요일 저녁',
    meetsOn: '2099-11-28',
    meetsAt: null,
    otherDates: [{ meetsOn: '2099-11-29', meetsAt: '12:00' }],
    restaurantIds: placeIds,
  });
  for (const [nth, name] of ['지우', '서연'].entries())
    await send(other, 'PUT', `/api/votes/${vote.json().id}/answers`, {
      key: crypto.randomUUID(),
      name,
      answers: [
        { restaurantId: placeIds[0], answer: 'want' },
        { restaurantId: placeIds[1], answer: nth === 0 ? 'fine' : 'later' },
      ],
      dates: vote.json().dates.map(({ id: dateId }: { id: string }, at: number) => ({
        dateId,
        canCome: at === 0 || nth === 0,
      })),
    });

  const { document } = await archiveOf(member);
  expect(document).toMatchObject({
    joinedCollections: [{ name: '남의 모음', role: 'editor' }],
    collectionComments: [{ place_name: '노을목 칼국수', text: '내가 남긴 말' }],
    collectionReactions: [{ place_name: '온달 갈비', wants: true }],
    votes: [
      {
        title: '토요일 저녁',
        collectionName: '남의 모음',
        meetsOn: '2099-11-28',
        meetsAt: null,
        dates: [
          { meetsOn: '2099-11-28', meetsAt: null, canCome: 2, cannotCome: 0 },
          { meetsOn: '2099-11-29', meetsAt: '12:00', canCome: 1, cannotCome: 1 },
        ],
        places: [
          { name: '노을목 칼국수', want: 2, fine: 0, later: 0 },
          { name: '온달 갈비', want: 0, fine: 1, later: 1 },
        ],
      },
    ],
  });
  for (const foreign of ['남남', '남이 남긴 말', '지우', '서연'])
    expect(JSON.stringify(document)).not.toContain(foreign);
});

test('하루에 세 번까지 요청할 수 있다', async () => {
  for (let nth = 0; nth < 3; nth += 1) {
    expect((await request()).archive?.state).toBe('pending');
    await on.jobs.runDue();
  }
  const refused = await send(member, 'POST', '/api/my-data/archive');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'archive.too_many']);
});

const filesOnDisk = async (archiveId = '-') =>
  (await readdir(folder, { recursive: true })).filter((name) => name.includes(archiveId));

async function readyArchive(): Promise<string> {
  await request();
  await on.jobs.runDue();
  const { archive } = await current();
  expect(await filesOnDisk(archive?.id)).toHaveLength(1);
  return archive?.id ?? '';
}

test('기한이 지나면 파일도 지운다', async () => {
  const id = await readyArchive();
  await on.database
    .updateTable('archives')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();
  expect((await download(id)).statusCode).toBe(404);
  await on.jobs.add(on.database, 'archive.delete_expired', {});
  await on.jobs.runDue();
  expect(await filesOnDisk(id)).toEqual([]);
  expect(await on.database.selectFrom('archives').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('탈퇴하면 파일도 지운다', async () => {
  const id = await readyArchive();
  const { password } = member;
  const form = { reason: '', password, phrase: DELETION_PHRASES.ko };
  const answer = await send(member, 'POST', '/api/account/deletion/now', form);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  await on.jobs.runDue();
  expect(await filesOnDisk(id)).toEqual([]);
  expect(await on.database.selectFrom('archives').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('같은 일이 한꺼번에 두 번 돌아도 둘 다 끝나고 ZIP을 받는다', async () => {
  await fill(member);
  const { archive } = await request();
  const archiveId = archive?.id ?? '';
  await on.jobs.add(on.database, 'archive.make', { archiveId }, { maxAttempts: 1 });
  await Promise.all([on.jobs.runDue(), on.jobs.runDue()]);
  const unfinished =
    await sql`select from graphile_worker.jobs where task_identifier = 'archive.make'`.execute(on.database);
  expect(unfinished.rows).toEqual([]);

  // The file and its size may have been stored by different attempts.
  await on.database
    .updateTable('archives')
    .set((row) => ({ bytes: sql<number>`${row.ref('bytes')} - 1` }))
    .where('id', '=', archiveId)
    .execute();
  const answer = await download(archiveId);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  // A file with pieces of two attempts would have a wrong checksum or a wrong number of entries.
  const files = await filesOf(answer.rawPayload);
  const { restaurants, journal } = JSON.parse(await files.text('data.json')) as Document;
  expect(restaurants).toHaveLength(2);
  expect(journal).toHaveLength(2);
  const photos = [...restaurants, ...journal].flatMap((row) => row.photos.map(({ file }) => file));
  expect(photos).toHaveLength(3);
  expect(files.names).toEqual(['data.json', 'list.csv', 'notes.json', ...photos].sort());
  for (const name of photos) expect((await sharp(await files.bytes(name)).stats()).channels).toHaveLength(3);
  expect(parse(await files.text('list.csv'), { bom: true, columns: true })).toHaveLength(2);
  expect(JSON.parse(await files.text('notes.json'))).toEqual({ missingPhotos: [] });
});

test('한 시간 동안 끝나지 않은 것은 실패이고, 다시 요청할 수 있고, 남은 파일은 지운다', async () => {
  const late = await request();
  const old = path.join(folder, 'archives-unfinished', `${late.archive?.id}.zip`);
  const fresh = path.join(folder, 'archives-unfinished', 'being-written.zip');
  for (const file of [old, fresh]) await writeFile(file, 'half');
  const longAgo = new Date(Date.now() - 3_700_000);
  await utimes(old, longAgo, longAgo);
  await on.database
    .updateTable('archives')
    .set({ requested_at: longAgo })
    .where('id', '=', late.archive?.id ?? '')
    .execute();
  expect((await request()).archive?.id).not.toBe(late.archive?.id);
  await on.jobs.add(on.database, 'archive.delete_expired', {});
  await on.jobs.runDue();
  expect((await current()).archive?.state).toBe('ready');
  expect(await filesOnDisk('archives-unfinished')).toEqual([
    'archives-unfinished',
    fresh.slice(folder.length + 1),
  ]);
});

/** Restores an archive as the screen does: photos first, then places, collections and entries. */
async function restore(to: TestMember, { files, document }: Awaited<ReturnType<typeof archiveOf>>) {
  const uploaded = async (photos: ArchivedRestaurant['photos'], purpose: 'review' | 'journal') => {
    const ids: string[] = [];
    for (const { file } of photos) {
      const bytes = Buffer.from(await files.bytes(file));
      const answer = await upload(on.app, { headers: to.headers, bytes, type: 'image/webp', purpose });
      ids.push(answer.json<Photo>().id);
    }
    return ids;
  };
  const restaurants = await Promise.all(
    document.restaurants.map(
      async ({ name, address, coordinates, phoneNumber, tags, photos, ...record }) => ({
        ...record,
        place: { name, address, coordinates, phoneNumber },
        customTags: tags,
        userPhotoFilenames: await uploaded(photos, 'review'),
      }),
    ),
  );
  const places = await send(to, 'POST', '/api/my-data/restaurants', { restaurants });
  const idOf = new Map(
    document.restaurants.map(({ placeId }, at) => [placeId, places.json().rows[at].id as string]),
  );
  const collections = await send(to, 'POST', '/api/my-data/collections', {
    collections: document.collections.map((row) => ({
      ...row,
      places: row.places.map((place) => ({ ...place, placeId: idOf.get(place.placeId) })),
    })),
  });
  const entries = await Promise.all(
    document.journal.map(async ({ id, placeId, restaurantName, visitDate, text, photos, ...entry }) => ({
      ...entry,
      id,
      restaurantId: placeId,
      restaurantName,
      visitDate: day(visitDate),
      journalText: text,
      photoIds: await uploaded(photos, 'journal'),
    })),
  );
  const journal = await send(to, 'POST', '/api/my-data/journal', { entries });
  return [...places.json().rows, ...collections.json().rows, ...journal.json().rows].map(
    ({ outcome, code }) => code ?? outcome,
  );
}

test('다른 회원으로 되돌리면 리스트, 일지, 사진, 날짜가 같고, 두 번 되돌려도 늘지 않는다', async () => {
  await fill(member);
  const archive = await archiveOf(member);
  const other = await signUpMember(on.app);
  await setPaid(other);
  expect(await restore(other, archive)).toEqual(Array(5).fill('added'));
  expect(await restore(other, archive)).toEqual(Array(5).fill('already_there'));

  const again = await archiveOf(other);
  const facts = ({ restaurants, journal }: Document) => ({
    restaurants: restaurants
      .map(({ placeId, photos, ...row }) => ({ ...row, photos: photos.length }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    journal: journal
      .map(({ id, updatedAt, photos, ...row }) => ({ ...row, photos: photos.length }))
      .sort((a, b) => a.visitDate.localeCompare(b.visitDate)),
  });
  const times = (rows: { savedAt: string }[]) => rows.map(({ savedAt }) => savedAt);
  expect(facts(again.document).restaurants).toEqual(facts(archive.document).restaurants);
  expect(facts(again.document).journal).toEqual(facts(archive.document).journal);
  expect(times(again.document.restaurants).sort()).toEqual(times(archive.document.restaurants).sort());
  const namesOf = ({ restaurants, collections }: Document) =>
    collections.map((row) => ({
      ...row,
      places: row.places.map(({ placeId, note, ...talk }) => [
        restaurants.find((place) => place.placeId === placeId)?.name,
        note,
        talk,
      ]),
    }));
  expect(namesOf(again.document)).toEqual(namesOf(archive.document));
  expect(namesOf(archive.document)).toMatchObject([
    {
      name: '비 오는 날',
      places: [
        ['골목 분식', '', { wants: false, visitedOn: null, comments: [] }],
        [
          '노을목 칼국수',
          '칼국수 곱빼기',
          {
            wants: true,
            visitedOn: '2026-10-31',
            comments: [
              { text: '면이 쫄깃해요', createdAt: '2024-05-06T07:08:09.123Z' },
              { text: '또 가요', createdAt: expect.any(String) },
            ],
          },
        ],
      ],
    },
  ]);
  // The photos of the first member still belong to that member.
  expect((await archiveOf(member)).document.journal.flatMap(({ photos }) => photos)).toHaveLength(2);
});

test('되살린 뒤에 이름을 바꾸거나 삭제한 곳도 다시 되살릴 때 두 번 생기지 않는다', async () => {
  await fill(member);
  const archive = await archiveOf(member);
  const other = await signUpMember(on.app);
  await setPaid(other);
  await restore(other, archive);
  const mine = listOf(on.app, other);
  const manual = async () => (await mine.now()).restaurants.filter(({ isManual }) => isManual);
  const [restored] = await manual();
  const renamed = await mine.changePlace(restored?.id ?? '', {
    name: '새 이름 분식',
    address: '서울 중구 다른길 9',
  });
  expect(renamed.statusCode, renamed.body).toBe(200);
  expect(await restore(other, archive)).toEqual(Array(5).fill('already_there'));
  expect((await manual()).map(({ name }) => name)).toEqual(['새 이름 분식']);

  await mine.remove(restored?.id ?? '');
  expect((await restore(other, archive)).filter((outcome) => outcome === 'added')).toHaveLength(1);
  expect(await manual()).toHaveLength(1);
});

test('모음에만 있는 곳도 다른 설치에 되돌리고, 옛 파일에서 못 찾은 곳은 알린다', async () => {
  const onlyCollected = await placeInCatalogue(on.database, { name: '모음에만 있는 집' });
  const collections = collectionsOf(on.app, member);
  const { id } = await collections.made({ name: '을지로', restaurantIds: [onlyCollected] });
  await collections.changePlace(id, onlyCollected, { note: '두 번째 골목' });
  await jointOf(on.app, member).react(id, onlyCollected, { wants: true });
  const { document } = await archiveOf(member);
  const [archived] = document.collections;

  const elsewhere = await openTestApp();
  onTestFinished(() => elsewhere.close());
  const other = await signUpMember(elsewhere.app);
  const restoreElsewhere = async (collection: object) => {
    const answer = await elsewhere.app.inject({
      method: 'POST',
      url: '/api/my-data/collections',
      headers: other.headers,
      payload: { collections: [collection] },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().rows[0];
  };
  const row = await restoreElsewhere(archived ?? {});
  expect(row).toMatchObject({ outcome: 'added', missingPlaces: [] });
  expect(await restoreElsewhere(archived ?? {})).toMatchObject({ outcome: 'already_there' });
  expect((await collectionsOf(elsewhere.app, other).read(row.id)).json()).toMatchObject({
    name: '을지로',
    places: [
      {
        name: '모음에만 있는 집',
        address: '서울특별시 종로구 예시로 1',
        coordinates: { lat: 37.57, lng: 126.98 },
        note: '두 번째 골목',
        wants: [expect.any(String)],
      },
    ],
  });
  const again = await restoreElsewhere({
    ...archived,
    name: '둘',
    createdAt: '2024-01-01T00:00:00.000Z',
    places: archived?.places.map((place) => ({ ...place, note: '\u3164두 번\u200b째\u0007 골목\u2800' })),
  });
  expect(again).toMatchObject({ outcome: 'added', missingPlaces: [] });
  expect((await collectionsOf(elsewhere.app, other).read(again.id)).json()).toMatchObject({
    places: [{ note: '두 번째 골목' }],
  });

  const old = { placeId: 'unknown-place', note: '옛 줄' };
  const nowhere = { ...old, placeId: 'nowhere', name: '주소를 모르는 집' };
  expect(
    await restoreElsewhere({
      ...archived,
      name: '옛 파일',
      createdAt: '2024-02-01T00:00:00.000Z',
      places: [old, nowhere],
    }),
  ).toMatchObject({ outcome: 'added', missingPlaces: ['', '주소를 모르는 집'] });
});

test('안 되는 한 줄이 다른 줄을 막지 않고, 무료 한도를 넘지 않는다', async () => {
  const row = (name: string, more: object = {}) => ({
    placeId: 'unknown-place',
    place: { name, address: '서울 중구 어딘가' },
    status: '방문 예정',
    savedAt: '2024-01-01T00:00:00.000Z',
    visitedAt: null,
    ...more,
  });
  const rows = Array.from({ length: 12 }, (_, nth) => row(`집 ${nth}`, { placeId: `unknown-${nth}` }));
  rows.splice(1, 1, row('분류가 없는 집', { categoryId: 'no-such-category' }));
  const answer = await send(member, 'POST', '/api/my-data/restaurants', { restaurants: rows });
  expect(
    answer.json().rows.map(({ outcome, code }: { outcome: string; code: string | null }) => code ?? outcome),
  ).toEqual([
    'added',
    'restaurants.category_unknown',
    ...Array(9).fill('added'),
    'restaurants.limit_reached',
  ]);
  expect(
    await send(member, 'POST', '/api/my-data/restaurants', { restaurants: [{ placeId: 'x' }] }),
  ).toMatchObject({
    statusCode: 400,
  });
});

test('리스트에 없는 곳의 일지도 식당과 이어지고, 모르는 곳과 남만 보는 곳은 이름만 남는다', async () => {
  const known = await placeInCatalogue(on.database, { name: '노을목 칼국수' });
  const stranger = await signUpMember(on.app);
  const byHand = await listOf(on.app, stranger).add({
    place: { from: 'hand', name: '골목 분식', address: '서울 중구 어딘가 3' },
  });
  const entries = [known, 'unknown-place', byHand.json().restaurant.id].map((restaurantId, nth) => ({
    id: crypto.randomUUID(),
    createdAt: '2024-01-01T00:00:00.000Z',
    visitDate: day(`2024-01-0${3 - nth}`),
    restaurantId,
    restaurantName: '적어 둔 이름',
  }));
  await send(member, 'POST', '/api/my-data/journal', { entries });
  const restored = (await journalOf(on.app, member).now()).entries;
  expect(restored.map(({ restaurantId, restaurantName }) => [restaurantId, restaurantName])).toEqual([
    [known, '노을목 칼국수'],
    [null, '적어 둔 이름'],
    [null, '적어 둔 이름'],
  ]);
});

test.each([
  ['댓글의 날짜', { comments: [{ text: '맛있어요', createdAt: '0000-01-01T00:00:00.000Z' }] }],
  ['다녀온 날', { visitedOn: '0000-01-01' }],
  ['댓글', { comments: [{ text: 'a\u0000b', createdAt: '2024-01-01T00:00:00.000Z' }] }],
])('저장할 수 없는 값은 오류가 아니라 거절이다: %s', async (_, talk) => {
  const placeId = await placeInCatalogue(on.database);
  const answer = await send(member, 'POST', '/api/my-data/collections', {
    collections: [
      {
        name: '모음',
        note: '',
        colour: 'pink',
        icon: 'soup',
        sort: 'manual',
        createdAt: '2024-01-01T00:00:00.000Z',
        places: [{ placeId, note: '', ...talk }],
      },
    ],
  });
  expect(answer.statusCode, answer.body).toBe(400);
});

test.each(['savedAt', 'visitedAt'])('1900년보다 이른 날짜는 거절한다: %s', async (field) => {
  const row = {
    placeId: 'unknown',
    place: { name: '집', address: '서울 중구 어딘가' },
    status: '방문 완료',
    savedAt: '1900-01-01T00:00:00.000Z',
    visitedAt: '1900-01-01T00:00:00.000Z',
  };
  const restore = async (restaurant: object) =>
    (await send(member, 'POST', '/api/my-data/restaurants', { restaurants: [restaurant] })).statusCode;
  expect(await restore({ ...row, [field]: '1899-12-31T23:59:59.999Z' })).toBe(400);
  expect(await restore({ ...row, [field]: '0000-01-01T00:00:00.000Z' })).toBe(400);
  expect(await restore(row)).toBe(200);
});

test('API 토큰으로 가져오고, 내보내고, 모두 받고, 되살린다', async () => {
  await setPaid(member);
  const placeId = await placeInCatalogue(on.database, { name: '버들목 국밥' });
  const tokenOf = async (scope: 'read' | 'read-write') => {
    const answer = await send(member, 'POST', '/api/account/tokens', { name: scope, scope });
    return answer.json<{ secret: string }>().secret;
  };
  const used = new Set<string>();
  const as =
    (secret: string) => (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
      const path = url.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}');
      used.add(`${method} ${path}`);
      const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': crypto.randomUUID() };
      return on.app.inject({ method, url, headers, ...(payload && { payload }) });
    };
  const [full, readOnly] = [as(await tokenOf('read-write')), as(await tokenOf('read'))];
  const ok = async (...given: Parameters<typeof full>) => {
    const answer = await full(...given);
    expect([given, answer.statusCode, answer.statusCode < 300]).toEqual([given, answer.statusCode, true]);
    return answer;
  };
  const row = (name: string) => ({
    place: { name, address: '서울 중구 을지로 1', phoneNumber: '', link: '', coordinates: null, placeId: '' },
    fields: {
      status: null,
      customTags: [],
      sourceKind: null,
      sourceMemo: '',
      rating: null,
      review: '',
    },
  });
  const rows = [row('버들목 국밥'), row('어디에도 없는 집')];
  expect((await readOnly('POST', '/api/place-imports', { rows })).json().code).toBe(
    'account.token_read_only',
  );
  const { id } = (await ok('POST', '/api/place-imports', { rows })).json() as { id: string };
  const at = `/api/place-imports/${id}`;
  await ok('GET', `/api/places/autocomplete?q=${encodeURIComponent('버들목 국밥')}`);
  await ok('POST', `${at}/matches`);
  expect((await readOnly('GET', `${at}/rows`)).json().rows).toHaveLength(2);
  await ok('PATCH', at, {
    fields: { status: '방문 예정', customTags: ['토큰'], sourceKind: null, sourceMemo: '' },
  });
  const place = { placeId, name: '버들목 국밥', address: '', kind: null, businessStatus: null };
  await ok('PATCH', `${at}/rows`, {
    changes: [
      { position: 0, choice: { from: 'maps', place } },
      { position: 1, choice: { from: 'hand' } },
    ],
  });
  await ok('POST', `${at}/save`, { positions: [0, 1] });
  await on.jobs.runDue();
  await ok('POST', `${at}/cancel`);
  expect((await ok('GET', at)).json()).toMatchObject({ state: 'done', savedCount: 2 });
  expect((await readOnly('GET', '/api/my-restaurants/export?format=csv')).body).toContain('버들목 국밥');
  await ok('POST', '/api/my-data/archive');
  await on.jobs.runDue();
  const { archive } = (await readOnly('GET', '/api/my-data/archive')).json() as State;
  const files = await filesOf((await ok('GET', `/api/my-data/archive/${archive?.id}/file`)).rawPayload);
  const { restaurants } = JSON.parse(await files.text('data.json')) as Document;
  expect(restaurants.map(({ name }) => name).toSorted()).toEqual(['버들목 국밥', '어디에도 없는 집']);
  await ok('POST', `${at}/undo`);
  await on.jobs.runDue();
  const known = await ok('POST', '/api/my-data/restored', {
    restaurants: restaurants.map(({ placeId: archived, name, address }) => ({
      placeId: archived,
      name,
      address,
    })),
    entryIds: [],
  });
  expect(known.json()).toMatchObject({ restaurantIds: [null, null] });
  const entry = {
    id: crypto.randomUUID(),
    createdAt: '2026-11-01T00:00:00.000Z',
    visitDate: day('2026-11-01'),
  };
  const draft = { restaurantName: '어디에도 없는 집', visitTime: null, journalText: '', photoIds: [] };
  await ok('POST', '/api/my-data/journal', { entries: [{ ...draft, ...entry }] });
  await ok('DELETE', at);
  expect((await ok('GET', '/api/place-imports')).json().imports).toEqual([]);
  expect(
    (await full('POST', '/api/place-imports/list-links', { link: 'https://example.com/' })).json().code,
  ).toBe('transfer.link_not_supported');

  const { paths } = (await on.app.inject({ url: '/api/openapi.json' })).json() as {
    paths: Record<string, Record<string, unknown>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{id}')}`),
  );
  expect([...used].filter((each) => !described.includes(each))).toEqual([]);
});
