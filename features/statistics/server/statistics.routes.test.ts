import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { CategoryCounts } from '#features/statistics/statistics.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { foldChanges } from './statistics.sql.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(() => on.close());

const read = () => on.app.inject({ url: '/api/statistics/category-counts' });

/** Returns the counts from all rows. The landing page does not use this query, because it would be too slow. */
async function counted(): Promise<CategoryCounts['categories']> {
  const { rows } = await sql<CategoryCounts['categories'][number]>`
    select place.category_id as "categoryId",
      count(*) filter (where provided_at is not null) as "adminAdded",
      count(*) filter (where provided_at is null) as "userAdded", count(*) as total
    from restaurants_public as place
    left join restaurant_categories as category on category.id = place.category_id
    group by 1, display_order order by display_order nulls last`.execute(on.database);
  return rows;
}

test('아직 아무 곳도 없으면 찾을 수 없다고 한다', async () => {
  const answer = await read();
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'statistics.not_found']);
});

test('한꺼번에 무엇을 하든 숫자는 센 것과 같다', async () => {
  const member = await signUpMember(on.app);
  const categories = ['noodles', 'cafe', 'bar', null];
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      placeInCatalogue(on.database, { categoryId: categories[nth % 4] ?? null }),
    ),
  );
  const change = (id: string, nth: number) => {
    const row = on.database.updateTable('restaurants_public').where('id', '=', id);
    if (nth % 5 === 0) return on.database.deleteFrom('restaurants_public').where('id', '=', id).execute();
    if (nth % 5 === 1) return row.set({ provided_at: new Date() }).execute();
    if (nth % 5 === 2) return row.set({ category_id: 'cafe' }).execute();
    if (nth % 5 === 3) return foldChanges(on.database);
    return listOf(on.app, member).addByHand({ name: `밥집 ${randomUUID()}`, address: '서울' });
  };
  const readings = await Promise.all(
    ids.map(async (id, nth) => {
      await change(id, nth);
      return read();
    }),
  );
  for (const reading of readings) expect(reading.statusCode).toBe(200);
  // The deletion of the account also deletes its places.
  await on.database.deleteFrom('users').where('id', '=', member.userId).execute();
  await on.database.deleteFrom('restaurant_categories').where('id', '=', 'bar').execute();

  const { totalCounts, categories: returned } = (await read()).json<CategoryCounts>();
  expect(returned).toEqual(await counted());
  expect(returned.map(({ categoryId }) => categoryId)).toEqual(['noodles', 'cafe', null]);
  const total = returned.reduce((all, one) => all + one.total, 0);
  expect(totalCounts.adminAdded + totalCounts.userAdded).toBe(total);
  expect(totalCounts.total).toBe(total);

  await foldChanges(on.database);
  expect((await read()).json().categories).toEqual(returned);
  const { rows } = await sql`select from category_count_changes`.execute(on.database);
  expect(rows.length).toBeLessThanOrEqual(2 * returned.length);
});

test('대조: 트리거가 없으면 숫자가 틀린다', async () => {
  await sql`alter table restaurants_public disable trigger count_inserted`.execute(on.database);
  await placeInCatalogue(on.database);
  await sql`alter table restaurants_public enable trigger count_inserted`.execute(on.database);
  expect((await read()).json().categories).not.toEqual(await counted());
});
