import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from 'vitest';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { runStatement } from '#server/database/test-cluster.ts';
import { createLogger } from '#server/http/log.ts';
import { createJobs, type Jobs, migrateJobs } from './jobs.ts';

declare module './jobs.ts' {
  interface TaskPayloads {
    'test.note': { text: string; fail?: boolean; retryDelayMs?: number };
    'test.hang': Record<string, never>;
    'test.mail': { text: string };
  }
}

describe('jobs', () => {
  let opened: TestDatabase;
  let results: string[];
  const log: string[] = [];
  const logger = createLogger({ LOG_LEVEL: 'debug', to: { write: (line) => void log.push(line) } });

  beforeAll(async () => {
    opened = await createTestDatabase();
  });
  afterAll(() => opened.close());
  beforeEach(() => {
    results = [];
  });

  const createNotingJobs = (): Jobs => {
    const jobs = createJobs({ ...opened, logger });
    jobs.handle('test.note', async ({ text, fail, retryDelayMs = 0 }) => {
      await pause(retryDelayMs);
      if (fail) throw new Error(`no such person: kim@example.com`);
      results.push(text);
    });
    return jobs;
  };

  const waiting = async () => {
    const { rows } = await sql<{ attempts: number; locked_by: string | null; key: string | null }>`
      select attempts, locked_by, key from graphile_worker.jobs order by id`.execute(opened.database);
    return rows;
  };

  test('run once if committed, and not if rolled back', async () => {
    const jobs = createNotingJobs();
    await opened.database
      .transaction()
      .execute((transaction) => jobs.add(transaction, 'test.note', { text: 'kept' }));
    const undone = opened.database.transaction().execute(async (transaction) => {
      await jobs.add(transaction, 'test.note', { text: 'undone' });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await jobs.runDue();
    await jobs.runDue();
    expect(results).toEqual(['kept']);
  });

  test('run at their start time; a later job with the same key replaces the earlier job', async () => {
    const jobs = createNotingJobs();
    const soon = new Date(Date.now() + 60 * 60 * 1000);
    await jobs.add(opened.database, 'test.note', { text: 'first' }, { key: 'one', runAt: soon });
    await jobs.add(opened.database, 'test.note', { text: 'last' }, { key: 'one', runAt: soon });
    await jobs.runDue();
    expect(results).toEqual([]);
    await sql`update graphile_worker._private_jobs set run_at = now() where key = 'one'`.execute(
      opened.database,
    );
    await jobs.runDue();
    expect(results).toEqual(['last']);
  });

  test('that fail are retried later, and their log lines contain no personal data', async () => {
    const jobs = createNotingJobs();
    await jobs.add(
      opened.database,
      'test.note',
      { text: 'fails', fail: true },
      { key: 'failing', maxAttempts: 3 },
    );
    await jobs.runDue();
    expect(await waiting()).toEqual([{ attempts: 1, locked_by: null, key: 'failing' }]);
    const line = log.find((entry) => entry.includes('Failed task'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, task: 'test.note' });
    expect(JSON.parse(line ?? '{}').msg).not.toContain('kim@example.com');
    await sql`select graphile_worker.remove_job('failing')`.execute(opened.database);
  });

  test('run as soon as they are added; a stop waits for the running job', async () => {
    const jobs = createNotingJobs();
    await jobs.start();
    await jobs.add(opened.database, 'test.note', { text: 'slow', retryDelayMs: 300 });
    await expect.poll(async () => (await waiting())[0]?.locked_by).toBeTruthy();
    await jobs.stop();
    expect(results).toEqual(['slow']);
    await jobs.add(opened.database, 'test.note', { text: 'after the stop' });
    await pause(100);
    expect(await waiting()).toEqual([{ attempts: 0, locked_by: null, key: null }]);
    expect(results).toEqual(['slow']);
    await jobs.runDue();
    expect(results).toEqual(['slow', 'after the stop']);
  });

  test('continue after all database connections were lost', async () => {
    const jobs = createNotingJobs();
    await jobs.start();
    await jobs.add(opened.database, 'test.note', { text: 'cut off', retryDelayMs: 300 });
    await expect.poll(async () => (await waiting())[0]?.locked_by).toBeTruthy();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(opened.database);
    await jobs.add(opened.database, 'test.note', { text: 'afterwards' });
    await expect.poll(() => results).toContain('afterwards');
    await jobs.stop();
  });

  test('continue after the database was unavailable when a job ended', async () => {
    const jobs = createNotingJobs();
    const cluster = inject('testCluster').connectionString;
    const name = new URL(opened.connectionString).pathname.slice(1);
    await jobs.start();
    await jobs.add(opened.database, 'test.note', { text: 'unheard', retryDelayMs: 2_000 });
    await expect.poll(async () => (await waiting())[0]?.locked_by).toBeTruthy();
    await runStatement(cluster, `alter database ${name} allow_connections false`);
    await runStatement(
      cluster,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await expect.poll(() => log.join('')).toContain('the job worker stopped');
    await runStatement(cluster, `alter database ${name} allow_connections true`);
    await jobs.add(opened.database, 'test.note', { text: 'back again' });
    await expect.poll(() => results).toContain('back again');
    await jobs.stop();
  }, 40_000);

  test('of a killed process are released after a quarter of an hour', async () => {
    const jobs = createNotingJobs();
    await jobs.runDue();
    results = [];
    await jobs.add(opened.database, 'test.note', { text: 'fresh' });
    await jobs.add(opened.database, 'test.note', { text: 'abandoned' });
    const lock = (text: string, minutes: number) =>
      sql`update graphile_worker._private_jobs
        set locked_at = now() - make_interval(mins => ${minutes}::int), locked_by = ${`worker of ${text}`}
        where payload->>'text' = ${text}`.execute(opened.database);
    await lock('fresh', 14);
    await lock('abandoned', 16);
    await jobs.runDue();
    expect(results).toEqual([]);
    await jobs.add(opened.database, 'jobs.release_abandoned', {});
    await jobs.runDue();
    expect(results).toEqual(['abandoned']);
  });

  test('cannot have two handlers', () => {
    const jobs = createNotingJobs();
    expect(() => jobs.handle('test.note', async () => {})).toThrow('The task test.note is handled twice.');
  });

  test('have their tables created once by concurrent processes', async () => {
    const bare = await createBareDatabase();
    await Promise.all([1, 2, 3, 4].map(() => migrateJobs(bare)));
    const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.migrations`.execute(
      bare.database,
    );
    expect(rows[0]?.n).toBeGreaterThan(10);
    await migrateJobs(bare);
    await bare.close();
  });
});

describe('jobs of a service that does not answer', () => {
  let opened: TestDatabase;
  let results: string[] = [];
  const log: string[] = [];
  const logger = createLogger({ LOG_LEVEL: 'debug', to: { write: (line) => void log.push(line) } });
  beforeEach(async () => {
    results = [];
    opened = await createTestDatabase();
  });
  afterEach(() => opened.close());

  const attempts = async () => {
    const { rows } = await sql<{ task: string; attempts: number; locked: boolean }>`
      select task_identifier as task, attempts, locked_at is not null as locked
      from graphile_worker.jobs order by id`.execute(opened.database);
    return rows;
  };

  /** Registers a task that never ends, and a task of the workers for mails. */
  function createHangingJobs(options: { limitMs?: number } = {}) {
    const jobs = createJobs({ ...opened, logger, concurrency: 1, ...options });
    const signals: AbortSignal[] = [];
    const hang = async (_payload: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      await new Promise(() => {});
    };
    jobs.handle('test.hang', hang, { usesStorage: true });
    jobs.handle('test.mail', async ({ text }) => void results.push(text), { workers: 'mail' });
    jobs.handle('test.note', async ({ text }) => void results.push(text));
    return { jobs, signals };
  }

  test('that hang are aborted at their time limit, and their worker runs the next job', async () => {
    const { jobs, signals } = createHangingJobs({ limitMs: 500 });
    onTestFinished(() => jobs.stop());
    await jobs.start();
    await jobs.add(opened.database, 'test.hang', {});
    await jobs.add(opened.database, 'test.note', { text: 'next' });
    await expect.poll(() => results, { timeout: 10_000 }).toEqual(['next']);
    expect(signals[0]?.aborted).toBe(true);
    await expect.poll(attempts).toEqual([{ task: 'test.hang', attempts: 1, locked: false }]);
    expect(log.join('')).toContain('The job test.hang took longer than 0.5 seconds.');
    // The next attempt would be seconds later. It starts at once when the storage is back.
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`.execute(
      opened.database,
    );
    await jobs.retryStorageJobs();
    await expect.poll(() => signals.length, { timeout: 10_000 }).toBe(2);
    await jobs.stop();
  }, 30_000);

  test('that hang do not hold up mails or a shutdown', async () => {
    const { jobs, signals } = createHangingJobs();
    await jobs.start();
    await jobs.add(opened.database, 'test.hang', {});
    await expect.poll(() => signals.length).toBe(1);
    await jobs.add(opened.database, 'test.note', { text: 'waits' });
    await jobs.add(opened.database, 'test.mail', { text: 'mail' });
    await expect.poll(() => results).toEqual(['mail']);
    const startedAt = Date.now();
    await jobs.stop();
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect(signals[0]?.aborted).toBe(true);
    expect(await attempts()).toEqual([
      { task: 'test.hang', attempts: 1, locked: false },
      { task: 'test.note', attempts: 0, locked: false },
    ]);
  }, 30_000);
});
