import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { objectIdOf } from '#common/object-id.ts';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { WrittenEntry } from '#features/journal/journal.contract.ts';
import { someWebp } from '#features/photos/server/photos.test-factory.ts';
import { purgeDeletedRestaurants } from '#features/restaurants/server/purge-deleted-restaurants.ts';
import {
  listOf,
  placeInCatalogue,
  written as asWritten,
} from '#features/restaurants/server/restaurants.test-factory.ts';
import { codeOf, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { day, journalOf } from './journal.test-factory.ts';
import { purgeJournal } from './purge-journal.ts';

let folder: string;
let on: TestApp;
let member: TestMember;
let list: ReturnType<typeof listOf>;
let journal: ReturnType<typeof journalOf>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-created-once-'));
  on = await openTestApp({ settings: { DATA_DIR: folder, REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  member = await signUpMember(on.app);
  list = listOf(on.app, member);
  journal = journalOf(on.app, member);
});

const post = (
  url: string,
  payload: object | Buffer,
  { of = member, type = 'application/json' }: { of?: TestMember; type?: string } = {},
) =>
  on.app.inject({
    method: 'POST',
    url,
    headers: { ...of.headers, 'content-type': type, 'idempotency-key': randomUUID() },
    payload,
  });
const addWith = (id: string | undefined, placeId: string) =>
  post('/api/my-restaurants', { id, place: { from: 'maps', placeId } });
const addByHandWith = (id: string, of = member) =>
  post('/api/my-restaurants', { id, place: { from: 'hand', name: '골목집', address: '서울 중구' } }, { of });
const writeWith = (id: string | undefined, of = member, text = '맛있다') =>
  post(
    '/api/journal/entries',
    { id, restaurantName: '국밥집', visitDate: day('2026-04-18'), journalText: text },
    { of },
  );
const purge = async () => {
  await sql`update my_restaurants set deleted_at = deleted_at - interval '2 days'`.execute(on.database);
  await sql`update journal_entries set deleted_at = deleted_at - interval '2 days'`.execute(on.database);
  await purgeDeletedRestaurants(on);
  await purgeJournal(on);
};

describe('맛집', () => {
  test('같은 id로 다시 보내면 지금의 맛집을 받고, 하나만 있다', async () => {
    const id = randomUUID();
    const placeId = await placeInCatalogue(on.database);
    expect((await addWith(id, placeId)).statusCode).toBe(201);
    await list.change(placeId, { rating: 4.5 });
    await sql`update idempotency_keys set created_at = created_at - interval '40 days'`.execute(on.database);
    const again = await addWith(id, placeId);
    expect(again.statusCode).toBe(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(asWritten(again).restaurant?.rating).toBe(4.5);
    expect((await list.now()).restaurants).toHaveLength(1);
  });

  test('직접 입력한 곳도 하나만 생기고, 브라우저가 그 id를 미리 안다', async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => addByHandWith(id)));
    for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode);
    expect((await addByHandWith(id)).statusCode).toBe(201);
    const expected = `own:${objectIdOf({ userId: member.userId, id })}`;
    expect((await list.now()).restaurants.map((each) => each.id)).toEqual([expected]);
  });

  test('대조: id가 없으면 두 번 보낸 곳이 둘이 된다', async () => {
    const place = { from: 'hand', name: '골목집', address: '서울 중구' };
    await post('/api/my-restaurants', { place });
    await post('/api/my-restaurants', { place });
    expect((await list.now()).restaurants).toHaveLength(2);
  });

  test('그사이 삭제한 곳은 되살아나지 않고, 삭제되었다는 답을 받는다', async () => {
    const id = randomUUID();
    const placeId = await placeInCatalogue(on.database);
    await addWith(id, placeId);
    await list.remove(placeId);
    expect(codeOf(await addWith(id, placeId))).toEqual([410, 'restaurants.deleted']);
    await purge();
    expect(codeOf(await addWith(id, placeId))).toEqual([410, 'restaurants.deleted']);
    expect((await list.now()).restaurants).toEqual([]);
  });

  test('한도로 거절된 등록은 같은 id로 나중에 다시 보낼 수 있다', async () => {
    for (let nth = 0; nth < 10; nth += 1) await list.addPlace(await placeInCatalogue(on.database));
    const id = randomUUID();
    const placeId = await placeInCatalogue(on.database);
    expect(codeOf(await addWith(id, placeId))).toEqual([409, 'restaurants.limit_reached']);
    await list.remove((await list.now()).restaurants[0]?.id ?? '');
    expect((await addWith(id, placeId)).statusCode).toBe(201);
  });

  test('다른 곳에서 바뀐 글은 덮어쓰지 않고, 서로 다른 항목은 합쳐진다', async () => {
    const placeId = await placeInCatalogue(on.database);
    await list.addPlace(placeId, { status: '방문 완료', review: '처음' });
    await list.change(placeId, { review: '다른 기기의 글' });
    const mine = { review: '내 글', basedOn: { review: '처음' } };
    expect(codeOf(await list.change(placeId, mine))).toEqual([409, 'restaurants.changed_elsewhere']);
    expect((await list.change(placeId, { rating: 3, basedOn: { review: '처음' } })).statusCode).toBe(200);
    const [kept] = (await list.now()).restaurants;
    expect(kept).toMatchObject({ review: '다른 기기의 글', rating: 3 });
    const based = { review: '내 글', basedOn: { review: '다른 기기의 글' } };
    expect((await list.change(placeId, based)).statusCode).toBe(200);
    // Sends the same request again, as a client does after a lost response.
    expect((await list.change(placeId, based)).statusCode).toBe(200);
  });
});

describe('일지', () => {
  test('같은 id로 다시 보내면 지금의 일지를 받고, 하나만 있다', async () => {
    const id = randomUUID();
    const entryId = objectIdOf({ userId: member.userId, id });
    expect((await writeWith(id)).json<WrittenEntry>().entry?.id).toBe(entryId);
    await journal.change(entryId, { journalText: '고쳤다' });
    const again = await writeWith(id);
    expect(again.statusCode).toBe(201);
    expect(again.json<WrittenEntry>().entry?.journalText).toBe('고쳤다');
    expect((await journal.now()).entries).toHaveLength(1);
  });

  test('그사이 삭제한 일지는 되살아나지 않는다', async () => {
    const id = randomUUID();
    await writeWith(id);
    await journal.remove(objectIdOf({ userId: member.userId, id }));
    expect(codeOf(await writeWith(id))).toEqual([410, 'journal.deleted']);
    await purge();
    expect(codeOf(await writeWith(id))).toEqual([410, 'journal.deleted']);
    expect((await journal.now()).entries).toEqual([]);
  });

  test('대조: id가 없으면 두 번 보낸 일지가 둘이 된다', async () => {
    await writeWith(undefined);
    await writeWith(undefined);
    expect((await journal.now()).entries).toHaveLength(2);
  });
});

describe('다른 회원', () => {
  test('남이 쓴 id는 모르는 id와 똑같이 답하고, 남의 것은 그대로다', async () => {
    const other = await signUpMember(on.app);
    const [used, unused] = [randomUUID(), randomUUID()];
    await writeWith(used, other, '남의 일지');
    const [usedPlace, unusedPlace] = [randomUUID(), randomUUID()];
    await addByHandWith(usedPlace, other);
    const shapeOf = (answer: { statusCode: number; headers: object }) => [
      answer.statusCode,
      'idempotency-replayed' in answer.headers,
    ];
    const entries = [await writeWith(used), await writeWith(unused)];
    expect(entries.map(shapeOf)).toEqual([
      [201, false],
      [201, false],
    ]);
    const places = [await addByHandWith(usedPlace), await addByHandWith(unusedPlace)];
    expect(places.map(shapeOf)).toEqual([
      [201, false],
      [201, false],
    ]);
    const theirs = (await journalOf(on.app, other).now()).entries;
    expect(theirs.map(({ textStart }) => textStart)).toEqual(['남의 일지']);
    expect((await listOf(on.app, other).now()).restaurants).toHaveLength(1);
  });

  test('다른 계정의 요청은 지금 로그인한 계정에 저장되지 않는다', async () => {
    const send = (account: string) =>
      on.app.inject({
        method: 'POST',
        url: '/api/journal/entries',
        headers: { ...member.headers, 'momokzi-account': account, 'idempotency-key': randomUUID() },
        payload: { restaurantName: '국밥집', visitDate: day('2026-04-18') },
      });
    expect((await send('somebody')).statusCode).toBe(401);
    expect((await send(member.userId)).statusCode).toBe(201);
    expect((await journal.now()).entries).toHaveLength(1);
  });
});

test('사진도 같은 id로 한 장만 저장되고, 쓰이지 않아 지워졌으면 다시 올릴 수 있다', async () => {
  const id = randomUUID();
  const bytes = await someWebp({ width: 16, height: 12 });
  const send = async (given: string | undefined = id) =>
    (
      await post(`/api/photos?purpose=journal${given ? `&id=${given}` : ''}`, bytes, { type: 'image/webp' })
    ).json<{ id: string }>().id;
  const stored = () =>
    on.database
      .selectFrom('photos')
      .select('id')
      .where('owner_id', '=', member.userId)
      .where('removed_at', 'is', null)
      .execute();
  const first = await send();
  expect(await send()).toBe(first);
  expect(await stored()).toEqual([{ id: first }]);
  await sql`update photos set removed_at = now() where id = ${first}`.execute(on.database);
  const second = await send();
  expect(second).not.toBe(first);
  expect(await stored()).toEqual([{ id: second }]);
  // Control: without the id, a repeated upload stores a second photo.
  await send('');
  expect(await stored()).toHaveLength(2);
});
