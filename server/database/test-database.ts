import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { inject } from 'vitest';
import { type Database, type OpenedDatabase, openDatabase } from './database.ts';
import { runStatement, dropDatabase, withDatabase } from './test-cluster.ts';

export type TestDatabase = OpenedDatabase & { connectionString: string };

/**
 * Creates an empty, migrated database for one test file.
 * @example
 * const test = await createTestDatabase();
 * afterAll(() => test.close());
 */
export function createTestDatabase({ max = 16 }: { max?: number } = {}): Promise<TestDatabase> {
  return clone({ template: inject('testCluster').template, max });
}

/** Creates a database without tables, for tests of code that creates them. */
export function createBareDatabase(): Promise<TestDatabase> {
  return clone({ template: 'template1', max: 4 });
}

async function clone({ template, max }: { template: string; max: number }): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const name = `momokzi_test_${randomBytes(6).toString('hex')}`;
  await runStatement(cluster.connectionString, `create database ${name} template ${template}`);
  const connectionString = withDatabase({ connectionString: cluster.connectionString, name });
  const opened = openDatabase({ connectionString, max });
  return {
    ...opened,
    connectionString,
    close: async () => {
      await opened.close();
      await dropDatabase({ connectionString: cluster.connectionString, name });
    },
  };
}

/**
 * Creates a database for the control of a race: its connection leaves a lock clause out of every statement.
 * @param lock matches the lock clause
 */
export async function createUnlockedDatabase({
  lock,
  max,
}: {
  lock: RegExp;
  max?: number;
}): Promise<TestDatabase> {
  const opened = await createTestDatabase({ ...(max && { max }) });
  const pool: PostgresPool = {
    options: opened.pool.options,
    end: async () => {},
    connect: async () => {
      const client = await opened.pool.connect();
      const query = (text: string, values: unknown[]) => client.query(text.replace(lock, ''), values);
      return { query, release: () => client.release() } as never;
    },
  };
  return { ...opened, database: new Kysely({ dialect: new PostgresDialect({ pool }) }) };
}

/** Returns how many statements of the database wait for a lock. */
export async function countLockWaits(database: Database): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  `.execute(database);
  return rows.length;
}
