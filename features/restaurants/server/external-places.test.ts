import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { placePhotoUrl } from '#features/places/place-details.rules.ts';
import { type PlaceSuggestion, placesProblems } from '#features/places/places.contract.ts';
import { sandboxSettings } from '#features/places/server/providers/external.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { problem } from '#server/http/problem.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { googleId, movedGoogleId } from '../../../tools/sandbox/maps/google-place.ts';
import { type MapsSandbox, startMapsSandbox } from '../../../tools/sandbox/maps/maps.ts';
import { checkClosedPlaces } from './refresh-provider-data.ts';
import { incrementVersionsOfListsWith } from './restaurants.public.ts';
import { listOf, placeInCatalogue, written, requireNewVersions } from './restaurants.test-factory.ts';

const EULJIRO = 'lat=37.566&lng=126.991';
const DAY = 24 * 60 * 60 * 1000;

let sandbox: MapsSandbox;
let on: TestApp;
let member: TestMember;
beforeAll(async () => {
  sandbox = await startMapsSandbox({ port: 0 });
  const settings = {
    ...sandboxSettings(sandbox),
    PLACES_PROVIDER: 'google',
    PLACES_CALLS_PER_DAY: 1000,
  } as const;
  on = await openTestApp({ settings });
  await requireNewVersions(on.database);
  member = await signUpMember(on.app);
});
afterAll(() => Promise.all([on.close(), sandbox.close()]));
afterEach(() => {
  for (const service of ['google', 'kakao', 'naver'] as const) sandbox.injectFault(service, 'none');
});

const get = (url: string, by: TestApp = on, who: TestMember = member) =>
  by.app.inject({ method: 'GET', url, headers: who.headers });
const open = async (id: string) =>
  (await get(`/api/restaurants/${encodeURIComponent(id)}`)).json<RestaurantDetail>().place;
const suggest = async (q: string, sessionToken: string = randomUUID()) =>
  (
    await get(`/api/places/autocomplete?${new URLSearchParams({ q, sessionToken }).toString()}&${EULJIRO}`)
  ).json<{
    suggestions: PlaceSuggestion[];
  }>().suggestions;

/** Makes the stored provider data of a place this many days older. */
const age = (id: string, days: number) =>
  sql`
    update restaurants_public
    set provider_fetched_at = provider_fetched_at - ${days} * interval '1 day',
      business_status_at = business_status_at - ${days} * interval '1 day'
    where id = ${id}`.execute(on.database);

async function add(id: number, by: TestMember = member) {
  const answer = await listOf(on.app, by).addPlace(googleId(id));
  expect(answer.statusCode, answer.body).toBe(201);
  return googleId(id);
}

describe('Google에서 찾아 더하기', () => {
  test('한 세션으로 찾고, 고르면 그 세션이 끝나고, 모두가 카탈로그에 남는다', async () => {
    const sessionToken = randomUUID();
    await suggest('해', sessionToken);
    const [found] = await suggest('해달골', sessionToken);
    const placeId = found?.placeId ?? '';
    const added = await listOf(on.app, member).add({ place: { from: 'maps', placeId, sessionToken } });
    expect(written(added).restaurant).toMatchObject({
      id: placeId,
      name: '해달골 국밥',
      phoneNumber: '02-0000-1001',
    });
    expect(sandbox.sessions().find(({ token }) => token === sessionToken)).toEqual({
      token: sessionToken,
      // The number varies: if no result of a search has one of the five primary types, a second request is sent.
      autocompletes: expect.any(Number),
      details: 1,
      afterEnd: 0,
    });
    expect(await open(placeId)).toMatchObject({
      provider: 'google',
      rating: 3.1,
      ratingCount: 10,
      allowsDogs: false,
      wheelchairAccessibleEntrance: false,
      wheelchairAccessibleParking: null,
      openingHours: { weekdayLines: expect.arrayContaining(['화요일: 휴무일']), periods: expect.any(Array) },
      photos: [{ authors: [{ name: '예시 사진가 1' }] }, expect.anything()],
      fetchedAt: expect.any(Number),
    });
  });

  test('같은 등록이 한꺼번에 두 번 오거나 거절된 뒤 다시 와도, 지도 서비스에는 한 번만 묻는다', async () => {
    const detailsSince = (before: number) =>
      sandbox
        .masks()
        .slice(before)
        .filter(({ method }) => method === 'details').length;
    const mine = listOf(on.app, await signUpMember(on.app));
    const addition = (id: number, more = {}) => ({
      place: { from: 'maps' as const, placeId: googleId(id), sessionToken: randomUUID() },
      ...more,
    });
    const before = sandbox.masks().length;
    const twice = addition(50);
    const answers = await Promise.all([mine.add(twice), mine.add(twice)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
    expect(detailsSince(before)).toBe(1);

    const refused = addition(51, { categoryId: 'no-such-category' });
    expect((await mine.add(refused)).statusCode).toBe(400);
    expect((await mine.add({ place: refused.place })).statusCode).toBe(201);
    expect(detailsSince(before)).toBe(2);
    expect(sandbox.sessions().find(({ token }) => token === refused.place.sessionToken)).toMatchObject({
      details: 1,
      afterEnd: 0,
    });
  });

  test('사진은 이 서버를 거쳐 오고, API 키는 나가지 않는다', async () => {
    const placeId = await add(3);
    const [photo] = (await open(placeId)).photos;
    const answer = await get(placePhotoUrl({ placeId, reference: photo?.reference ?? '' }));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    sandbox.expirePhotos();
    const expired = await get(placePhotoUrl({ placeId, reference: photo?.reference ?? '' }));
    expect([expired.statusCode, expired.json().code]).toEqual([404, 'places.photo_expired']);
    const { photos } = (await get(`/api/places/${placeId}/photos`)).json();
    expect((await get(placePhotoUrl({ placeId, reference: photos[0].reference }))).statusCode).toBe(200);
  });

  test.each([
    ['quota', 503, 'places.quota_used_up'],
    ['key_invalid', 503, 'places.key_refused'],
    ['truncated', 503, 'places.unavailable'],
  ] as const)('%s: 더하지 못해도 리스트는 그대로이고, 손으로는 더할 수 있다', async (fault, status, code) => {
    const mine = listOf(on.app, await signUpMember(on.app));
    sandbox.injectFault('google', fault);
    const refused = await mine.addPlace(googleId(40));
    expect([refused.statusCode, refused.json().code]).toEqual([status, code]);
    expect((await mine.now()).restaurants).toEqual([]);
    const byHand = await mine.addByHand({ name: '손으로 쓴 집', address: '서울특별시 중구 예시로 1' });
    expect(byHand.statusCode, byHand.body).toBe(201);
  });

  test('다른 서비스를 쓰기 전에 저장한 곳도 그대로 있다', async () => {
    const [old] = await seedPlaces(on.database, [{ name: '옛날부터 있던 집' }]);
    const placeId = old?.placeId ?? '';
    expect((await get(`/api/places/${encodeURIComponent(placeId)}`)).json()).toMatchObject({
      provider: 'local',
      name: '옛날부터 있던 집',
    });
  });
});

describe('들은 것은 오래 두지 않는다', () => {
  test('한 주가 지나면 볼 때 다시 묻고, 서비스가 멎어 있으면 있던 것을 보인다', async () => {
    const placeId = await add(2);
    const { fetchedAt } = await open(placeId);
    await age(placeId, 6);
    const kept = (await open(placeId)).fetchedAt ?? 0;
    expect(kept).toBeLessThan((fetchedAt ?? 0) - 5 * DAY);
    await age(placeId, 2);
    sandbox.injectFault('google', 'truncated', 2);
    expect(await open(placeId)).toMatchObject({ rating: 3.2, fetchedAt: kept - 2 * DAY });
    expect((await open(placeId)).fetchedAt).toBeGreaterThanOrEqual(fetchedAt ?? 0);
  });

  test('한 달이 지나면 잊지만, 회원이 확인한 것과 번호는 남고, 볼 때 다시 묻는다', async () => {
    const placeId = await add(6);
    const mine = listOf(on.app, member);
    const before = await mine.now();
    const { opening_spans: stored } = await on.database
      .selectFrom('restaurants_public')
      .select('opening_spans')
      .where('id', '=', placeId)
      .executeTakeFirstOrThrow();
    await age(placeId, 31);
    await on.jobs.add(on.database, 'restaurants.delete_expired_provider_data', {});
    await on.jobs.runDue();
    const row = await on.database
      .selectFrom('restaurants_public')
      .selectAll()
      .where('id', '=', placeId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      provider_fetched_at: null,
      phone_number: null,
      google_rating: null,
      website: null,
      photos: [],
      detailed_opening_hours: [],
      opening_spans: null,
      allows_dogs: null,
      google_place_id: placeId,
    });
    expect([row.name, row.lat, row.category_id]).not.toContain(null);
    expect(row.address).not.toBe('');
    const after = await mine.now();
    expect(after.version).toBeGreaterThan(before.version);
    const listed = ({ restaurants }: typeof before) => restaurants.find(({ id }) => id === placeId);
    expect(listed(before)).toMatchObject({
      openingSpans: expect.arrayContaining([[expect.any(Number), expect.any(Number)]]),
    });
    expect(stored).toEqual(listed(before)?.openingSpans);
    expect(listed(after)).toMatchObject({ phoneNumber: null, openingSpans: null, hasParking: null });
    expect(await open(placeId)).toMatchObject({ rating: 3.6, phoneNumber: '02-0000-1006' });
  });
});

describe('Google에서 옮겨 간 곳', () => {
  const putInCatalogue = (id: number) =>
    placeInCatalogue(on.database, { id: movedGoogleId(id), provider: 'google' });
  const details = (id: string) => get(`/api/places/${encodeURIComponent(id)}`);

  test('새 번호를 적어 두어, 옛 번호가 사라져도 다시 묻고 사진을 찾고, 같은 곳은 두 번 담기지 않는다', async () => {
    const opened = await putInCatalogue(9);
    const checked = await putInCatalogue(10);
    for (const placeId of [opened, checked]) await listOf(on.app, member).addPlace(placeId);
    await open(opened);
    await on.jobs.add(on.database, 'restaurants.check_closed', {});
    await on.jobs.runDue();
    sandbox.lapseOldIds();
    expect((await details(movedGoogleId(9))).statusCode).toBe(404);

    await age(opened, 8);
    expect((await open(opened)).fetchedAt).toBeGreaterThan(Date.now() - DAY);
    expect((await open(checked)).phoneNumber).toBe('02-0000-1010');
    expect((await get(`/api/places/${opened}/photos`)).json().photos).not.toEqual([]);
    for (const id of [9, 10]) {
      const again = await listOf(on.app, member).addPlace(googleId(id));
      expect(again.json().code).toBe('restaurants.already_added');
    }
  });

  test('Google이 모르는 곳은 Google이 알려 준 곳이라 하지 않고, 적은 전화도 그대로다', async () => {
    const id = await placeInCatalogue(on.database, { id: `ChIJ${randomUUID()}`, provider: 'google' });
    await on.database
      .updateTable('restaurants_public')
      .set({ phone_number: '02-000-0000' })
      .where('id', '=', id)
      .execute();
    const asked = sandbox.requests('google');
    expect((await open(id)).fetchedAt).toBeNull();
    await open(id);
    expect(sandbox.requests('google')).toBe(asked + 1);
    await on.database
      .updateTable('restaurants_public')
      .set({ provider_requested_at: sql<Date>`now() - interval '31 days'` })
      .where('id', '=', id)
      .execute();
    await on.jobs.add(on.database, 'restaurants.delete_expired_provider_data', {});
    await on.jobs.runDue();
    expect(await open(id)).toMatchObject({ fetchedAt: null, phoneNumber: '02-000-0000' });
    expect(sandbox.requests('google')).toBe(asked + 2);
  });
});

describe('문을 닫은 집', () => {
  const check = async () => {
    await on.jobs.add(on.database, 'restaurants.check_closed', {});
    await on.jobs.runDue();
  };
  const statusOf = async (id: string, by: TestMember = member) =>
    (await listOf(on.app, by).now()).restaurants.find((each) => each.id === id)?.businessStatus;

  const setOperational = (placeId: string) =>
    on.database.transaction().execute(async (transaction) => {
      await sql`update restaurants_public set business_status = 'operational' where id = ${placeId}`.execute(
        transaction,
      );
      await incrementVersionsOfListsWith(transaction, [placeId]);
    });

  test('서비스가 닫았다고 하면 리스트에서 알 수 있고, 싼 마스크로 묻는다', async () => {
    const placeId = await add(7);
    await setOperational(placeId);
    await age(placeId, 8);
    await check();
    expect(await statusOf(placeId)).toBe('closed_permanently');
    expect(sandbox.masks().at(-1)).toEqual({ method: 'details', mask: 'id,businessStatus' });
    const asked = sandbox.requests('google');
    await check();
    expect(sandbox.requests('google')).toBe(asked);
  });

  test('서비스가 멎으면 다음 밤에 다시 한다', async () => {
    const placeId = await add(8);
    await setOperational(placeId);
    await age(placeId, 8);
    sandbox.injectFault('google', 'key_invalid');
    await check();
    expect(await statusOf(placeId)).toBe('operational');
    sandbox.injectFault('google', 'none');
    await check();
    expect(await statusOf(placeId)).toBe('closed_temporarily');
  });

  test('답이 없는 집 하나가 다른 집의 확인을 막지 않는다', async () => {
    const kim = await signUpMember(on.app);
    const silent = await add(33, kim);
    const closed = await add(32, kim);
    for (const placeId of [silent, closed]) await setOperational(placeId);
    await check();
    for (const placeId of [silent, closed]) await setOperational(placeId);
    await age(silent, 9);
    await age(closed, 8);
    // Both requests for the first place fail.
    sandbox.injectFault('google', 'failing', 2);
    await check();
    expect(await statusOf(silent, kim)).toBe('operational');
    expect(await statusOf(closed, kim)).toBe('closed_permanently');
  });

  test('세 집이 잇달아 답이 없거나 키가 거절되면 그날은 그만 묻는다', async () => {
    const kim = await signUpMember(on.app);
    for (const id of [34, 35, 36, 37]) await age(await add(id, kim), 8);
    const askedWith = async (code: 'places.unavailable' | 'places.key_refused') => {
      let asked = 0;
      const currentStatus = async () => {
        asked += 1;
        throw problem(placesProblems, code);
      };
      await checkClosedPlaces({ database: on.database, maps: { currentStatus } as never });
      return asked;
    };
    expect(await askedWith('places.unavailable')).toBe(3);
    expect(await askedWith('places.key_refused')).toBe(1);
  });

  test('가장 오래된 세 집이 밤마다 답이 없어도 다음 밤에는 다른 집을 확인한다', async () => {
    const kim = await signUpMember(on.app);
    const silent = [await add(38, kim), await add(39, kim), await add(40, kim)];
    const next = await add(41, kim);
    for (const [nth, placeId] of [...silent, next].entries()) await age(placeId, 30 - nth);
    const checkedPlaces = async () => {
      const checked: string[] = [];
      const currentStatus = async ({ placeId }: { placeId: string }) => {
        if (silent.includes(placeId)) throw problem(placesProblems, 'places.unavailable');
        checked.push(placeId);
        return { status: 'operational', placeId };
      };
      await checkClosedPlaces({ database: on.database, maps: { currentStatus } as never });
      return checked;
    };
    expect(await checkedPlaces()).not.toContain(next);
    expect(await checkedPlaces()).toContain(next);
    silent.splice(0);
    expect(await checkedPlaces()).toEqual(expect.arrayContaining([googleId(38), googleId(39), googleId(40)]));
  });

  test('허가 대장에서 폐업하면 리스트에서 알 수 있다', async () => {
    const name = '대장에 있던 집';
    const [place] = await seedPlaces(on.database, [{ name }]);
    const placeId = place?.placeId ?? '';
    await listOf(on.app, member).addPlace(placeId);
    expect(await statusOf(placeId)).toBe('operational');
    await on.database
      .updateTable('places')
      .set({ business_status: 'closed_permanently' })
      .where('place_id', '=', placeId)
      .execute();
    await check();
    expect(await statusOf(placeId)).toBe('closed_permanently');
  });
});

describe('카카오에서 찾아 더하기', () => {
  let kakao: TestApp;
  let kim: TestMember;
  beforeAll(async () => {
    kakao = await openTestApp({ settings: { ...sandboxSettings(sandbox), PLACES_PROVIDER: 'kakao' } });
    kim = await signUpMember(kakao.app);
  });
  afterAll(() => kakao.close());
  const find = async (q: string) =>
    (await get(`/api/places/autocomplete?q=${encodeURIComponent(q)}&${EULJIRO}`, kakao, kim)).json()
      .suggestions;

  test('찾은 것을 고르면 그대로 남는다', async () => {
    const [found] = await find('해달골');
    const added = await listOf(kakao.app, kim).addPlace(found.placeId);
    expect(written(added).restaurant).toMatchObject({ id: 'kakao:9000001', name: '해달골 국밥' });
    const { place } = (await listOf(kakao.app, kim).open('kakao:9000001')).json();
    expect(place).toMatchObject({
      provider: 'kakao',
      mapsUrl: 'http://place.map.kakao.com/9000001',
      rating: null,
    });
  });

  test('네이버가 안 곳도', async () => {
    const [found] = await find('네이버에만');
    const added = await listOf(kakao.app, kim).addPlace(found.placeId);
    expect(written(added).restaurant).toMatchObject({ name: '네이버에만 있는 돈까스 & 우동' });
  });

  test('찾은 적 없는 번호는 없는 곳이다', async () => {
    const refused = await listOf(kakao.app, kim).addPlace('kakao:1');
    expect(refused.json().code).toBe('restaurants.place_not_found');
  });

  test('카카오는 닫았는지 모르지만, 허가 대장이 안다', async () => {
    const [found] = await find('서리냉면옥');
    await listOf(kakao.app, kim).addPlace(found.placeId);
    await seedPlaces(kakao.database, [
      {
        name: '서리냉면옥',
        lat: found.coordinates.lat + 0.0001,
        lng: found.coordinates.lng,
        businessStatus: 'closed_permanently',
        closedOn: '2026-01-01',
      },
    ]);
    await kakao.jobs.add(kakao.database, 'restaurants.check_closed', {});
    await kakao.jobs.runDue();
    const { restaurants } = await listOf(kakao.app, kim).now();
    const status = (name: string) => restaurants.find((each) => each.name === name)?.businessStatus;
    expect([status('서리냉면옥'), status('해달골 국밥')]).toEqual(['closed_permanently', null]);
  });
});

describe('하루에 물을 수 있는 만큼', () => {
  const openWith = (settings: object) =>
    openTestApp({ settings: { ...sandboxSettings(sandbox), PLACES_PROVIDER: 'google', ...settings } });

  test('한 사람이 다 쓰면 그 사람만 못 쓴다; 한꺼번에 물어도 넘지 않는다', async () => {
    const strict = await openWith({ PLACES_CALLS_PER_DAY_BY_ACCOUNT: 5 });
    const [kim, lee] = await Promise.all([signUpMember(strict.app), signUpMember(strict.app)]);
    const before = sandbox.requests('google');
    const nearby = (who: TestMember) => get(`/api/places/nearby?${EULJIRO}`, strict, who);
    const answers = await Promise.all(Array.from({ length: 20 }, () => nearby(kim)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    expect(sandbox.requests('google')).toBe(before + 5);
    expect((await nearby(kim)).json().code).toBe('places.too_many_today');
    expect((await nearby(lee)).statusCode).toBe(200);
    await strict.close();
  });

  test('모두가 쓸 것을 다 쓰면 아무도 못 쓰고, 아무 것도 세지 않는다', async () => {
    const strict = await openWith({ PLACES_CALLS_PER_DAY: 2 });
    const who = await signUpMember(strict.app);
    const nearby = () => get(`/api/places/nearby?${EULJIRO}`, strict, who);
    expect([(await nearby()).statusCode, (await nearby()).statusCode]).toEqual([200, 200]);
    expect((await nearby()).json().code).toBe('places.quota_used_up');
    const [counted] = await strict.database.selectFrom('maps_calls_of_account').selectAll().execute();
    expect(counted?.calls).toBe(2);
    await strict.close();
  });

  test('0이면 아무 것도 묻지 않는다', async () => {
    const strict = await openWith({ PLACES_CALLS_PER_DAY: 0 });
    const who = await signUpMember(strict.app);
    const before = sandbox.requests('google');
    expect((await get(`/api/places/nearby?${EULJIRO}`, strict, who)).json().code).toBe(
      'places.quota_used_up',
    );
    expect(sandbox.requests('google')).toBe(before);
    await strict.close();
  });
});
