import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { migrate, readMigrations, versionProblem } from './migrate.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';

const folders: string[] = [];
const databases: TestDatabase[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  for (const database of databases.splice(0)) await database.close();
});

test('a test database has all migrations of the product', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  expect(await appliedIn(database)).toEqual((await readMigrations()).map(({ name }) => name));
  expect(await migrate({ connectionString: database.connectionString })).toEqual([]);
});

test('migrations are applied once each, in the order of their numbers', async () => {
  const database = await bareDatabase();
  const folder = await folderOf({
    '0002-fill.sql': `insert into bowls values ('국밥');`,
    '0001-bowls.sql': 'create table bowls (name text); create index on bowls (name);',
  });
  const { connectionString } = database;
  expect(await migrate({ connectionString, folder })).toEqual(['0001-bowls.sql', '0002-fill.sql']);
  expect(await migrate({ connectionString, folder })).toEqual([]);
  expect((await database.pool.query('select name from bowls')).rows).toEqual([{ name: '국밥' }]);
});

test('ten processes that start at the same time migrate once', async () => {
  const database = await bareDatabase();
  const folder = await folderOf({
    '0001-bowls.sql': 'create table bowls (name text); select pg_sleep(0.1);',
    '0002-fill.sql': `insert into bowls values ('국밥');`,
  });
  const { connectionString } = database;
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate({ connectionString, folder })));
  expect(applied.flat().sort()).toEqual(['0001-bowls.sql', '0002-fill.sql']);
  expect((await database.pool.query('select count(*) from bowls')).rows).toEqual([{ count: 1 }]);
});

test('a failed migration leaves nothing behind and reports its name and position', async () => {
  const database = await bareDatabase();
  const folder = await folderOf({
    '0001-bowls.sql': 'create table bowls (name text);',
    '0002-spoons.sql': 'create table spoons (name text);\n\ninsert into forks values (1);',
  });
  const attempt = migrate({ connectionString: database.connectionString, folder });
  await expect(attempt).rejects.toThrow('Migration 0002-spoons.sql failed at line 3: relation "forks"');
  expect(await appliedIn(database)).toEqual(['0001-bowls.sql']);
  const { rows } = await database.pool.query(`select to_regclass('spoons') as spoons`);
  expect(rows).toEqual([{ spoons: null }]);
});

test('an edited applied migration is rejected', async () => {
  const database = await bareDatabase();
  const { connectionString } = database;
  await migrate({
    connectionString,
    folder: await folderOf({ '0001-bowls.sql': 'create table bowls ();\n' }),
  });
  const windowsCopy = await folderOf({ '0001-bowls.sql': 'create table bowls ();\r\n' });
  expect(await migrate({ connectionString, folder: windowsCopy })).toEqual([]);
  const edited = await folderOf({ '0001-bowls.sql': 'create table big_bowls ();\n' });
  await expect(migrate({ connectionString, folder: edited })).rejects.toThrow(
    'Migration 0001-bowls.sql was changed after it had been applied',
  );
});

test('a database of a newer release is rejected', async () => {
  const database = await bareDatabase();
  const { connectionString } = database;
  const newer = await folderOf({ '0001-a.sql': 'select 1;', '0002-b.sql': 'select 1;' });
  await migrate({ connectionString, folder: newer });
  const older = await folderOf({ '0001-a.sql': 'select 1;' });
  await expect(migrate({ connectionString, folder: older })).rejects.toThrow(
    'migrated by a newer release: this release lacks 0002-b.sql',
  );
});

test('a new migration with a lower number than an applied migration is rejected', async () => {
  const database = await bareDatabase();
  const { connectionString } = database;
  await migrate({ connectionString, folder: await folderOf({ '0002-b.sql': 'select 1;' }) });
  const both = await folderOf({ '0001-a.sql': 'select 1;', '0002-b.sql': 'select 1;' });
  await expect(migrate({ connectionString, folder: both })).rejects.toThrow(
    /made by a development version .* it has 0002-b\.sql, but not the earlier 0001-a\.sql\. Nothing was changed\. Start the version that made the database/,
  );
});

test('every new migration has the next free number, so that no database has already applied a later migration', async () => {
  const numbers = (await readMigrations()).map(({ name }) => Number(name.slice(0, 4)));
  // The earlier numbers have gaps. A later migration must not get one of these numbers.
  const first = numbers.filter((number) => number <= 47);
  expect(first).toHaveLength(31);
  const later = numbers.slice(first.length);
  expect(later).toEqual(later.map((_, at) => 48 + at));
});

test('no migration that a database may have applied has changed', async () => {
  const folder = path.join(import.meta.dirname, 'migrations');
  const sums = (await readFile(path.join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n').sort();
  const actual = await Promise.all(
    (await readMigrations()).map(async ({ name }) => {
      const content = await readFile(path.join(folder, name));
      return `${hash('sha256', content)}  ${name}`;
    }),
  );
  expect(actual.sort()).toEqual(sums);
});

test('files must be named by number and subject, with unique numbers', async () => {
  await expect(readMigrations(await folderOf({ 'bowls.sql': '' }))).rejects.toThrow('is not named like');
  const twins = await folderOf({ '0001-a.sql': '', '0001-b.sql': '' });
  await expect(readMigrations(twins)).rejects.toThrow('Two migrations have the number 0001');
});

test('a server older than PostgreSQL 15 is rejected', () => {
  expect(versionProblem({ number: 140_012, text: '14.12' })).toContain('points to PostgreSQL 14.12');
  expect(versionProblem({ number: 150_000, text: '15.0' })).toBeNull();
  expect(versionProblem({ number: 180_004, text: '18.4' })).toBeNull();
});

async function bareDatabase(): Promise<TestDatabase> {
  const database = await createBareDatabase();
  databases.push(database);
  return database;
}

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-migrations-'));
  folders.push(folder);
  for (const [name, sql] of Object.entries(files)) await writeFile(path.join(folder, name), sql);
  return folder;
}

async function appliedIn({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}
