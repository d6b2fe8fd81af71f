import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepared } from './prepared.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase({ max: 1 });
});
afterAll(() => opened.close());

const usersNamed = prepared<{ name: string; after: string }>('test_users_named')(
  (database, { name, after }) =>
    database.selectFrom('users').where('email', '>', after).where('name', '=', name).select(['id', 'name']),
);

test('a statement is planned once and gets the values of each call', async () => {
  const { database } = opened;
  const addUser = (id: string, name: string) =>
    database
      .insertInto('users')
      .values({ id, name, email: `${id}@example.com`, email_verified: false })
      .execute();
  await addUser('a', '국밥');
  await addUser('b', '냉면');

  expect(await usersNamed(database, { name: '국밥', after: '' })).toEqual([{ id: 'a', name: '국밥' }]);
  expect(await usersNamed(database, { name: '냉면', after: 'b' })).toEqual([{ id: 'b', name: '냉면' }]);
  expect(await usersNamed(database, { name: '냉면', after: 'c' })).toEqual([]);

  const { rows } = await sql<{ calls: number }>`
    select generic_plans + custom_plans as calls from pg_prepared_statements where name = 'test_users_named'`.execute(
    database,
  );
  expect(rows).toEqual([{ calls: 3 }]);
});

test('inside a transaction it sees what the transaction wrote', async () => {
  await opened.database.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ name: '만두' }).where('id', '=', 'a').execute();
    expect(await usersNamed(transaction, { name: '만두', after: '' })).toEqual([{ id: 'a', name: '만두' }]);
  });
});

test('a name stands for one statement', async () => {
  const again = prepared<{ id: string }>('test_users_named')((database, { id }) =>
    database.selectFrom('users').where('id', '=', id).select('id'),
  );
  await expect(again(opened.database, { id: 'a' })).rejects.toThrow('Two statements have the name');
});
