import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { MyList, MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { listOf, placeInCatalogue, written } from './restaurants.test-factory.ts';

let on: TestApp;
let member: TestMember;
let mine: ReturnType<typeof listOf>;

beforeAll(async () => {
  on = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(() => on.close());

beforeEach(async () => {
  member = await signUpMember(on.app);
  mine = listOf(on.app, member);
});

const grantPaidTier = (userId: string) =>
  on.database
    .insertInto('memberships')
    .values({ user_id: userId, account_tier: 'paid', paid_tier_expires_at: null })
    .execute();

describe('한 회원의 리스트', () => {
  test('방문한 날은 도장을 찍은 날이고, 다른 것을 고쳐도 그대로다', async () => {
    const before = Date.now();
    const planned = await placeInCatalogue(on.database);
    expect(written(await mine.addPlace(planned)).restaurant?.visitedAt).toBeNull();

    const visited = written(await mine.change(planned, { status: '방문 완료' })).restaurant?.visitedAt;
    expect(visited).toBeGreaterThanOrEqual(before - 1000);
    expect(written(await mine.change(planned, { review: '또 가고 싶다' })).restaurant?.visitedAt).toBe(
      visited,
    );
    expect(written(await mine.change(planned, { status: '방문 완료' })).restaurant?.visitedAt).toBe(visited);
    expect(written(await mine.change(planned, { status: '방문 예정' })).restaurant?.visitedAt).toBeNull();

    const march = Date.UTC(2026, 2, 14, 3);
    const undoOfPlanned = { status: '방문 완료', visitedAt: march };
    expect(written(await mine.change(planned, undoOfPlanned)).restaurant?.visitedAt).toBe(march);
    // If another device has recorded a visit in the meantime, the time of that visit is kept.
    expect(
      written(await mine.change(planned, { ...undoOfPlanned, visitedAt: march - 1 })).restaurant?.visitedAt,
    ).toBe(march);
    await mine.change(planned, { status: '방문 예정', visitedAt: march });
    expect((await mine.now()).restaurants).toMatchObject([{ id: planned, visitedAt: null }]);
    // A place that was restored from an archive may have been visited before 1970.
    const old = { status: '방문 완료', visitedAt: Date.UTC(1965, 4, 1) };
    expect(written(await mine.change(planned, old)).restaurant?.visitedAt).toBe(old.visitedAt);
    expect((await mine.change(planned, { ...old, visitedAt: Date.UTC(1899, 11, 31) })).json()).toMatchObject({
      status: 400,
      errors: [{ path: 'visitedAt' }],
    });
    await mine.change(planned, { status: '방문 예정' });
    const future = { status: '방문 완료', visitedAt: 8_640_000_000_000_000 };
    const { restaurant: visitedNow } = written(await mine.change(planned, future));
    expect(visitedNow?.visitedAt).toBe(visitedNow?.lastModifiedByUserAt);

    const visitedAtOnce = await placeInCatalogue(on.database);
    const { restaurant } = written(await mine.addPlace(visitedAtOnce, { status: '방문 완료' }));
    expect(restaurant?.visitedAt).toBe(restaurant?.linkedAt);
  });

  test('방문 완료로 담을 때 방문한 날을 알리면 그날이 남고, 앞날은 지금으로 바꾼다', async () => {
    const march = Date.UTC(2026, 2, 14, 3);
    const add = async (fields: { status: '방문 완료' | '방문 예정'; visitedAt: number }) =>
      written(await mine.addPlace(await placeInCatalogue(on.database), fields)).restaurant;
    const past = await add({ status: '방문 완료', visitedAt: march });
    expect(past?.visitedAt).toBe(march);
    expect(past?.linkedAt).toBeGreaterThan(march);
    expect((await add({ status: '방문 예정', visitedAt: march }))?.visitedAt).toBeNull();
    const future = await add({ status: '방문 완료', visitedAt: 8_640_000_000_000_000 });
    expect(future?.visitedAt).toBe(future?.linkedAt);
  });

  test('더하고, 고치고, 지우고, 되돌린다', async () => {
    expect(await mine.now()).toEqual({ version: 0, restaurants: [] });

    const placeId = await placeInCatalogue(on.database, { name: '온달국수' });
    const added = await mine.addPlace(placeId, {
      status: '방문 예정',
      customTags: [' 국수 ', '점심', '국수', '국수'.normalize('NFD')],
      sourceKind: 'tv',
      sourceMemo: ' 골목 방송 3회 '.normalize('NFD'),
    });
    expect(added.statusCode).toBe(201);
    const { restaurant, listVersion } = written(added);
    expect(restaurant).toMatchObject({
      id: placeId,
      name: '온달국수',
      coordinates: { lat: 37.57, lng: 126.98 },
      categoryId: 'noodles',
      userCategoryOverrideId: null,
      status: '방문 예정',
      rating: null,
      review: '',
      customTags: ['국수', '점심'],
      sourceKind: 'tv',
      sourceMemo: '골목 방송 3회',
      isManual: false,
      sharedListId: null,
    });
    expect(await mine.now()).toEqual({ version: listVersion, restaurants: [restaurant] });

    const changed = await mine.change(placeId, { status: '방문 완료', rating: 4.5, categoryId: 'korean' });
    expect(changed.statusCode).toBe(200);
    expect(written(changed).restaurant).toEqual({
      ...restaurant,
      status: '방문 완료',
      rating: 4.5,
      categoryId: 'korean',
      userCategoryOverrideId: 'korean',
      visitedAt: expect.any(Number),
      lastModifiedByUserAt: expect.any(Number),
    });

    const removed = await mine.remove(placeId);
    expect(removed.statusCode).toBe(200);
    expect(written(removed).restaurant).toBeNull();
    expect((await mine.now()).restaurants).toEqual([]);

    const restored = await mine.restore(placeId);
    expect(restored.statusCode).toBe(200);
    expect(written(restored).restaurant).toEqual(written(changed).restaurant);
    expect((await mine.now()).restaurants).toEqual([written(restored).restaurant]);
  });

  test('목록의 답은 계약과 한 자도 다르지 않다', async () => {
    await mine.addByHand({ name: '할머니집', address: '전라북도 군산시 예시길 3' }, { rating: 0.5 });
    await mine.addPlace(await placeInCatalogue(on.database, { categoryId: null }));
    const answer = (await mine.read()).json();
    expect(MyList.parse(answer)).toEqual(answer);
    for (const restaurant of answer.restaurants) {
      expect(Object.keys(restaurant)).toEqual(Object.keys(MyRestaurant.shape));
    }
  });

  test('가장 늦게 더한 곳이 맨 앞에 온다', async () => {
    const ids = [];
    for (let n = 0; n < 3; n += 1) {
      const id = await placeInCatalogue(on.database);
      await mine.addPlace(id);
      ids.unshift(id);
    }
    expect((await mine.now()).restaurants.map(({ id }) => id)).toEqual(ids);
  });

  test('두 탭에서 서로 다른 칸을 고치면 둘 다 남고, 같은 칸은 나중 것이 남는다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    await Promise.all([mine.change(id, { rating: 3 }), mine.change(id, { review: '국물이 깊다' })]);
    await mine.change(id, { status: '방문 완료' });
    await mine.change(id, { rating: null });
    expect((await mine.now()).restaurants[0]).toMatchObject({
      rating: null,
      review: '국물이 깊다',
      status: '방문 완료',
    });
  });

  test('이미 있는 곳을 더하면 언제 더했는지 알린다', async () => {
    const id = await placeInCatalogue(on.database);
    const first = written(await mine.addPlace(id)).restaurant;
    const again = await mine.addPlace(id);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'restaurants.already_added',
      params: { date: first?.linkedAt, restaurantId: id },
    });
  });

  test('지운 곳을 다시 더하면 새로 시작한다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id, { rating: 5, review: '또 오고 싶다', customTags: ['단골'] });
    await mine.remove(id);
    const again = await mine.addPlace(id);
    expect(again.statusCode).toBe(201);
    expect(written(again).restaurant).toMatchObject({ rating: null, review: '', customTags: [] });
  });

  test('지우기와 되돌리기는 되풀이해도 같은 답이고, 되풀이는 판을 올리지 않는다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    const removed = written(await mine.remove(id));
    const again = await mine.remove(id);
    expect([again.statusCode, written(again)]).toEqual([200, removed]);

    const restored = written(await mine.restore(id));
    const restoredAgain = await mine.restore(id);
    expect([restoredAgain.statusCode, written(restoredAgain)]).toEqual([200, restored]);
    expect((await mine.now()).version).toBe(restored.listVersion);
  });
});

describe('틀린 칸', () => {
  test('한 번에 모두 알린다', async () => {
    const answer = await mine.add({
      status: '가 봄',
      rating: 3.3,
      review: '가'.repeat(2001),
      customTags: ['좋은 꼬리표', '가'.repeat(21)],
      sourceMemo: '가'.repeat(201),
      place: { from: 'hand', name: ' ', phoneNumber: '전화 없음' },
    } as never);
    expect(answer.statusCode).toBe(400);
    const { code, errors } = answer.json();
    expect(code).toBe('request.invalid');
    expect(errors.map((error: { path: string; code: string }) => [error.path, error.code])).toEqual([
      ['status', 'invalid'],
      ['rating', 'invalid'],
      ['review', 'too_long'],
      ['customTags.1', 'too_long'],
      ['sourceMemo', 'too_long'],
      ['place.name', 'restaurants.name_missing'],
      ['place.phoneNumber', 'restaurants.phone_invalid'],
      ['place.address', 'restaurants.address_or_pin_missing'],
    ]);
  });

  test('글자가 아닌 글자(NUL)는 거절하고, 서버는 멀쩡하다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    const answers = [
      await mine.change(id, { review: '국물\u0000국물' }),
      await mine.change(id, { customTags: ['\u0000'] }),
      await mine.change('\u0000', { rating: 1 }),
      await mine.remove('no\u0000such'),
      await mine.open('\u0000'),
      await mine.addPlace('\u0000'),
      await mine.addByHand({ name: '집\u0000', address: '어딘가' }),
    ];
    for (const { statusCode } of answers) expect([400, 404]).toContain(statusCode);
  });

  test('없는 카테고리', async () => {
    const id = await placeInCatalogue(on.database);
    const unknown = [{ path: 'categoryId', code: 'restaurants.category_unknown' }];
    const added = await mine.addPlace(id, { categoryId: 'no-such' });
    expect([added.statusCode, added.json().errors]).toEqual([400, unknown]);
    expect(await mine.now()).toEqual({ version: 0, restaurants: [] });

    await mine.addPlace(id);
    const changed = await mine.change(id, { categoryId: 'no-such' });
    expect([changed.statusCode, changed.json().errors]).toEqual([400, unknown]);
  });

  test('지도에도 카탈로그에도 없는 곳', async () => {
    const answer = await mine.addPlace('no-such-place');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'restaurants.place_not_found']);
  });
});

describe('직접 입력한 곳', () => {
  const pin = { lat: 35.96, lng: 126.72 };

  test('주소나 지도 위의 점으로 더하고, 고칠 수 있다', async () => {
    const added = await mine.addByHand({
      name: '할머니집'.normalize('NFD'),
      coordinates: pin,
      phoneNumber: '063-123-4567',
    });
    expect(added.statusCode).toBe(201);
    const { restaurant, listVersion } = written(added);
    expect(restaurant).toMatchObject({
      id: expect.stringMatching(/^own:[0-9a-f-]{36}$/),
      name: '할머니집',
      address: '',
      coordinates: pin,
      phoneNumber: '063-123-4567',
      isManual: true,
      categoryId: null,
    });

    const changed = await mine.changePlace(restaurant?.id ?? '', {
      name: '할매집',
      address: '군산시 예시길 3',
    });
    expect(changed.statusCode).toBe(200);
    expect(written(changed).restaurant).toMatchObject({
      name: '할매집',
      address: '군산시 예시길 3',
      phoneNumber: null,
    });
    expect(written(changed).listVersion).toBeGreaterThan(listVersion);
  });

  test('쓴 사람에게만 보인다', async () => {
    const { restaurant } = written(await mine.addByHand({ name: '나만 아는 집', coordinates: pin }));
    const id = restaurant?.id ?? '';
    const stranger = listOf(on.app, await signUpMember(on.app));

    const opened = await stranger.open(id);
    const unknown = await stranger.open(`own:${randomUUID()}`);
    expect([opened.statusCode, opened.json().code]).toEqual([404, 'restaurants.not_found']);
    expect({ ...opened.json(), instance: '' }).toEqual({ ...unknown.json(), instance: '' });

    const added = await stranger.addPlace(id);
    expect([added.statusCode, added.json().code]).toEqual([404, 'restaurants.place_not_found']);
  });

  test('지도에서 온 곳의 정보는 회원이 바꾸지 못한다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    const answer = await mine.changePlace(id, { name: '가짜 이름', coordinates: pin });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'restaurants.place_not_editable']);
    expect((await mine.now()).restaurants[0]?.name).toBe('온달국수');
  });
});

describe('남의 것', () => {
  test('남의 링크는 없는 것과 똑같이 답한다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id, { review: '나만 보는 글' });
    const stranger = listOf(on.app, await signUpMember(on.app));

    for (const attempt of [
      () => stranger.change(id, { review: '남이 고친 글' }),
      () => stranger.changePlace(id, { name: '남이 고친 이름', address: '어딘가' }),
      () => stranger.remove(id),
      () => stranger.restore(id),
    ]) {
      const answer = await attempt();
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'restaurants.not_found']);
    }
    expect((await mine.now()).restaurants[0]?.review).toBe('나만 보는 글');
    const opened = await stranger.open(id);
    expect(opened.json()).toMatchObject({ place: { placeId: id }, mine: null });
    expect(opened.body).not.toContain('나만 보는 글');
  });

  test('방문자는 아무것도 못 한다', async () => {
    const visitor = listOf(on.app, { headers: { cookie: '', origin: member.headers.origin } });
    const id = await placeInCatalogue(on.database);
    for (const answer of [
      await visitor.read(),
      await visitor.addPlace(id),
      await visitor.change(id, { rating: 1 }),
      await visitor.remove(id),
      await visitor.restore(id),
      await visitor.open(id),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'account.sign_in_required']);
    }
  });

  test('계정이 지워지면 리스트와 직접 입력한 곳은 함께, 카탈로그의 곳은 남는다', async () => {
    const shared = await placeInCatalogue(on.database);
    await on.database
      .updateTable('restaurants_public')
      .set({ added_by_uid: member.userId })
      .where('id', '=', shared)
      .execute();
    await mine.addPlace(shared);
    const own = written(await mine.addByHand({ name: '나만 아는 집', address: '어딘가' })).restaurant;

    await on.database.deleteFrom('users').where('id', '=', member.userId).execute();

    const left = await on.database
      .selectFrom('restaurants_public')
      .select(['id', 'added_by_uid'])
      .where('id', 'in', [shared, own?.id ?? ''])
      .execute();
    expect(left).toEqual([{ id: shared, added_by_uid: null }]);
    const links = on.database.selectFrom('my_restaurants').selectAll().where('user_id', '=', member.userId);
    expect(await links.execute()).toEqual([]);
  });
});

describe('되돌리기', () => {
  const deleteLongAgo = (id: string, hours: number) =>
    on.database
      .updateTable('my_restaurants')
      .set({ deleted_at: new Date(Date.now() - hours * 3_600_000) })
      .where('user_id', '=', member.userId)
      .where('restaurant_id', '=', id)
      .execute();

  test('하루 안에는 되돌리고, 지나면 없는 것이다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    await mine.remove(id);
    await deleteLongAgo(id, 23.9);
    expect((await mine.restore(id)).statusCode).toBe(200);

    await mine.remove(id);
    await deleteLongAgo(id, 24.1);
    expect((await mine.restore(id)).statusCode).toBe(404);
  });

  test('여러 곳을 가져온 것을 되돌리면 그사이에 수정한 곳과 남의 것은 남는다', async () => {
    const [first, changed, deleted] = await Promise.all(
      Array.from({ length: 3 }, () => placeInCatalogue(on.database)),
    );
    for (const id of [first, changed, deleted]) await mine.addPlace(id as string);
    const { restaurants: taken } = await mine.now();
    await mine.change(changed as string, { review: '또 가고 싶다' });
    await mine.remove(deleted as string);
    const other = listOf(on.app, await signUpMember(on.app));
    await other.addPlace(first as string);

    expect((await mine.undoTakeOver(taken)).json()).toEqual({ deletedIds: [first] });
    expect((await mine.now()).restaurants.map(({ id }) => id)).toEqual([changed]);
    expect((await mine.undoTakeOver(taken)).json()).toEqual({ deletedIds: [] });
    expect((await other.now()).restaurants.map(({ id }) => id)).toEqual([first]);
    expect((await mine.restore(first as string)).statusCode).toBe(200);
  });

  test('그사이 한도를 채웠으면 되돌리지 못한다', async () => {
    const id = await placeInCatalogue(on.database);
    await mine.addPlace(id);
    await mine.remove(id);
    for (let n = 0; n < FREE_RESTAURANT_LIMIT; n += 1)
      await mine.addPlace(await placeInCatalogue(on.database));
    const answer = await mine.restore(id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'restaurants.limit_reached',
      params: { limit: FREE_RESTAURANT_LIMIT },
    });
    expect((await mine.now()).restaurants).toHaveLength(FREE_RESTAURANT_LIMIT);
  });

  test('하루가 지난 것은 정리되고, 직접 입력한 곳도 함께 사라진다', async () => {
    const kept = await placeInCatalogue(on.database);
    await mine.addPlace(kept);
    const own = written(await mine.addByHand({ name: '잊을 집', address: '어딘가' })).restaurant?.id ?? '';
    const fresh =
      written(await mine.addByHand({ name: '방금 지운 집', address: '어딘가' })).restaurant?.id ?? '';
    for (const id of [kept, own, fresh]) await mine.remove(id);
    for (const id of [kept, own]) await deleteLongAgo(id, 25);

    await on.database
      .transaction()
      .execute((transaction) => on.jobs.add(transaction, 'restaurants.purge_deleted', {}));
    await on.jobs.runDue();

    const left = await on.database
      .selectFrom('restaurants_public')
      .select('id')
      .where('id', 'in', [kept, own, fresh])
      .execute();
    expect(left.map(({ id }) => id).sort()).toEqual([fresh, kept].sort());
    expect((await mine.restore(fresh)).statusCode).toBe(200);
    expect((await mine.restore(kept)).statusCode).toBe(404);
  });
});

describe('무료 회원의 한도', () => {
  test('열한 번째 맛집은 더할 수 없고, 하나를 지우면 다시 더할 수 있다', async () => {
    const ids = [];
    for (let n = 0; n < FREE_RESTAURANT_LIMIT; n += 1) {
      const id = await placeInCatalogue(on.database);
      expect((await mine.addPlace(id)).statusCode).toBe(201);
      ids.push(id);
    }
    const { version } = await mine.now();
    const refused = await mine.addByHand({ name: '열한 번째 집', address: '어딘가' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'restaurants.limit_reached']);
    expect((await mine.now()).version).toBe(version);

    await mine.remove(ids[0] ?? '');
    expect((await mine.addByHand({ name: '열 번째 집', address: '어딘가' })).statusCode).toBe(201);
  });

  test('공유 리스트에서 온 곳은 세지 않는다', async () => {
    for (let n = 0; n < FREE_RESTAURANT_LIMIT; n += 1) {
      const id = await placeInCatalogue(on.database);
      await mine.addPlace(id);
      if (n < 3) {
        await on.database
          .updateTable('my_restaurants')
          .set({ shared_list_id: 'list-of-a-friend' })
          .where('user_id', '=', member.userId)
          .where('restaurant_id', '=', id)
          .execute();
      }
    }
    for (let n = 0; n < 3; n += 1) {
      expect((await mine.addPlace(await placeInCatalogue(on.database))).statusCode).toBe(201);
    }
    expect((await mine.addPlace(await placeInCatalogue(on.database))).statusCode).toBe(409);
  });

  test('유료 회원에게는 한도가 없고, 무료로 돌아가면 가진 것은 그대로 두고 더하지 못한다', async () => {
    await grantPaidTier(member.userId);
    for (let n = 0; n < FREE_RESTAURANT_LIMIT + 2; n += 1) {
      expect((await mine.addPlace(await placeInCatalogue(on.database))).statusCode).toBe(201);
    }
    await on.database
      .updateTable('memberships')
      .set({ paid_tier_expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', member.userId)
      .execute();
    expect((await mine.addPlace(await placeInCatalogue(on.database))).statusCode).toBe(409);
    const { restaurants } = await mine.now();
    expect(restaurants).toHaveLength(FREE_RESTAURANT_LIMIT + 2);
    expect((await mine.change(restaurants[0]?.id ?? '', { rating: 4 })).statusCode).toBe(200);
  });
});
