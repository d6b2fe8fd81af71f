/**
 * Generates `tables.ts` from a fully migrated database; with `--check` it only reports whether the file is up to
 * date.
 * A command: `npm run database:types [-- --check]`.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

const committed = path.join(import.meta.dirname, 'tables.ts');
const folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-types-'));
try {
  const generated = path.join(folder, 'tables.ts');
  await generate(generated);
  if (!process.argv.includes('--check')) {
    await copyFile(generated, committed);
  } else if ((await readFile(generated, 'utf8')) !== (await readFile(committed, 'utf8'))) {
    console.error('server/database/tables.ts does not match the migrations: run `npm run database:types`.');
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function generate(file: string): Promise<void> {
  const postgres = await openEmbeddedPostgres({
    dataFolder: path.join(folder, 'data'),
    settings: { fsync: 'off' },
  });
  try {
    await migrate({ connectionString: postgres.connectionString });
    const { connectionString } = postgres;
    await promisify(execFile)(process.execPath, [
      path.join(path.dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli/bin.js'),
      ...['--dialect', 'postgres', '--url', connectionString, '--out-file', file],
      // The types that the driver returns; see database.ts for int8.
      ...['--type-mapping', JSON.stringify({ int8: 'number' })],
      ...['--exclude-pattern', 'schema_migrations'],
    ]);
  } finally {
    await postgres.stop();
  }
}
