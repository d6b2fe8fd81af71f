import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prepared } from './prepared.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const notesFrom = prepared(
  'test_notes_from',
  (_, given: { number: number }) => sql<{ number: number; text: string | null; at: Date }>`
    select number, text, timestamptz '2026-01-02 03:04:05Z' as at from numbered_notes
    where number >= ${given.number} order by number`,
);
const addNote = prepared(
  'test_add_numbered_note',
  (_, given: { number: number }) => sql`insert into numbered_notes values (${given.number}, null)`,
);

let one: TestDatabase;
const describe = vi.spyOn(pg.Connection.prototype as unknown as { describe: () => void }, 'describe');
beforeAll(async () => {
  one = await createTestDatabase({ max: 1 });
  await sql`create table numbered_notes (number int primary key, text text)`.execute(one.database);
  await sql`insert into numbered_notes values (1, 'one'), (2, null)`.execute(one.database);
});
beforeEach(() => void describe.mockClear());
afterAll(() => one.close());

const at = new Date('2026-01-02T03:04:05Z');
const both = [
  { number: 1, text: 'one', at },
  { number: 2, text: null, at },
];

test('a statement is described with its first execution on a connection', async () => {
  expect(await notesFrom(one.database, { number: 1 })).toEqual(both);
  expect(describe).toHaveBeenCalledTimes(1);
  expect(await notesFrom(one.database, { number: 1 })).toEqual(both);
  expect(await notesFrom(one.database, { number: 3 })).toEqual([]);
  await one.database.transaction().execute(async (transaction) => {
    expect(await notesFrom(transaction, { number: 2 })).toEqual(both.slice(1));
    // The statement `begin` is described as well.
    expect(describe).toHaveBeenCalledTimes(2);
  });
});

test('a statement without rows is described once, and an error does not change the stored description', async () => {
  await addNote(one.database, { number: 10 });
  await addNote(one.database, { number: 11 });
  expect(describe).toHaveBeenCalledTimes(1);
  const failing = one.database.transaction().execute(async (transaction) => {
    await notesFrom(transaction, { number: 10 });
    await addNote(transaction, { number: 10 });
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await notesFrom(one.database, { number: 11 })).toEqual([{ number: 11, text: null, at }]);
});

test('an error shows the function that sent the statement', async () => {
  async function addAgain() {
    await addNote(one.database, { number: 1 });
  }
  await expect(addAgain()).rejects.toMatchObject({ stack: expect.stringContaining('addAgain') });
});

test('executions that are sent together before the first answer have their rows', async () => {
  const other = await createTestDatabase({ max: 1 });
  await sql`create table numbered_notes (number int, text text)`.execute(other.database);
  await sql`insert into numbered_notes values (1, 'one'), (2, null)`.execute(other.database);
  const answers = await other.database
    .transaction()
    .execute((transaction) => Promise.all([1, 2, 3].map((number) => notesFrom(transaction, { number }))));
  expect(answers).toEqual([both, both.slice(1), []]);
  await other.close();
});

test('a column with another type is refused, not read with the old description', async () => {
  await notesFrom(one.database, { number: 1 });
  await sql`alter table numbered_notes alter column text type int using null`.execute(one.database);
  await expect(notesFrom(one.database, { number: 1 })).rejects.toThrow(
    'cached plan must not change result type',
  );
});
