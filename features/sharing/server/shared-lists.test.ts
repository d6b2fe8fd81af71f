import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { ListShare } from '#features/sharing/sharing.contract.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { searchOn } from '#server/database/search-database.ts';
import { createSharedLists, type SharedLists } from './shared-lists.ts';
import { openSharedList } from './sharing.test-factory.ts';

let on: TestApp;
let owner: TestMember;
let link: ListShare;
let lists: SharedLists;
beforeAll(async () => {
  on = await openTestApp();
  ({ owner, link } = await openSharedList(on, {
    title: '국물 지도',
    shows: { ratings: false, reviews: false, memos: false, photos: false },
  }));
  lists = createSharedLists({
    database: on.database,
    searchDatabase: searchOn(on.database),
    pages: on.app.pages,
    baseUrl: OWN_ORIGIN,
  });
});
afterAll(() => on.close());

const countAt = async (now: number) => (await (await lists.open(link.id, now)).document()).list.places.length;

async function addPlace() {
  await listOf(on.app, owner).addPlace(await placeInCatalogue(on.database, { name: `집 ${randomUUID()}` }));
}

test('주인이 쉬지 않고 고치면 잠깐 전의 것이 보이다가, 곧 새 것이 보인다', async () => {
  const start = 1_000_000;
  const seen: number[] = [await countAt(start)];
  for (let n = 1; n <= 6; n += 1) {
    await addPlace();
    seen.push(await countAt(start + n * 100));
  }
  expect(seen).toEqual([0, 1, 2, 3, 3, 3, 3]);
  expect(await countAt(start + 1_000)).toBe(6);
});

test('링크에 한 일은 그사이에도 바로 보인다', async () => {
  const start = 2_000_000;
  for (let n = 0; n < 4; n += 1) {
    await addPlace();
    await countAt(start + n);
  }
  await on.app.inject({
    method: 'PATCH',
    url: `/api/list-shares/${link.id}`,
    headers: owner.headers,
    payload: { selection: { of: 'filtered', status: '방문 완료', categoryIds: [], tags: [] } },
  });
  expect(await countAt(start + 5)).toBe(0);
  await on.app.inject({
    method: 'PATCH',
    url: `/api/list-shares/${link.id}`,
    headers: owner.headers,
    payload: { isPaused: true },
  });
  await expect(lists.open(link.id, start + 6)).rejects.toMatchObject({ code: 'sharing.paused' });
});
