/**
 * `npm run database:types [-- --check]` generates `tables.ts` from a migrated database. `--check` only reports whether
 * it is up to date.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-types-'));
try {
  await generate();
  const [generated, committed] = [
    path.join(folder, 'tables.ts'),
    path.join(import.meta.dirname, 'tables.ts'),
  ];
  if (!process.argv.includes('--check')) {
    await copyFile(generated, committed);
  } else if ((await readFile(generated, 'utf8')) !== (await readFile(committed, 'utf8'))) {
    console.error('server/database/tables.ts does not match the database: run `npm run database:types`.');
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function generate(): Promise<void> {
  const postgres = await openEmbeddedPostgres({
    dataFolder: path.join(folder, 'data'),
    settings: { fsync: 'off' },
  });
  try {
    const { connectionString } = postgres;
    await migrate({ connectionString });
    await promisify(execFile)(process.execPath, [
      path.join(path.dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      connectionString,
      '--out-file',
      path.join(folder, 'tables.ts'),
      // The driver returns numbers for int8 (database.ts).
      '--type-mapping',
      JSON.stringify({ int8: 'number' }),
      '--overrides',
      JSON.stringify({ columns: await columnsOfListedTexts(connectionString) }),
      '--exclude-pattern',
      'schema_migrations',
    ]);
  } finally {
    await postgres.stop();
  }
}

/** Returns the types of the text columns whose check constraint lists the allowed texts, such as `'free' | 'paid'`. */
async function columnsOfListedTexts(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{
      column: string;
      definition: string;
      isNullable: boolean;
      hasDefault: boolean;
    }>(`
      select c.conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition,
        not a.attnotnull as "isNullable", a.atthasdef as "hasDefault"
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] and cardinality(c.conkey) = 1
      where c.contype = 'c' and a.atttypid = 'text'::regtype`);
    return Object.fromEntries(
      rows.flatMap(({ column, definition, isNullable, hasDefault }) => {
        const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? [];
        if (list === undefined) return [];
        const texts = list.split(', ').map((text) => text.replace('::text', ''));
        const type = [...texts, ...(isNullable ? ['null'] : [])].join(' | ');
        return [[column, hasDefault ? `Generated<${type}>` : type]];
      }),
    );
  } finally {
    await client.end();
  }
}
