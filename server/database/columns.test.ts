import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { anyOf, milliseconds } from './columns.ts';
import { createTestDatabase } from './test-database.ts';

const one = await createTestDatabase({ max: 1 });
afterAll(() => one.close());

test('a time is read as a number, and no time as null', async () => {
  const time = (at: Date | null) => milliseconds(sql<Date | null>`${at}::timestamptz`).as('at');
  const read = (at: Date | null) => one.database.selectNoFrom(time(at)).executeTakeFirst();
  expect(await read(new Date(1_700_000_000_123))).toEqual({ at: 1_700_000_000_123 });
  expect(await read(null)).toEqual({ at: null });
});

test('a list of texts may be empty', async () => {
  const among = (ids: string[]) =>
    one.database
      .selectFrom('restaurant_categories')
      .where('id', '=', anyOf(ids))
      .select('id')
      .orderBy('id')
      .execute();
  expect(await among(['cafe', 'bar', 'no such id'])).toEqual([{ id: 'bar' }, { id: 'cafe' }]);
  expect(await among([])).toEqual([]);
});
