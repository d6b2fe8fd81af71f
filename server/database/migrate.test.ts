import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

const own = await createTestDatabase();
afterAll(() => own.close());

test('a test database has every migration', async () => {
  const { rows } = await own.pool.query('select name from schema_migrations order by name');
  expect(rows.length).toBeGreaterThan(0);
});
