import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openSharedList } from '#features/sharing/server/sharing.test-factory.ts';
import type { Database } from './database/database.ts';
import { openSearchDatabase, type SearchDatabase } from './database/search-database.ts';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { openTestApp, type TestApp } from './http/test-app.ts';

/** Routes whose reads may come from a replica. */
const PUBLIC_READS = [
  'GET /api/places/:placeId',
  'GET /api/places/:placeId/photos',
  'GET /api/places/:placeId/photos/:reference',
  'GET /api/places/:placeId/status',
  'GET /api/places/address',
  'GET /api/places/addresses',
  'GET /api/places/autocomplete',
  'GET /api/places/nearby',
  'GET /api/provided-restaurants',
  'GET /api/shared-lists/:shareId',
  'GET /api/site',
  'GET /shared/:shareId',
  'GET /shared/:linkId/card.png',
];

let primary: TestDatabase;
/** A database whose contents differ from the primary's. An answer therefore shows which database was read. */
let replica: TestDatabase;
let search: SearchDatabase & { close: () => Promise<void> };
let reads = 0;
let on: TestApp;
let member: TestMember;
let shareId: string;

beforeAll(async () => {
  [primary, replica] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  search = openSearchDatabase({
    primary: primary.connectionString,
    replica: replica.connectionString,
    statementSeconds: 5,
    log: { info: () => {}, warn: () => {} },
  });
  on = await openTestApp({
    opened: primary,
    searchDatabase: {
      ...search,
      read: (query) => {
        reads += 1;
        return search.read(query);
      },
    },
  });
  member = await signUpMember(on.app);
  const shows = { ratings: true, reviews: true, memos: true, photos: false };
  const opened = await openSharedList({ ...on, database: primary.database }, { title: '본서버', shows });
  shareId = opened.link.id;
});
afterAll(async () => {
  await on.close();
  await search.close();
  await replica.close();
  await primary.close();
});

test('회원 자신의 데이터는 복제본에서 읽지 않는다', async () => {
  const used: string[] = [];
  for (const { method, url } of on.app.routeTable.filter((route) => route.method === 'GET')) {
    const before = reads;
    const address = url.replaceAll(/:\w+/g, (name) => (/^:(share|link)Id$/.test(name) ? shareId : 'unknown'));
    const query = url.includes('places') ? '?q=국밥&lat=37.5&lng=127&query=국밥' : '';
    await on.app.inject({ method: 'GET', url: address + query, headers: member.headers });
    if (reads > before) used.push(`${method} ${url}`);
  }
  expect(used).toEqual(
    expect.arrayContaining(['GET /api/provided-restaurants', 'GET /api/shared-lists/:shareId']),
  );
  expect(used.filter((name) => !PUBLIC_READS.includes(name))).toEqual([]);
});

test('복제본에 그 판이 있으면 복제본에서, 뒤처졌으면 본서버에서 읽는다', async () => {
  const name = async () => {
    const answer = await on.app.inject({ url: '/api/provided-restaurants', headers: member.headers });
    return answer.json().restaurants.map((restaurant: { name: string }) => restaurant.name);
  };
  const provide = async (database: Database, { version, name: named }: { version: number; name: string }) => {
    await database
      .insertInto('restaurants_public')
      .values({
        id: `place-${version}`,
        provider: 'local',
        name: named,
        address: '서울특별시 종로구 예시로 1',
        lat: 37.57,
        lng: 126.98,
        provided_at: new Date(),
      })
      .execute();
    await database.updateTable('provided_document').set({ version }).execute();
  };
  await provide(primary.database, { version: 1_000, name: '본서버' });
  await provide(replica.database, { version: 1_000, name: '복제본' });
  expect(await name()).toEqual(['복제본']);

  await provide(primary.database, { version: 1_001, name: '새 집' });
  expect((await name()).sort()).toEqual(['본서버', '새 집']);
  expect(search.replica()).toBe('used');
});
