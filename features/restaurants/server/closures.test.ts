import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { collectionsOf } from '#features/collections/server/collections.test-factory.ts';
import type { Collection } from '#features/collections/collections.contract.ts';
import type { PlaceStatus } from '#features/places/places.contract.ts';
import { seedPlaces, type TestPlace } from '#features/places/server/places.test-factory.ts';
import type { SharedList } from '#features/sharing/sharing.contract.ts';
import { openSharedList } from '#features/sharing/server/sharing.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { listOf } from './restaurants.test-factory.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

const ADDRESS = '서울특별시 중구 명동9길 12 (을지로1가)';
const placeId = 'kr:3010000:101-2001-1';
const place: TestPlace = { placeId, name: '하동관', address: ADDRESS };
const closed = { ...place, businessStatus: 'closed_permanently', closedOn: '2026-11-20' } as const;

/** What a refresh of the register does: the rows are imported, and then the lists are compared with them. */
async function refresh(places: readonly TestPlace[]) {
  await seedPlaces(on.database, places);
  await on.jobs.add(on.database, 'restaurants.check_closed', {});
  await on.jobs.runDue();
}

test('폐업 신고된 날이 내 맛집과 모음에 보이고, 그대로 두면 다시 묻지 않는다', async () => {
  await refresh([place]);
  const member = await signUpMember(on.app);
  const list = listOf(on.app, member);
  await list.addPlace(placeId);
  const saved = async () => (await list.now()).restaurants[0];
  expect(await saved()).toMatchObject({ businessStatus: 'operational', closedOn: null, keptClosedOn: null });
  const mine = collectionsOf(on.app, member);
  const { id } = await mine.made({ restaurantIds: [placeId] });

  await refresh([closed]);
  expect(await saved()).toMatchObject({ businessStatus: 'closed_permanently', closedOn: '2026-11-20' });
  expect((await mine.read(id)).json<Collection>().places).toMatchObject([{ closedOn: '2026-11-20' }]);

  const keep = () =>
    on.app.inject({
      method: 'POST',
      url: `/api/my-restaurants/${encodeURIComponent(placeId)}/keep-closed`,
      headers: member.headers,
    });
  expect((await keep()).json()).toMatchObject({ restaurant: { keptClosedOn: '2026-11-20' } });
  expect((await keep()).statusCode).toBe(200);
  expect(await saved()).toMatchObject({ keptClosedOn: '2026-11-20' });

  // The place opens again and closes again: the second closure is another one.
  await refresh([place]);
  expect(await saved()).toMatchObject({ businessStatus: 'operational', closedOn: null });
  await refresh([{ ...closed, closedOn: '2026-11-27' }]);
  expect(await saved()).toMatchObject({ closedOn: '2026-11-27', keptClosedOn: '2026-11-20' });
});

test('공유한 링크에는 폐업한 날이 없다', async () => {
  const { owner, link } = await openSharedList(on, {
    title: '우리 동네',
    shows: { ratings: true, reviews: true, memos: true, photos: true },
  });
  await refresh([place]);
  await listOf(on.app, owner).addPlace(placeId);
  await refresh([closed]);
  const answer = await on.app.inject({ url: `/api/shared-lists/${link.id}` });
  expect(answer.json<SharedList>().places).toMatchObject([{ businessStatus: 'closed_permanently' }]);
  expect(answer.body).not.toContain('2026-11-20');
});

test('같은 이름으로 다시 열거나 옮긴 곳을 알려 준다', async () => {
  await refresh([
    closed,
    { name: '하동관', placeId: 'kr:reopened', address: ADDRESS },
    { name: '하동관', placeId: 'kr:moved', address: '서울특별시 중구 을지로 3', lat: 37.566, lng: 126.99 },
    { name: '하동관', placeId: 'kr:far', address: '부산광역시 중구 중구로 3', lat: 35.1, lng: 129.03 },
    { name: '하동관 강남점', placeId: 'kr:branch', address: '서울특별시 중구 을지로 5', lat: 37.566 },
    { ...closed, placeId: 'kr:closed-too' },
  ]);
  const member = await signUpMember(on.app);
  const query = new URLSearchParams({ name: '하동관', address: ADDRESS, lat: '37.5645', lng: '126.982' });
  const answer = await on.app.inject({
    url: `/api/places/${encodeURIComponent(placeId)}/status?${query.toString()}`,
    headers: member.headers,
  });
  expect(answer.json<PlaceStatus>().successors.map((each) => each.placeId)).toEqual([
    'kr:reopened',
    'kr:moved',
  ]);
});
