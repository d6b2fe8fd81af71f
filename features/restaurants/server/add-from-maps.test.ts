import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { UNKNOWN_DETAILS } from '#features/places/place-details.rules.ts';
import type { PlaceDetails, PlaceSuggestion } from '#features/places/places.contract.ts';
import { placesProblems } from '#features/places/places.contract.ts';
import {
  loadExamplePlaces,
  builtInIndex,
  type PlacesProvider,
} from '#features/places/server/places.public.ts';
import { findPlaceToAdd } from '#features/catalogue/server/catalogue.public.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { listOf, placeInCatalogue, written } from './restaurants.test-factory.ts';

const ADMIN_EMAIL = 'boss@example.com';

let on: TestApp;
let member: TestMember;
let mine: ReturnType<typeof listOf>;
/** Example places that are not in any list yet. */
let untouched: PlaceSuggestion[];

beforeAll(async () => {
  on = await openTestApp({ settings: { ADMIN_EMAIL } });
  await loadExamplePlaces(on.database);
  untouched = await builtInIndex(on.database).nearby({
    centre: { lat: 37.5665, lng: 126.978 },
    radius: 50_000,
    limit: 20,
  });
});
afterAll(() => on.close());

beforeEach(async () => {
  member = await signUpMember(on.app);
  mine = listOf(on.app, member);
});

const newPlace = () => untouched.pop() as PlaceSuggestion;
const catalogueRow = (id: string) =>
  on.database.selectFrom('restaurants_public').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('지도에서 찾은 곳', () => {
  test('카탈로그에는 지도 서비스가 답한 그대로 남는다', async () => {
    const { placeId, name, address, coordinates, categoryId } = newPlace();
    const added = await mine.add({
      // The server ignores the facts about the place that the client sends.
      place: { from: 'maps', placeId, name: '가짜 이름', address: '가짜 주소' } as never,
      sourceMemo: '나만 아는 이야기',
      customTags: ['단골'],
    });
    expect(added.statusCode).toBe(201);
    expect(written(added).restaurant).toMatchObject({
      id: placeId,
      name,
      address,
      coordinates,
      categoryId,
      isExample: true,
    });

    expect(await catalogueRow(placeId)).toMatchObject({
      name,
      provider: 'local',
      added_by_uid: member.userId,
      private_to_uid: null,
      is_example: true,
      // The note of a member does not become public.
      source_memo: null,
      public_custom_tags: [],
    });
  });

  test('스무 사람이 한꺼번에 처음 더해도 카탈로그에는 한 줄이고, 모두의 리스트에 있다', async () => {
    const { placeId } = newPlace();
    const members = await Promise.all(Array.from({ length: 20 }, () => signUpMember(on.app)));
    const answers = await Promise.all(members.map((each) => listOf(on.app, each).addPlace(placeId)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(members.map(() => 201));
    const { added_by_uid } = await catalogueRow(placeId);
    expect(members.map(({ userId }) => userId)).toContain(added_by_uid);
    for (const each of members) {
      expect((await listOf(on.app, each).now()).restaurants.map(({ id }) => id)).toEqual([placeId]);
    }
  });

  test('같은 사람이 한꺼번에 두 번 더하면 한 번만 더해진다', async () => {
    const { placeId } = newPlace();
    const answers = await Promise.all([
      mine.addPlace(placeId),
      mine.addPlace(placeId),
      mine.addPlace(placeId),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  test('관리자가 더한 곳에는 출처와 꼬리표가 모두에게 남는다', async () => {
    const admin = await signUpMember(on.app, { email: ADMIN_EMAIL });
    await on.database
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', admin.userId)
      .execute();
    const { placeId } = newPlace();
    await listOf(on.app, admin).addPlace(placeId, { sourceMemo: '예시 방송 3회', customTags: ['방송'] });
    expect(await catalogueRow(placeId)).toMatchObject({
      source_memo: '예시 방송 3회',
      public_custom_tags: ['방송'],
      added_by_uid: admin.userId,
    });
  });
});

describe('유료 회원의 빈 리스트', () => {
  const becomePaid = () =>
    on.database.insertInto('memberships').values({ user_id: member.userId, account_tier: 'paid' }).execute();

  test('예시 한 곳이 들어 있고, 지우면 다시 생기지 않는다', async () => {
    const asFree = await mine.read();
    expect(asFree.json().restaurants).toEqual([]);
    await becomePaid();
    const asPaid = await mine.read({ 'if-none-match': String(asFree.headers.etag) });
    expect(asPaid.statusCode).toBe(200);
    const [example, ...others] = asPaid.json().restaurants;
    expect(example).toMatchObject({ isExample: true, status: '방문 예정' });
    expect(others).toEqual([]);
    // The version must be higher, because a screen that shows the empty list ignores a second response with the same
    // version.
    expect(asPaid.json().version).toBeGreaterThan(asFree.json().version);

    await mine.remove(example.id);
    expect((await mine.now()).restaurants).toEqual([]);
  });

  test('무료일 때 비운 리스트에도 들어가고, 판이 오른다', async () => {
    const { restaurant } = written(await mine.addByHand({ name: '옆집', address: '어딘가' }));
    await mine.remove(restaurant?.id ?? '');
    const asFree = await mine.read();
    await becomePaid();
    const asPaid = await mine.read({ 'if-none-match': String(asFree.headers.etag) });
    expect(asPaid.statusCode).toBe(200);
    expect(asPaid.json().restaurants).toMatchObject([{ isExample: true }]);
    expect(asPaid.json().version).toBeGreaterThan(asFree.json().version);
  });

  test('맛집이 있는 리스트는 그대로면 표를 읽지 않는다', async () => {
    await mine.addByHand({ name: '옆집', address: '어딘가' });
    await becomePaid();
    const { etag } = (await mine.read()).headers;
    await on.database.transaction().execute(async (transaction) => {
      await sql`lock table my_restaurants in access exclusive mode`.execute(transaction);
      expect((await mine.read({ 'if-none-match': String(etag) })).statusCode).toBe(304);
      expect((await mine.read()).json().restaurants).toHaveLength(1);
    });
  });

  test('한꺼번에 여러 번 읽어도 하나뿐이다', async () => {
    await becomePaid();
    const lists = await Promise.all(Array.from({ length: 10 }, () => mine.now()));
    expect(lists.every(({ restaurants }) => restaurants.length <= 1)).toBe(true);
    expect((await mine.now()).restaurants).toHaveLength(1);
  });

  test('무료 회원에게는 넣지 않는다', async () => {
    expect((await mine.now()).restaurants).toEqual([]);
  });
});

describe('직접 입력한 곳의 위치', () => {
  test('주소만 적어도 아는 길이면 지도에 찍힌다', async () => {
    const { address, coordinates } = newPlace();
    const { restaurant } = written(await mine.addByHand({ name: '옆집', address }));
    expect(restaurant?.coordinates?.lat).toBeCloseTo(coordinates?.lat ?? 0, 1);
    expect(restaurant?.coordinates?.lng).toBeCloseTo(coordinates?.lng ?? 0, 1);
  });

  test('모르는 주소면 지도에 없이 남는다', async () => {
    const { restaurant } = written(await mine.addByHand({ name: '먼 집', address: '아무도 모르는 섬 1' }));
    expect(restaurant?.coordinates).toBeNull();
  });

  test('스스로 찍은 점은 주소보다 앞선다', async () => {
    const pin = { lat: 33.1, lng: 126.1 };
    const { address } = newPlace();
    expect(
      written(await mine.addByHand({ name: '옆집', address, coordinates: pin })).restaurant?.coordinates,
    ).toEqual(pin);
  });
});

describe('지도 서비스를 부르는 법', () => {
  const details: PlaceDetails = {
    ...UNKNOWN_DETAILS,
    placeId: 'new-id',
    provider: 'google',
    name: '이사한 집',
    address: '서울특별시 종로구 예시로 9',
    coordinates: null,
  };
  const person = { userId: 'nobody' } as Person;
  const away = () => Promise.reject(problem(placesProblems, 'places.unavailable'));
  const find = (maps: Partial<PlacesProvider>, place: Parameters<typeof findPlaceToAdd>[0]['place']) =>
    findPlaceToAdd({ database: on.database, maps: maps as PlacesProvider, person, place });

  test('카탈로그에 있는 곳은 다시 묻지 않는다', async () => {
    const placeId = await placeInCatalogue(on.database);
    const found = await find({ details: away }, { from: 'maps', placeId });
    expect(found).toEqual({ from: 'catalogue', placeId });
  });

  test('직접 입력한 곳의 번호는 지도 서비스에 묻지 않는다', async () => {
    await expect(find({ details: away }, { from: 'maps', placeId: 'own:somebody-elses' })).rejects.toThrow(
      'restaurants.place_not_found',
    );
  });

  test('다른 번호로 답하면 답한 번호로 남는다', async () => {
    const found = await find({ details: async () => details }, { from: 'maps', placeId: 'old-id' });
    expect(found).toEqual({ from: 'maps', placeId: 'new-id', details });
  });

  test('대답이 없으면 그렇게 알리되, 직접 입력한 것은 위치 없이 받는다', async () => {
    await expect(find({ details: away }, { from: 'maps', placeId: 'unknown' })).rejects.toThrow(
      'places.unavailable',
    );
    const place = {
      from: 'hand' as const,
      name: '집',
      address: '어딘가',
      coordinates: null,
      phoneNumber: '',
    };
    expect(await find({ geocode: away }, place)).toMatchObject({
      from: 'hand',
      place: { coordinates: null },
    });
  });
});
