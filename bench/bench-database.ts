import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { migrate } from '#server/database/migrate.ts';

export type BenchDatabase = {
  connectionString: string;
  /** Process id of the postmaster. */
  pid: number;
  pool: pg.Pool;
  stop: () => Promise<void>;
};

/** Folder of generated benchmark data, kept between runs. */
const FOLDER = path.resolve('data/bench');

/**
 * Opens a migrated database of the embedded PostgreSQL. On the first run, `load` fills the database. fsync,
 * synchronous_commit and full_page_writes are on, as in production.
 */
export async function openBenchDatabase({
  name,
  load,
  migrateWith = migrate,
}: {
  name: string;
  load: (pool: pg.Pool) => Promise<void>;
  /** Applies the migrations. An older version has its own. */
  migrateWith?: typeof migrate;
}): Promise<BenchDatabase> {
  const postgres = await openEmbeddedPostgres({ dataFolder: FOLDER });
  const admin = new pg.Pool({ connectionString: postgres.superuserConnectionString, max: 1 });
  const { rows } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  const connectionString = withDatabase(postgres.superuserConnectionString, name);
  if (rows.length === 0) {
    console.error(`Loading ${name} …`);
    const started = performance.now();
    const unfinished = `${name}_unfinished`;
    await admin.query(`drop database if exists ${unfinished}`);
    await admin.query(`create database ${unfinished}`);
    const loading = withDatabase(postgres.superuserConnectionString, unfinished);
    await migrateWith({ connectionString: loading });
    const pool = new pg.Pool({ connectionString: loading, max: 2 });
    await load(pool);
    await pool.query('vacuum (freeze, analyze)');
    await pool.end();
    await admin.query(`alter database ${unfinished} rename to ${name}`);
    await admin.query('checkpoint');
    console.error(`Loaded in ${Math.round((performance.now() - started) / 1000)} s.`);
  }
  await admin.end();
  const pool = new pg.Pool({ connectionString, max: 4 });
  const pid = Number(readFileSync(path.join(FOLDER, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    connectionString,
    pid,
    pool,
    stop: async () => {
      await pool.end();
      await postgres.stop();
    },
  };
}

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
