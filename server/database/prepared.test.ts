import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';
import { createTestDatabase } from './test-database.ts';

const one = await createTestDatabase({ max: 1 });
afterAll(() => one.close());

const double = prepared(
  'test_double',
  (_, given: { number: number }) => sql<{ doubled: number }>`select ${given.number}::int * 2 as doubled`,
);
const triple = prepared(
  'test_triple',
  (_, given: { number: number }) => sql<{ tripled: number }>`select ${given.number}::int * 3 as tripled`,
);

async function preparedNames(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements where name like 'test_%' order by name
  `.execute(connection);
  return rows.map((row) => row.name);
}

test('a prepared statement is planned once per connection, inside and outside of a transaction', async () => {
  const { database } = one;
  expect(await preparedNames(database)).toEqual([]);

  expect(await double(database, { number: 2 })).toEqual([{ doubled: 4 }]);
  expect(await double(database, { number: 5 })).toEqual([{ doubled: 10 }]);
  expect(await preparedNames(database)).toEqual(['test_double']);

  await database.transaction().execute(async (transaction) => {
    expect(await triple(transaction, { number: 2 })).toEqual([{ tripled: 6 }]);
    expect(await double(transaction, { number: 7 })).toEqual([{ doubled: 14 }]);
    expect(await preparedNames(transaction)).toEqual(['test_double', 'test_triple']);
  });
});

test('other statements are not prepared', async () => {
  await sql`select 'test_plain'`.execute(one.database);
  expect(await preparedNames(one.database)).not.toContain('test_plain');
});

test('a name stands for one statement only', () => {
  expect(() => prepared('test_double', () => sql`select 1`)).toThrow(
    'Two statements have the name test_double.',
  );
});
