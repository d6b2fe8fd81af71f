import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Connection } from './database.ts';
import { createTestDatabase } from './test-database.ts';

const one = await createTestDatabase({ max: 1 });
afterAll(() => one.close());

const double = async (connection: Connection, number: number) =>
  (await sql<{ doubled: number }>`/* test_double */ select ${number}::int * 2 as doubled`.execute(connection))
    .rows;

const preparedNames = async (connection: Connection) =>
  (
    await sql<{ name: string }>`
      select name from pg_prepared_statements where name <> '' order by name`.execute(connection)
  ).rows.map(({ name }) => name);

test('a statement with a name is planned once per connection, other statements are not prepared', async () => {
  const { database } = one;
  expect(await preparedNames(database)).toEqual([]);
  expect(await double(database, 2)).toEqual([{ doubled: 4 }]);
  expect(await double(database, 5)).toEqual([{ doubled: 10 }]);
  await database.transaction().execute(async (transaction) => {
    expect(await double(transaction, 7)).toEqual([{ doubled: 14 }]);
    expect(await preparedNames(transaction)).toEqual(['test_double']);
  });
});
