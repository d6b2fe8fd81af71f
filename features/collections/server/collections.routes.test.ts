import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { Collection, COLLECTION_PLACES_MAXIMUM } from '#features/collections/collections.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { codeOf, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { collectionsOf, makePaid } from './collections.test-factory.ts';

let on: TestApp;
let member: TestMember;
let mine: ReturnType<typeof collectionsOf>;
beforeAll(async () => {
  on = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(() => on.close());
beforeEach(async () => {
  member = await signUpMember(on.app);
  mine = collectionsOf(on.app, member);
});

const places = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, nth) => placeInCatalogue(on.database, { name: `집 ${nth}` })),
  );

test('모음을 만들고, 담고, 한 줄을 적고, 순서를 바꾸고, 빼고, 되돌린다', async () => {
  const [a, b, c] = (await places(3)) as [string, string, string];
  const { id } = await mine.made({ name: '부모님 모시고', note: '주차 되는 곳', restaurantIds: [a, b] });
  const added = await mine.add(id, [b, c]);
  expect(added.json().order).toEqual([a, b, c]);
  expect(added.json().places.map((place: { id: string }) => place.id)).toEqual([b, c]);

  await mine.changePlace(id, c, { note: '  평일 점심만  ' });
  expect((await mine.changePlace(id, c, { after: null })).json().order).toEqual([c, a, b]);
  expect((await mine.changePlace(id, c, { after: a })).json().order).toEqual([a, c, b]);
  expect(await mine.order(id)).toEqual([a, c, b]);

  await mine.removePlace(id, c);
  expect((await mine.removePlace(id, c)).statusCode).toBe(200);
  expect(await mine.order(id)).toEqual([a, b]);
  await mine.restorePlace(id, c);
  const read = await mine.read(id);
  const document = read.json<Collection>();
  expect(document.places.map((place) => [place.id, place.note])).toEqual([
    [a, ''],
    [c, '평일 점심만'],
    [b, ''],
  ]);
  expect(Collection.strict().parse(document)).toEqual(document);
  expect(document).toMatchObject({ name: '부모님 모시고', note: '주차 되는 곳', sort: 'manual' });

  const changed = await mine.change(id, { colour: 'cyan', sort: 'name' });
  expect(changed.json()).toMatchObject({ name: '부모님 모시고', colour: 'cyan', sort: 'name' });
  expect((await mine.list()).collections).toMatchObject([{ id, colour: 'cyan', restaurantIds: [a, c, b] }]);
});

test('수백 번 옮겨도 순서가 유지된다', async () => {
  const ids = await places(5);
  const { id } = await mine.made({ restaurantIds: ids });
  let expected = ids;
  // Places are moved to the same position until no number is left between the positions of the neighbours.
  for (let nth = 0; nth < 60; nth += 1) {
    const moved = expected.at(-1) as string;
    expected = [expected[0] as string, moved, ...expected.slice(1, -1)];
    const answer = await mine.changePlace(id, moved, { after: expected[0] });
    expect(answer.json().order).toEqual(expected);
  }
});

test('뺀 곳은 그사이 다른 곳을 여러 번 옮겨도 제자리로 돌아온다', async () => {
  const ids = await places(6);
  const [first, x, y, removed, other, last] = ids as [string, string, string, string, string, string];
  const { id } = await mine.made({ restaurantIds: ids });
  await mine.removePlace(id, removed);
  await mine.removePlace(id, other);
  // The moves are repeated until no number is left between two positions, so that all positions are renumbered.
  for (let times = 0; times < 40; times += 1)
    await mine.changePlace(id, times % 2 === 0 ? x : y, { after: first });
  await mine.restorePlace(id, other);
  const { order } = (await mine.restorePlace(id, removed)).json();
  expect(order).toEqual([first, y, x, removed, other, last]);
});

test('바뀐 것이 없으면 304이고, 어떤 쓰기든 판이 오른다', async () => {
  const [a, b] = (await places(2)) as [string, string];
  const { id } = await mine.made({ restaurantIds: [a] });
  const tagOf = async () => String((await mine.read(id)).headers.etag);
  let before = await tagOf();
  expect((await mine.read(id, { 'if-none-match': before })).statusCode).toBe(304);
  for (const write of [
    () => mine.add(id, [b]),
    () => mine.changePlace(id, b, { note: '한 줄' }),
    () => mine.changePlace(id, b, { after: null }),
    () => mine.removePlace(id, a),
    () => mine.restorePlace(id, a),
    () => mine.change(id, { name: '새 이름' }),
  ]) {
    await write();
    expect((await mine.read(id, { 'if-none-match': before })).statusCode).toBe(200);
    before = await tagOf();
  }
  // The place is already in the collection, so the version stays the same.
  await mine.add(id, [b]);
  expect((await mine.read(id, { 'if-none-match': before })).statusCode).toBe(304);
});

test('무료 회원은 세 개까지 만들고, 지우면 다시 만들 수 있다', async () => {
  const made = [await mine.made(), await mine.made(), await mine.made()];
  expect(codeOf(await mine.create())).toEqual([409, 'collections.limit_reached']);
  await mine.remove(made[0]?.id ?? '');
  expect((await mine.create()).statusCode).toBe(201);
  expect(codeOf(await mine.restore(made[0]?.id ?? ''))).toEqual([409, 'collections.limit_reached']);
  await makePaid(on, member);
  expect((await mine.restore(made[0]?.id ?? '')).statusCode).toBe(200);
  expect((await mine.create()).statusCode).toBe(201);

  // After the membership has ended, all collections stay and can be changed.
  await on.database.deleteFrom('memberships').where('user_id', '=', member.userId).execute();
  const { collections } = await mine.list();
  expect(collections).toHaveLength(5);
  expect((await mine.change(collections[0].id, { name: '그대로' })).statusCode).toBe(200);
  expect(codeOf(await mine.create())).toEqual([409, 'collections.limit_reached']);
});

test('모음에 담은 곳은 무료 열 곳에 들어가지 않는다', async () => {
  await mine.made({ restaurantIds: await places(12) });
  const list = listOf(on.app, member);
  for (const placeId of await places(10)) expect((await list.addPlace(placeId)).statusCode).toBe(201);
});

test('지운 모음은 하루 동안 되돌릴 수 있다', async () => {
  const [a] = (await places(1)) as [string];
  const { id } = await mine.made({ restaurantIds: [a] });
  await mine.remove(id);
  expect((await mine.remove(id)).statusCode).toBe(200);
  expect(codeOf(await mine.read(id))).toEqual([404, 'collections.not_found']);
  expect(codeOf(await mine.add(id, [a]))).toEqual([404, 'collections.not_found']);
  expect((await mine.restore(id)).json().places).toHaveLength(1);
  await mine.remove(id);
  await on.database
    .updateTable('collections')
    .set({ deleted_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', id)
    .execute();
  expect(codeOf(await mine.restore(id))).toEqual([404, 'collections.not_found']);
  await on.jobs.add(on.database, 'collections.purge_deleted', {});
  await on.jobs.runDue();
  const left = await on.database.selectFrom('collections').select('id').where('id', '=', id).execute();
  expect(left).toEqual([]);
});

test('남의 모음은 어느 길로도 없는 모음과 똑같이 답한다', async () => {
  const [a] = (await places(1)) as [string];
  const { id } = await mine.made({ restaurantIds: [a] });
  const stranger = collectionsOf(on.app, await signUpMember(on.app));
  const answersTo = async (collectionId: string) =>
    Promise.all(
      [
        stranger.read(collectionId),
        stranger.change(collectionId, { name: '내 것' }),
        stranger.remove(collectionId),
        stranger.restore(collectionId),
        stranger.add(collectionId, [a]),
        stranger.changePlace(collectionId, a, { note: '낙서' }),
        stranger.removePlace(collectionId, a),
        stranger.restorePlace(collectionId, a),
      ].map(async (sent) => {
        const { statusCode, body } = await sent;
        return [statusCode, { ...JSON.parse(body), instance: '' }];
      }),
    );
  const foreign = await answersTo(id);
  expect(foreign.map(([status]) => status)).toEqual(Array(8).fill(404));
  expect(foreign).toEqual(await answersTo('B'.repeat(32)));
  expect(await mine.order(id)).toEqual([a]);
  expect((await stranger.list()).collections).toEqual([]);
});

test('남이 직접 등록한 곳은 담을 수 없고, 다른 곳과 함께여도 하나도 담기지 않는다', async () => {
  const stranger = await signUpMember(on.app);
  const answer = await listOf(on.app, stranger).addByHand({ name: '비밀 식당', address: '서울 어딘가 1' });
  const secret = answer.json().restaurant.id as string;
  const [a] = (await places(1)) as [string];
  const { id } = await mine.made();
  expect(codeOf(await mine.add(id, [a, secret]))).toEqual([404, 'collections.place_not_found']);
  expect(codeOf(await mine.add(id, [a, 'no-such-place']))).toEqual([404, 'collections.place_not_found']);
  expect(await mine.order(id)).toEqual([]);
  const theirs = collectionsOf(on.app, stranger);
  const made = await theirs.made({ restaurantIds: [secret] });
  expect((await theirs.read(made.id)).json<Collection>().places[0]).toMatchObject({
    name: '비밀 식당',
    isManual: true,
  });
});

test('한 모음에는 500곳까지', async () => {
  const ids = await places(COLLECTION_PLACES_MAXIMUM + 1);
  const { id } = await mine.made({ restaurantIds: ids.slice(0, -1) });
  expect(codeOf(await mine.add(id, ids.slice(-1)))).toEqual([409, 'collections.full']);
  await mine.removePlace(id, ids[0] ?? '');
  expect((await mine.add(id, ids.slice(-1))).statusCode).toBe(200);
  expect(codeOf(await mine.restorePlace(id, ids[0] ?? ''))).toEqual([409, 'collections.full']);
}, 30_000);

test('가게 이름이 바뀌면 모음의 판도 오른다', async () => {
  const list = listOf(on.app, member);
  const made = await list.addByHand({ name: '옛 이름', address: '서울 어딘가 2' });
  const placeId = made.json().restaurant.id as string;
  const { id, version } = await mine.made({ restaurantIds: [placeId] });
  await list.changePlace(placeId, { name: '새 이름', address: '서울 어딘가 2' });
  const document = (await mine.read(id)).json<Collection>();
  expect(document.places[0]?.name).toBe('새 이름');
  expect(document.version).toBeGreaterThan(version);
});

test('직접 등록한 곳은 리스트에서 지워도 모음에 남고, 모음에서도 빼면 사라진다', async () => {
  const list = listOf(on.app, member);
  const made = await list.addByHand({ name: '골목 식당', address: '서울 어딘가 3' });
  const placeId = made.json().restaurant.id as string;
  const { id } = await mine.made({ restaurantIds: [placeId] });
  const aDayAgo = new Date(Date.now() - 25 * 3_600_000);
  await list.remove(placeId);
  await on.database
    .updateTable('my_restaurants')
    .set({ deleted_at: aDayAgo })
    .where('restaurant_id', '=', placeId)
    .execute();
  await on.jobs.add(on.database, 'restaurants.purge_deleted', {});
  await on.jobs.runDue();
  expect(await mine.order(id)).toEqual([placeId]);

  await mine.removePlace(id, placeId);
  await on.database
    .updateTable('collection_places')
    .set({ removed_at: aDayAgo })
    .where('restaurant_id', '=', placeId)
    .execute();
  await on.jobs.add(on.database, 'collections.purge_deleted', {});
  await on.jobs.runDue();
  const left = await on.database
    .selectFrom('restaurants_public')
    .select('id')
    .where('id', '=', placeId)
    .execute();
  expect(left).toEqual([]);
});
