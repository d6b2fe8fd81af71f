import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';
import type { DB } from './tables.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
  await sql`create table pair (id int primary key, writes int not null default 0)`.execute(opened.database);
  await sql`insert into pair values (1), (2)`.execute(opened.database);
});
afterAll(() => opened.close());

/** Runs two transactions that lock two rows in opposite order. Each waits until the other holds its first row. */
async function cross(database: Database): Promise<PromiseSettledResult<number>[]> {
  let holders = 0;
  let bothHold = () => {};
  const held = new Promise<void>((resolve) => (bothHold = resolve));
  const write = (transaction: Transaction<DB>, id: number) =>
    sql`update pair set writes = writes + 1 where id = ${id}`.execute(transaction);
  const one = async (first: number, second: number) => {
    let attempts = 0;
    await database.transaction().execute(async (transaction) => {
      attempts += 1;
      await write(transaction, first);
      holders += 1;
      if (holders === 2) bothHold();
      await held;
      await write(transaction, second);
    });
    return attempts;
  };
  return Promise.allSettled([one(1, 2), one(2, 1)]);
}

const writes = async () =>
  (await sql<{ writes: number }>`select writes from pair order by id`.execute(opened.database)).rows.map(
    (row) => row.writes,
  );

test('a transaction rolled back by a deadlock is retried once', async () => {
  const before = await writes();
  const settled = await cross(opened.database);
  const attempts = settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
  expect(attempts).toHaveLength(2);
  expect(attempts).toEqual(expect.arrayContaining([1, 2]));
  expect(await writes()).toEqual(before.map((count) => count + 2));
});

test('control: without the retry, one of the two transactions fails', async () => {
  const bare = new Kysely<DB>({ dialect: new PostgresDialect({ pool: opened.pool }) });
  const failed = (await cross(bare)).filter((one) => one.status === 'rejected');
  expect(failed.map(({ reason }) => reason.code)).toEqual(['40P01']);
});

test('other errors are thrown immediately', async () => {
  let attempts = 0;
  const failing = opened.database.transaction().execute(async (transaction) => {
    attempts += 1;
    await sql`insert into pair values (1)`.execute(transaction);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(attempts).toBe(1);
});
