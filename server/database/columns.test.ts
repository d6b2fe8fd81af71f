import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { columnsOf } from './columns.ts';
import { prepared, statement } from './prepared.ts';
import { createTestDatabase } from './test-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const one = await createTestDatabase({ max: 1 });
afterAll(() => one.close());

type Category = { id: string; label: string; order: number };
const category = columnsOf('restaurant_categories')<Category>({
  id: 'id',
  label: { column: 'name', read: (table) => sql.ref(`${table}.name`), write: (name) => sql`upper(${name})` },
  order: 'display_order',
});

test('one map inserts, updates and selects the same fields', async () => {
  const { database } = one;
  const given = { id: 'map', label: 'soup', order: 901 };
  await sql`
    insert into restaurant_categories (${category.names}) values (${category.values(given)})
  `.execute(database);
  const select = sql<Category>`select ${category.select('c')} from restaurant_categories as c where id = 'map'`;
  expect((await select.execute(database)).rows).toEqual([{ id: 'map', label: 'SOUP', order: 901 }]);

  await sql`
    update restaurant_categories set ${category.assignments({ ...given, label: 'stew', order: 902 })}
    where id = 'map'
  `.execute(database);
  expect((await select.execute(database)).rows).toEqual([{ id: 'map', label: 'STEW', order: 902 }]);

  await sql`update restaurant_categories set ${category.changes({ order: 903 })} where id = 'map'`.execute(
    database,
  );
  expect((await select.execute(database)).rows).toEqual([{ id: 'map', label: 'STEW', order: 903 }]);
  expect(category.record(given)).toEqual({ id: 'map', name: 'soup', display_order: 901 });
});

/** Matches `sql<Row>` that is executed directly. The row type of such a statement is never checked. */
const UNCHECKED = /\bsql<[^`]*>\s*`(?:\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}|[^`])*`\s*\.execute\(/g;

test('every template with a row type belongs to a described statement', async () => {
  const unchecked = [];
  for await (const file of glob('{features,server}/**/*.ts', { cwd: ROOT })) {
    if (/\.(test|fixture|test-factory)\.ts$/.test(file)) continue;
    const source = await readFile(path.join(ROOT, file), 'utf8');
    for (const [template] of source.matchAll(UNCHECKED)) unchecked.push(`${file}: ${template}`);
  }
  expect(unchecked).toEqual([]);

  // The scan must find this text. Without this check, a scan that finds nothing would also pass.
  const written =
    'await sql<{ id: string }>`\n select id from users where id = any(${ids.map((id) => `${id}`)})`.execute(';
  expect(written.match(UNCHECKED)).toHaveLength(1);
});

/** This function is never called. The compiler must report an error in each line below `@ts-expect-error`. */
export function refusedByTheCompiler(): void {
  // @ts-expect-error: the field `order` has no column.
  columnsOf('restaurant_categories')<Category>({ id: 'id', label: 'name' });
  // @ts-expect-error: there is no such column.
  columnsOf('restaurant_categories')<{ id: string }>({ id: 'identity' });
  // @ts-expect-error: the column holds a number.
  columnsOf('restaurant_categories')<{ id: string }>({ id: 'display_order' });
  // @ts-expect-error: the column can be null.
  columnsOf('my_restaurants')<{ rating: number }>({ rating: 'rating' });
  // @ts-expect-error: the timestamp can be null.
  columnsOf('my_restaurants')<{ visitedAt: number }>({ visitedAt: { milliseconds: 'visited_at' } });

  // @ts-expect-error: the database returns a number.
  prepared('restaurants_lock_list', () => sql<{ version: string }>`select 1`);
  // @ts-expect-error: the statement returns `version`, not `count`.
  statement('restaurants_lock_list', () => sql<{ count: number }>`select 1`);
  // @ts-expect-error: the column can be null.
  statement('sharing_taken_from', () => sql<{ shareId: string }>`select 1`);
  // @ts-expect-error: no statement of this name has been described.
  statement('not_described', () => sql<{ count: number }>`select 1`);
}
