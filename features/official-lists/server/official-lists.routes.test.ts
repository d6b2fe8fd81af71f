import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { importOfficialList, matchOfficialLists } from './official-lists.service.ts';

let on: TestApp;
let admin: TestMember;
let member: TestMember;

beforeAll(async () => {
  on = await openTestApp({ settings: { ADMIN_EMAIL: 'boss@example.com' } });
  admin = await openAdmin(on);
  member = await signUpMember(on.app);
  await seedPlaces(on.database, [
    { placeId: 'kr:only', name: '명동칼국수', address: '서울특별시 중구 명동길 3' },
    { placeId: 'kr:a', name: '하동관', address: '서울특별시 중구 을지로 3' },
    { placeId: 'kr:b', name: '하동관', address: '서울특별시 중구 퇴계로 5', lat: 37.561 },
  ]);
  const entry = (name: string, menus: { name: string; price: number }[] = []) => ({
    sourceKey: name,
    name,
    address: '서울특별시 중구 명동9길 12',
    phone: '',
    designatedOn: null,
    menus,
  });
  await importOfficialList(on.database, {
    list: 'good_price',
    year: 2026,
    file: {
      rows: 2,
      refused: [],
      isLastRowCut: false,
      unreadable: 0,
      entries: [entry('하동관'), entry('명동칼국수', [{ name: '칼국수', price: 8000 }])],
    },
  });
  await matchOfficialLists(on.database, { signal: new AbortController().signal });
});
afterAll(() => on.close());

const get = (person: TestMember, url: string) => on.app.inject({ url, headers: person.headers });
const badges = async (placeIds: string) =>
  (await get(member, `/api/official-lists/badges?placeIds=${placeIds}`)).json().badges;

test('회원은 어느 목록의 몇 년 기준인지, 메뉴와 가격까지 읽는다', async () => {
  expect(await badges('kr:only,kr:a')).toEqual([
    { placeId: 'kr:only', list: 'good_price', year: 2026, menus: [{ name: '칼국수', price: 8000 }] },
  ]);
});

test('관리자만 확인 필요를 보고, 한 번 눌러 정하고, 기록에 남는다', async () => {
  expect((await get(member, '/api/admin/official-lists')).statusCode).toBe(404);
  const { lists, toCheck } = (await get(admin, '/api/admin/official-lists')).json();
  expect(lists[0]).toMatchObject({ list: 'good_price', rows: 2, matched: 1, toCheck: 1 });
  expect(toCheck).toMatchObject([{ name: '하동관', candidates: [{ placeId: 'kr:a' }, { placeId: 'kr:b' }] }]);
  const decide = (placeId: string | null) =>
    on.app.inject({
      method: 'POST',
      url: `/api/admin/official-lists/entries/${toCheck[0].id}/decision`,
      headers: admin.headers,
      payload: { placeId },
    });
  expect((await decide('kr:only')).json()).toMatchObject({ code: 'official.place_not_found' });
  expect((await decide('kr:b')).statusCode).toBe(200);
  expect((await decide('kr:a')).json()).toMatchObject({ code: 'official.entry_not_found' });
  expect(await badges('kr:b')).toMatchObject([{ placeId: 'kr:b' }]);
  // A later refresh keeps the decision.
  await matchOfficialLists(on.database, { signal: new AbortController().signal });
  expect(await badges('kr:b')).toMatchObject([{ placeId: 'kr:b' }]);
  const log = await on.database
    .selectFrom('audit_log')
    .where('act', '=', 'official_lists.decided')
    .select('subject')
    .execute();
  expect(log).toEqual([{ subject: String(toCheck[0].id) }]);
});
