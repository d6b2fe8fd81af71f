import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateJobs } from '#server/jobs/jobs.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: {
      /** Connection string of a role that may create databases. */
      connectionString: string;
      /** Name of a migrated database without connections. */
      template: string;
    };
  }
}

const folderBeginning = 'momokzi-test-';

/**
 * Global set-up of vitest. It starts one PostgreSQL with a template database that each test file clones.
 * TEST_DATABASE_URL selects another server, which must run PostgreSQL 15 to 18. The role in this URL must be able to
 * create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const other = process.env.TEST_DATABASE_URL;
  const { connectionString, stop } = other
    ? { connectionString: other, stop: async () => {} }
    : await startCluster();
  const template = `momokzi_template_${process.pid}`;
  try {
    await runStatement(connectionString, `create database ${template}`);
    await migrate({ connectionString: withDatabase({ connectionString, name: template }) });
    await migrateJobs({ connectionString: withDatabase({ connectionString, name: template }) });
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('testCluster', { connectionString, template });
  return async () => {
    if (other) await dropDatabase({ connectionString, name: template });
    await stop();
  };
}

async function startCluster(): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  await removeFoldersOfKilledRuns();
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), `${folderBeginning}${process.pid}-`));
  const postgres = await openEmbeddedPostgres({
    dataFolder,
    // Test data need not survive a crash of the machine.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // A database of a test exists only for seconds. Visits of autovacuum would cost more than they save.
      autovacuum: 'off',
    },
  });
  // Tests use the product's own role, which is not a superuser. They fail if a statement needs a superuser.
  await runStatement(postgres.superuserConnectionString, 'alter role momokzi createdb');
  return {
    connectionString: postgres.connectionString,
    stop: async () => {
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function removeFoldersOfKilledRuns(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(folderBeginning)) continue;
    const pid = Number.parseInt(name.slice(folderBeginning.length), 10);
    try {
      process.kill(pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') continue;
      const dataFolder = path.join(os.tmpdir(), name);
      const left = await openEmbeddedPostgres({ dataFolder }).catch(() => null);
      await left?.stop();
      await rm(dataFolder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

export async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const DROP_TRIES = 5;

/**
 * Drops the database. With `force`, PostgreSQL ends the connections of tests, but not its own background workers.
 * Without `force`, PostgreSQL ends the workers, but waits up to five seconds for open connections and then fails.
 * A new worker may start between these two attempts, so both are repeated.
 */
export async function dropDatabase({
  connectionString,
  name,
}: {
  connectionString: string;
  name: string;
}): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runStatement(connectionString, `drop database if exists ${name} with (force)`);
    } catch {
      try {
        return await runStatement(connectionString, `drop database if exists ${name}`);
      } catch (error) {
        if (tries >= DROP_TRIES) throw error;
      }
    }
  }
}

export function withDatabase({ connectionString, name }: { connectionString: string; name: string }): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
