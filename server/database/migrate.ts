import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

export type Migration = { name: string; checksum: string; sql: string };

const ownMigrations = path.join(import.meta.dirname, 'migrations');
const fileName = /^\d{4}-[a-z0-9-]+\.sql$/;

const lockKey = 770_100;

/**
 * Applies the missing migrations in numeric order, each in its own transaction.
 * @returns the names of the migrations that this call applied
 * @throws if a migration fails, or if the applied migrations differ from those of this release
 */
export async function migrate({
  connectionString,
  folder = ownMigrations,
}: {
  connectionString: string;
  folder?: string;
}): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString, application_name: 'momokzi migrate' });
  await client.connect();
  try {
    await rejectOldServer(client);
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext({ client, migrations });
      if (name === null) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

/**
 * Returns the file names of the migrations in their order.
 * @throws if two files share a number or a file is not named like `0001-accounts.sql`
 */
export async function migrationNames(folder: string = ownMigrations): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find((name) => !fileName.test(name));
  if (misnamed) throw new Error(`Migration ${misnamed} is not named like 0001-what-it-does.sql.`);
  const twin = names.find((name, at) => at > 0 && name.slice(0, 4) === names[at - 1]?.slice(0, 4));
  if (twin) throw new Error(`Two migrations have the number ${twin.slice(0, 4)}.`);
  return names;
}

/** @throws the errors of `migrationNames` */
export async function readMigrations(folder: string = ownMigrations): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      // Git may have converted the file to Windows line endings.
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: hash('sha256', sql) };
    }),
  );
}

const oldestVersion = 15;
const newestTestedVersion = 18;

/**
 * Returns a sentence for the operator if the version of PostgreSQL is too old, and null if it is supported. Newer
 * versions are accepted.
 */
export function versionProblem({ number, text }: { number: number; text: string }): string | null {
  if (number >= oldestVersion * 10_000) return null;
  return (
    `DATABASE_URL points to PostgreSQL ${text}, but PostgreSQL ${oldestVersion} to ${newestTestedVersion} is needed. ` +
    'Upgrade that server, or leave DATABASE_URL unset to use the PostgreSQL that comes with this product.'
  );
}

async function rejectOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int4 as number, current_setting('server_version') as text`,
  );
  const problem = rows[0] && versionProblem(rows[0]);
  if (problem) throw new Error(problem);
}

async function applyNext({
  client,
  migrations,
}: {
  client: pg.Client;
  migrations: Migration[];
}): Promise<string | null> {
  // Most starts have no migration to apply. This check avoids the lock.
  if (nextOf({ migrations, applied: await readApplied(client) }) === null) return null;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    await createTableOfApplied(client);
    // The previous holder of the lock may have applied the migration.
    const next = nextOf({ migrations, applied: await readApplied(client) });
    if (next !== null) await applyInTransaction({ client, migrations: [next] });
    await client.query('commit');
    return next?.name ?? null;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const createTableOfApplied = (client: pg.ClientBase) =>
  client.query(`create table if not exists schema_migrations (
    name text collate "C" primary key,
    checksum text collate "C" not null,
    applied_at timestamptz not null default now()
  )`);

/**
 * Applies migrations in the caller's transaction and schema. Does not compare them with the migrations that were
 * applied before.
 */
export async function applyInTransaction({
  client,
  migrations,
}: {
  client: pg.ClientBase;
  migrations: readonly Migration[];
}): Promise<void> {
  await createTableOfApplied(client);
  for (const { name, checksum, sql } of migrations) {
    await client.query(sql).catch((error: Error & { position?: string }) => {
      throw new Error(`Migration ${name} failed${lineSuffix(sql, error.position)}: ${error.message}`, {
        cause: error,
      });
    });
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
}

/** Returns the checksums of the applied migrations by name. The map is empty for an empty database. */
export async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as exists`);
  if (!found[0]?.exists) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/**
 * Returns the next migration that must be applied.
 * @throws if the applied migrations contradict the files
 */
function nextOf({
  migrations,
  applied,
}: {
  migrations: Migration[];
  applied: Map<string, string>;
}): Migration | null {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort();
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer release: this release lacks ${unknown.join(', ')}. ` +
        'Start the newer release, or restore a backup from before the upgrade. Migrations cannot be undone.',
    );
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it had been applied to this database. This happens only with development versions. ` +
          'Nothing was changed. Start the version that made the database, or start with an empty database or another DATA_DIR. ' +
          '(While developing: restore the file and write the change as a new migration.)',
      );
    }
  }
  const next = migrations.find(({ name }) => !applied.has(name));
  if (!next) return null;
  const later = [...applied.keys()].sort().at(-1);
  if (later !== undefined && next.name < later) {
    throw new Error(
      `The database was made by a development version with another order of migrations: it has ${later}, but not the ` +
        `earlier ${next.name}. Nothing was changed. Start the version that made the database; or export what you need with ` +
        'pg_dump --data-only, and start with an empty database or another DATA_DIR. (While developing: give ' +
        `${next.name} the next free number.)`,
    );
  }
  return next;
}

function lineSuffix(sql: string, position: string | undefined): string {
  if (!position) return '';
  return ` at line ${sql.slice(0, Number(position)).split('\n').length}`;
}
