import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { documentETag, matchesETag } from '#server/http/document-version.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { incrementVersionsOfListsWith } from './restaurants.public.ts';
import { listOf, placeInCatalogue, requireNewVersions } from './restaurants.test-factory.ts';

let on: TestApp;
let member: TestMember;
let mine: ReturnType<typeof listOf>;

beforeAll(async () => {
  on = await openTestApp();
  await requireNewVersions(on.database);
});
afterAll(() => on.close());

beforeEach(async () => {
  member = await signUpMember(on.app);
  mine = listOf(on.app, member);
});

const tagOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.etag);

describe('리스트의 판', () => {
  test('바뀌지 않은 리스트는 몸 없는 304로 답한다', async () => {
    await mine.addPlace(await placeInCatalogue(on.database));
    const first = await mine.read();
    expect(first.headers['cache-control']).toBe('private, no-cache');

    const again = await mine.read({ 'if-none-match': tagOf(first) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(tagOf(again)).toBe(tagOf(first));
    expect(again.headers['cache-control']).toBe('private, no-cache');

    const compressedByAProxy = await mine.read({ 'if-none-match': `"other", W/${tagOf(first)}` });
    expect(compressedByAProxy.statusCode).toBe(304);
  });

  test('아직 아무것도 더하지 않은 리스트도 다시 묻기는 싸다', async () => {
    const first = await mine.read();
    expect(first.json()).toEqual({ version: 0, restaurants: [] });
    expect((await mine.read({ 'if-none-match': tagOf(first) })).statusCode).toBe(304);
  });

  test('같은 판이라도 남의 리스트의 표는 통하지 않는다', async () => {
    const other = await signUpMember(on.app);
    const [ours, theirs] = [await mine.read(), await listOf(on.app, other).read()];
    expect(ours.json()).toEqual(theirs.json());
    expect((await listOf(on.app, other).read({ 'if-none-match': tagOf(ours) })).statusCode).toBe(200);
  });

  test('모든 쓰기가 판을 올리고, 거절과 읽기는 올리지 않는다', async () => {
    const [id, held] = [await placeInCatalogue(on.database), await placeInCatalogue(on.database)];
    await mine.addPlace(held);
    const own = (await mine.addByHand({ name: '할머니집', address: '어딘가' })).json().restaurant.id;

    const raise: [string, () => Promise<unknown>][] = [
      ['더하기', () => mine.addPlace(id)],
      ['고치기', () => mine.change(id, { rating: 5 })],
      ['직접 입력한 곳 고치기', () => mine.changePlace(own, { name: '할매집', address: '어딘가' })],
      ['지우기', () => mine.remove(id)],
      ['되돌리기', () => mine.restore(id)],
    ];
    for (const [name, write] of raise) {
      const before = await mine.read();
      await write();
      const after = await mine.read({ 'if-none-match': tagOf(before) });
      expect([name, after.statusCode]).toEqual([name, 200]);
      expect(after.json().version).toBeGreaterThan(before.json().version);
    }

    const before = await mine.read();
    const keep: [string, () => Promise<unknown>][] = [
      ['또 더하기', () => mine.addPlace(held)],
      ['틀린 칸', () => mine.change(held, { rating: 7 })],
      ['없는 카테고리', () => mine.change(held, { categoryId: 'no-such' })],
      ['없는 곳 고치기', () => mine.change('no-such', { rating: 5 })],
      ['바꿀 수 없는 곳', () => mine.changePlace(held, { name: '가짜', address: '어딘가' })],
      ['없는 곳 지우기', () => mine.remove('no-such')],
      ['지우지 않은 곳 되돌리기', () => mine.restore(held)],
      ['자세히 보기', () => mine.open(held)],
    ];
    for (const [name, attempt] of keep) {
      await attempt();
      expect([name, (await mine.read({ 'if-none-match': tagOf(before) })).statusCode]).toEqual([name, 304]);
    }
  });

  test('판 없는 쓰기는 이 시험에서 실패한다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    const unversioned = [
      on.database.updateTable('my_restaurants').set({ rating: 1 }).where('restaurant_id', '=', id),
      on.database.deleteFrom('my_restaurants').where('restaurant_id', '=', id),
      on.database.updateTable('restaurants_public').set({ name: '몰래 바꾼 이름' }).where('id', '=', id),
    ];
    for (const write of unversioned)
      await expect(write.execute()).rejects.toThrow('was changed without its version');
  });

  test('같은 판은 다시 읽지 않고, 다른 과정이 올린 판은 바로 보인다', async () => {
    const id = await placeInCatalogue(on.database);
    // The list contains enough places for the response to be compressed.
    for (let n = 0; n < 5; n += 1) await mine.addPlace(await placeInCatalogue(on.database));
    await mine.addPlace(id);
    const asBrowser = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' };
    const [first, compressed] = [await mine.read(), await mine.read(asBrowser)];
    // Changes a rating and then sets the version back. A later read of the same version must not show the change.
    const { version: before } = first.json();
    await on.database.transaction().execute(async (transaction) => {
      await incrementVersionsOfListsWith(transaction, [id]);
      await transaction
        .updateTable('my_restaurants')
        .set({ rating: 1 })
        .where('restaurant_id', '=', id)
        .execute();
    });
    const setVersion = (version: number) =>
      on.database
        .updateTable('restaurant_lists')
        .set({ version })
        .where('user_id', '=', member.userId)
        .execute();
    await setVersion(before);
    const again = await mine.read();
    expect(again.body).toBe(first.body);
    expect(again.headers).toMatchObject({
      etag: first.headers.etag,
      'content-type': first.headers['content-type'],
    });
    const compressedAgain = await mine.read(asBrowser);
    expect(compressedAgain.rawPayload).toEqual(compressed.rawPayload);
    expect(compressedAgain.headers['content-encoding']).toBe('gzip');

    await setVersion(before + 1);
    const fresh = (await mine.read()).json();
    expect([fresh.version, fresh.restaurants[0].rating]).toEqual([before + 1, 1]);
    expect(gunzipSync((await mine.read(asBrowser)).rawPayload).toString()).toBe(JSON.stringify(fresh));
  });

  test('카탈로그의 사실이 바뀌면 그곳을 가진 리스트만 새 판이 된다', async () => {
    const [changed, other] = [await placeInCatalogue(on.database), await placeInCatalogue(on.database)];
    const neighbour = listOf(on.app, await signUpMember(on.app));
    const bystander = listOf(on.app, await signUpMember(on.app));
    const former = listOf(on.app, await signUpMember(on.app));
    await mine.addPlace(changed);
    await neighbour.addPlace(changed);
    await bystander.addPlace(other);
    await former.addPlace(changed);
    await former.remove(changed);
    const tags = await Promise.all(
      [mine, neighbour, bystander, former].map(async (list) => tagOf(await list.read())),
    );

    await on.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('restaurants_public')
        .set({ name: '새 이름' })
        .where('id', '=', changed)
        .execute();
      await incrementVersionsOfListsWith(transaction, [changed]);
    });

    const answers = await Promise.all(
      [mine, neighbour, bystander, former].map((list, at) => list.read({ 'if-none-match': tags[at] ?? '' })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 304, 304]);
    expect(answers[0]?.json().restaurants[0].name).toBe('새 이름');
  });

  test('판은 되돌린 백업 뒤에도 옛 번호를 다시 쓰지 않는다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    const backup = (await mine.now()).version;
    await mine.change(id, { rating: 1 });
    const lost = (await mine.now()).version;

    // Sets the version back. The write of rating 1 is then lost, as after the restore of a backup or a failover to a
    // lagging replica.
    const to = (version: number) =>
      on.database
        .updateTable('restaurant_lists')
        .set({ version })
        .where('user_id', '=', member.userId)
        .execute();
    await to(backup);
    await mine.change(id, { rating: 2 });
    expect((await mine.now()).version).toBeGreaterThan(lost);
  });
});

test('If-None-Match를 표준대로 읽는다', () => {
  const tag = documentETag({ reader: 'u', version: 7 });
  expect(tag).toBe('"v7-u"');
  for (const header of ['"v7-u"', 'W/"v7-u"', '"v6-u" , "v7-u"', '*'])
    expect(matchesETag(header, tag)).toBe(true);
  for (const header of [undefined, '', 'v7-u', '"v7"', '"v7-u2"', '"v6-u"']) {
    expect(matchesETag(header, tag)).toBe(false);
  }
});
