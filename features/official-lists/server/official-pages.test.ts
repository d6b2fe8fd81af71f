import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { importOfficialList, matchOfficialLists } from './official-lists.service.ts';

let on: TestApp;
let admin: TestMember;
let member: TestMember;

const ADDRESS = '서울특별시 성동구 성수이로 3 (성수동2가)';
const NEAR = 'lat=37.54&lng=127.05';

beforeAll(async () => {
  on = await openTestApp({ settings: { ADMIN_EMAIL: 'boss@example.com' } });
  admin = await openAdmin(on);
  member = await signUpMember(on.app);
  const others = Array.from({ length: 12 }, (_, at) => ({
    placeId: `kr:jeju-${at}`,
    name: `바다분식${at}`,
    address: `제주특별자치도 제주시 해안로 ${at + 1}`,
    lat: 33.5 + at / 1000,
    lng: 126.5,
  }));
  await seedPlaces(on.database, [
    { placeId: 'kr:far', name: '먼칼국수', address: '부산광역시 중구 광복로 1', lat: 35.1, lng: 129.03 },
    { placeId: 'kr:cheap', name: '할매집', address: ADDRESS, lat: 37.541, lng: 127.05 },
    { placeId: 'kr:dear', name: '성수칼국수', address: ADDRESS, lat: 37.5405, lng: 127.05 },
    { placeId: 'kr:named', name: '만원의행복', address: ADDRESS, lat: 37.5406, lng: 127.05 },
    { placeId: 'kr:shut', name: '닫은집', address: ADDRESS, lat: 37.5407, lng: 127.05 },
    { placeId: 'kr:unpriced', name: '뚝섬전골', address: ADDRESS, lat: 37.5408, lng: 127.05 },
    ...others,
  ]);
  const entry = (name: string, address: string, menus: { name: string; price: number }[] = []) => ({
    sourceKey: name,
    name,
    address,
    phone: '',
    designatedOn: null,
    menus,
  });
  await importOfficialList(on.database, {
    list: 'good_price',
    year: 2026,
    file: {
      rows: 18,
      refused: [],
      isLastRowCut: false,
      unreadable: 0,
      entries: [
        entry('먼칼국수', '부산광역시 중구 광복로 1', [{ name: '국밥', price: 7000 }]),
        entry('할매집', ADDRESS, [
          { name: '비빔밥', price: 6000 },
          { name: '손칼국수', price: 7500 },
        ]),
        entry('성수칼국수', ADDRESS, [{ name: '칼국수', price: 9000 }]),
        entry('닫은집', ADDRESS, [{ name: '칼국수', price: 5000 }]),
        entry('없는집', '서울특별시 성동구 왕십리로 77'),
        ...others.map(({ name, address }) => entry(name, address, [{ name: '라면', price: 3000 }])),
      ],
    },
  });
  await match();
  await on.database
    .updateTable('places')
    .set({ business_status: 'closed_permanently' })
    .where('place_id', '=', 'kr:shut')
    .execute();
  await match();
});
afterAll(() => on.close());

const match = () => matchOfficialLists(on.database, { signal: new AbortController().signal });
const get = async (url: string, person = member) =>
  (await on.app.inject({ url: encodeURI(url), headers: person.headers })).json();
const post = (url: string, payload: object, person = member) =>
  on.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...person.headers, 'idempotency-key': randomUUID() },
  });
const namesOf = (places: { name: string }[]) => places.map(({ name }) => name);

test('목록마다 곳 수와 해를 보고, 문 닫은 곳은 세지 않는다', async () => {
  expect((await get('/api/official-lists')).lists).toEqual([{ list: 'good_price', year: 2026, places: 15 }]);
  expect((await get('/api/official-lists/good_price/regions')).regions).toEqual([
    { province: '부산광역시', district: '중구', places: 1 },
    { province: '서울특별시', district: '성동구', places: 2 },
    { province: '제주특별자치도', district: '제주시', places: 12 },
  ]);
});

test('내 주변부터, 지역별로, 메뉴와 가격까지 본다', async () => {
  const near = await get(`/api/official-lists/good_price/places?${NEAR}`);
  expect(near).toMatchObject({ total: 15, year: 2026 });
  expect(namesOf(near.places).slice(0, 3)).toEqual(['성수칼국수', '할매집', '먼칼국수']);
  expect(near.places[0]).toMatchObject({
    menus: [{ name: '칼국수', price: 9000 }],
    coordinates: { lat: 37.5405, lng: 127.05 },
  });
  const region = await get(
    '/api/official-lists/good_price/places?province=제주특별자치도&district=제주시&offset=10',
  );
  expect(region.total).toBe(12);
  expect(region.places).toHaveLength(2);
  expect(await get('/api/official-lists/good_price/places?lat=-5e-324&lng=0')).toMatchObject({ total: 15 });
  expect((await on.app.inject('/api/official-lists/good_price/places')).statusCode).toBe(401);
  const unknown = await on.app.inject({
    url: '/api/official-lists/nothing/places',
    headers: member.headers,
  });
  expect(unknown.statusCode).toBe(400);
});

test('여럿을 한 번에 담고, 무료 열 곳을 넘으면 하나도 담지 않고, 되돌린다', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `kr:jeju-${at}`);
  const all = await post('/api/my-restaurants/from-official-lists', { restaurantIds: ids });
  expect(all.json()).toMatchObject({ code: 'restaurants.bulk_limit_exceeded' });
  const two = await post('/api/my-restaurants/from-official-lists', { restaurantIds: ids.slice(0, 2) });
  expect(two.statusCode).toBe(201);
  const { restaurants } = two.json();
  expect(namesOf(restaurants).toSorted()).toEqual(['바다분식0', '바다분식1']);
  expect(restaurants[0]).toMatchObject({ status: '방문 예정', sharedListId: null });
  const unknown = await post('/api/my-restaurants/from-official-lists', { restaurantIds: ['kr:nothing'] });
  expect(unknown.json()).toMatchObject({ code: 'restaurants.place_not_found' });
  const undone = await post('/api/my-restaurants/taken-over/undo', { restaurants });
  expect(undone.json().deletedIds).toHaveLength(2);
});

const search = (typed: string) => get(`/api/places/autocomplete?q=${typed}&${NEAR}`);

test('가격을 함께 찾으면 그 메뉴와 가격이 맞는 곳만 나온다', async () => {
  expect((await search('성수 칼국수 8천원 이하')).suggestions).toMatchObject([
    { placeId: 'kr:cheap', dish: { name: '손칼국수', price: 7500 } },
  ]);
  expect((await search('부산 중구 국밥 7000원')).suggestions).toMatchObject([
    { placeId: 'kr:far', dish: { name: '국밥', price: 7000 } },
  ]);
  const cheapest = await search('만원 이하');
  expect(cheapest.suggestions[0]).toMatchObject({
    placeId: 'kr:dear',
    dish: { name: '칼국수', price: 9000 },
  });
  expect(cheapest.suggestions).toHaveLength(10);
});

test('가격을 아는 곳이 없으면 가격을 뺀 결과를 보여 주고 그렇다고 말한다', async () => {
  const found = await search('뚝섬전골 8천원 이하');
  expect(found.isPriceUnknown).toBe(true);
  expect(namesOf(found.suggestions)).toEqual(['뚝섬전골']);
});

test('지역 이름은 주소의 낱말 첫머리이고, 광주와 전남은 합친 뒤에도 다른 곳이다', async () => {
  const addresses = {
    광주: '전남광주통합특별시 동구 중앙로 1 (충장로1가)',
    여수: '전남광주통합특별시 여수시 중앙로 2 (중앙동)',
    담양: '전라남도 담양군 담양읍 죽향로 9',
    경기: '경기도 광주시 중앙로 3 (경안동)',
    충주: '충청북도 충주시 중앙로 4 (성내동)',
  };
  const named = Object.entries(addresses).map(([at, address]) => ({ name: `${at.at(0)}집`, address }));
  await seedPlaces(
    on.database,
    named.map((place, at) => ({ ...place, placeId: `kr:region-${at}`, lat: 35 + at / 10, lng: 127 })),
  );
  await addEntries(named);
  const found = async (typed: string) => namesOf((await search(typed)).suggestions).toSorted();
  expect(await found('광주 육전 8천원 이하')).toEqual(['경집', '광집']);
  expect(await found('광주광역시 육전 8천원 이하')).toEqual(['광집']);
  expect(await found('전남 육전 8천원 이하')).toEqual(['담집', '여집']);
  expect(await found('전라남도 육전 8천원 이하')).toEqual(['담집', '여집']);
  expect(await found('전남광주 육전 8천원 이하')).toEqual(['광집', '담집', '여집']);
  expect(await found('전남 여수 육전 8천원 이하')).toEqual(['여집']);
  expect(await found('경기 광주 육전 8천원 이하')).toEqual(['경집']);
  expect(await found('충북 육전 8천원 이하')).toEqual(['충집']);
  // 앙로 is within 중앙로, but no word begins with it.
  expect((await search('앙로 육전 8천원 이하')).isPriceUnknown).toBe(true);
});

/** Adds places to the list, with the same dish, and keeps its other entries. */
async function addEntries(places: { name: string; address: string }[]) {
  await on.database
    .insertInto('official_list_entries')
    .values(
      places.map(({ name, address }) => ({
        list: 'good_price' as const,
        source_key: name,
        name,
        address,
        phone: '',
        menus: JSON.stringify([{ name: '육전', price: 7000 }]),
      })),
    )
    .execute();
  await match();
}

test('가격처럼 보이는 이름은 이름이다', async () => {
  const found = await search('만원의행복');
  expect(found).not.toHaveProperty('isPriceUnknown');
  expect(found.suggestions[0]).toMatchObject({ placeId: 'kr:named' });
});

test('관리자가 한 지역을 나누어 제공하고, 되돌리면 이 일로 제공한 곳만 빠진다', async () => {
  const region = { province: '제주특별자치도', district: '제주시' };
  const counts = () =>
    get('/api/admin/official-lists/good_price/provided?province=제주특별자치도&district=제주시', admin);
  expect(await counts()).toEqual({ places: 12, provided: 0, providedHere: 0 });
  const one = await post(
    '/api/admin/provided-restaurants',
    { place: { from: 'maps', placeId: 'kr:jeju-0' } },
    admin,
  );
  expect(one.statusCode).toBe(201);
  const provide = await post(
    '/api/admin/official-lists/good_price/provide',
    { ...region, memo: '착한가격업소' },
    admin,
  );
  expect(provide.json()).toEqual({ done: 11, left: 0 });
  expect(await counts()).toEqual({ places: 12, provided: 12, providedHere: 11 });
  const { restaurants } = await get('/api/provided-restaurants');
  expect(restaurants.filter(({ memo }: { memo: string }) => memo === '착한가격업소')).toHaveLength(11);
  // Repeating the action changes nothing.
  const again = await post('/api/admin/official-lists/good_price/provide', { ...region, memo: '' }, admin);
  expect(again.json()).toEqual({ done: 0, left: 0 });
  const withdrawn = await post('/api/admin/official-lists/good_price/withdraw', region, admin);
  expect(withdrawn.json()).toEqual({ done: 11, left: 0 });
  expect(await counts()).toEqual({ places: 12, provided: 1, providedHere: 0 });
  expect((await post('/api/admin/official-lists/good_price/provide', region)).statusCode).toBe(404);
});

test('내 모음에만 있는 곳에도 표시가 보인다', async () => {
  const collector = await signUpMember(on.app);
  const badges = async () => (await get('/api/official-lists/my-badges', collector)).badges;
  expect((await badges()).map(({ placeId }: { placeId: string }) => placeId)).not.toContain('kr:dear');
  await on.database
    .insertInto('collections')
    .values({ id: 'c1', owner_id: collector.userId, name: '모음', colour: 'ink', icon: 'heart' })
    .execute();
  await post('/api/my-restaurants/from-official-lists', { restaurantIds: ['kr:dear'] });
  await on.database
    .insertInto('collection_places')
    .values({ collection_id: 'c1', restaurant_id: 'kr:dear', position: 1 })
    .execute();
  expect(await badges()).toContainEqual(expect.objectContaining({ placeId: 'kr:dear', list: 'good_price' }));
});

test('관리자는 못 찾은 곳을 까닭과 함께 파일로 받는다', async () => {
  const file = await on.app.inject({
    url: '/api/admin/official-lists/good_price/unmatched',
    headers: admin.headers,
  });
  expect(file.headers['content-type']).toContain('text/csv');
  const lines = file.body.trim().split('\n');
  expect(lines[0]).toContain('name,address,phone,reason');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['닫은집', '없는집']);
});
