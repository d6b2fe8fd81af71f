import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letterKey } from '#common/korean.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { rebuildSearchTables } from './build-search-tables.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase({ max: 2 });
});
afterAll(() => opened.close());

/** Returns the rows of the search tables together with the name of their place. */
async function readSearchTables(): Promise<unknown[]> {
  const { rows } = await sql`
    select p.name, array(select letters from place_keys where place_id = p.id order by letters) as keys,
      array(select term from place_terms where place_id = p.id order by term) as terms,
      array(select category_id from place_spots where place_id = p.id) as spots
    from places p order by p.id`.execute(opened.database);
  return rows;
}

async function isAlreadyIndexed(name: string): Promise<boolean> {
  const { rows } = await sql`
    select from place_keys_drawn where letters = ${`${letterKey(name)}!`}`.execute(opened.database);
  return rows.length > 0;
}

test('그린 뒤에 바뀐 곳은 다시 그리고, 나중에 들어온 곳도 빠뜨리지 않는다', async () => {
  const { database, connectionString } = opened;
  await seedPlaces(database, [{ name: '첫집' }, { name: '옛이름집' }]);
  const expected = await readSearchTables();
  const before = JSON.stringify(expected);
  // `indexUpTo` indexes only complete ranges of 5,000 ids. The next id is therefore moved past the first range.
  await sql`select setval(pg_get_serial_sequence('places', 'id'), 6000)`.execute(database);

  const rebuild = rebuildSearchTables(connectionString);
  try {
    await rebuild.indexUpTo(6000);
    while (!(await isAlreadyIndexed('옛이름집'))) await sleep(10);
    await sql`update places set name = '새이름집' where name = '옛이름집'`.execute(database);
    const { rows } = await sql<{ id: number }>`select id from places where name = '새이름집'`.execute(
      database,
    );
    rebuild.reindex(rows.map(({ id }) => id));
    await seedPlaces(database, [{ name: '나중집' }]);
    await rebuild.finish();
  } finally {
    await rebuild.close();
  }

  const after = await readSearchTables();
  expect(JSON.stringify(after)).not.toBe(before);
  // A second, complete rebuild must give the same rows.
  const again = rebuildSearchTables(connectionString);
  await again.finish();
  await again.close();
  expect(after).toEqual(await readSearchTables());
  expect(after).toEqual([
    expect.objectContaining({ name: '첫집', keys: expect.arrayContaining([`${letterKey('첫집')}!`]) }),
    expect.objectContaining({
      name: '새이름집',
      keys: expect.arrayContaining([`${letterKey('새이름집')}!`]),
    }),
    expect.objectContaining({ name: '나중집', keys: expect.arrayContaining([`${letterKey('나중집')}!`]) }),
  ]);
});

test('그리다가 못 그리면 끝낼 때 까닭을 알리고, 찾던 표는 그대로다', async () => {
  const { database, connectionString } = opened;
  const before = await readSearchTables();
  const rebuild = rebuildSearchTables(connectionString);
  await rebuild.indexUpTo(0);
  await sql`drop table place_terms_drawn`.execute(database);
  await expect(rebuild.finish()).rejects.toThrow('place_terms_drawn');
  await rebuild.close();
  expect(await readSearchTables()).toEqual(before);
});
