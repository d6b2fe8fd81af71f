import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { seedPlaces } from './places.test-factory.ts';

/** The rounded location of a member, as the app sends it. No place of this test is near it. */
const LOCATION = 'lat=35.87&lng=128.59';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

test('a location is used for the order of results, and is neither stored nor logged', async () => {
  const { headers } = await signUpMember(on.app);
  const get = (url: string) => on.app.inject({ url: encodeURI(url), headers });
  await seedPlaces(on.database, [
    { placeId: 'kr:seoul', name: '가까운국밥', lat: 37.5, lng: 127 },
    { placeId: 'kr:busan', name: '가까운국밥', lat: 35.1, lng: 129 },
  ]);
  const first = async (query: string) =>
    (await get(`/api/places/autocomplete?q=가까운국밥${query}`)).json().suggestions[0].placeId;
  expect([await first(''), await first(`&${LOCATION}`)]).toEqual(['kr:seoul', 'kr:busan']);

  for (const [url, status] of [
    [`/api/places/nearby?${LOCATION}`, 200],
    [`/api/official-lists/good_price/places?${LOCATION}&offset=0`, 200],
    [`/api/places/nearby?${LOCATION}&limit=none`, 400],
    [`/api/places/autocomplete?${LOCATION}`, 400],
    [`/api/places/nowhere?${LOCATION}`, 404],
  ] as const)
    expect((await get(url)).statusCode, url).toBe(status);

  const isIn = (text: string) => text.includes('35.87') || text.includes('128.59');
  expect(on.log.length).toBeGreaterThan(0);
  expect(on.log.filter(isIn)).toEqual([]);
  const tables = await on.database.introspection.getTables();
  const stored = [];
  for (const { schema, name } of tables.filter(({ isView }) => !isView)) {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.id(schema ?? 'public', name)} t`.execute(on.database);
    stored.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  expect(stored.some((row) => row.includes('가까운국밥'))).toBe(true);
  expect(stored.filter(isIn)).toEqual([]);
});
