import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { openDatabase, type OpenedDatabase } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import type { FeatureRoutes } from './feature.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './test-app.ts';

const noteProcess = endpoint({
  method: 'POST',
  url: '/api/notes',
  access: 'anyone',
  schema: { summary: 'Note a connection', response: { 200: z.object({ process: z.number() }) } },
  problems: [],
});

/** Registers a route that returns the pid of the PostgreSQL backend that wrote the row. */
const notes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...noteProcess,
    handler: () => database.transaction().execute(writeNote),
  });
};

async function writeNote(transaction: Transaction<DB>): Promise<{ process: number }> {
  const { rows } = await sql<{ process: number }>`
    insert into notes select pg_backend_pid() returning process`.execute(transaction);
  return rows[0] as { process: number };
}

describe('a stuck database', () => {
  let owner: TestDatabase;
  let limited: OpenedDatabase;
  let jobs: Jobs;
  let on: TestApp;
  beforeAll(async () => {
    owner = await createTestDatabase();
    await sql`create table notes (process int)`.execute(owner.database);
    const { connectionString } = owner;
    // The pool has a single connection. If this connection is lost or has an open transaction, the next statement
    // fails.
    limited = openDatabase({ connectionString, statementSeconds: 1, max: 1 });
    jobs = createJobs(owner);
    on = await openTestApp({ features: [notes], opened: limited, jobs });
  });
  afterAll(async () => {
    await on.close();
    await limited.close();
    await owner.close();
  });

  const note = async () => {
    const { statusCode, headers, ...answer } = await on.app.inject({
      method: 'POST',
      url: noteProcess.url,
      headers: { origin: OWN_ORIGIN },
    });
    return { statusCode, retryAfter: headers['retry-after'], ...answer.json() };
  };
  const noted = async () => {
    const { rows } = await sql<{ process: number }>`select process from notes`.execute(owner.database);
    return rows.length;
  };

  test('behind a lock: the request gets Retry-After, a job waits; afterwards both continue', async () => {
    await jobs.add(owner.database, 'requests.purge_stored_responses', {});
    let isHeld = true;
    const working = await owner.database.transaction().execute(async (holder) => {
      await sql`lock table notes, idempotency_keys in access exclusive mode`.execute(holder);
      const working = jobs.runDue().then(() => expect(isHeld).toBe(false));
      await expect.poll(() => waitingFor('idempotency_keys')).toBe(1);
      expect(await note()).toMatchObject({ statusCode: 503, retryAfter: '1', code: 'server.unavailable' });
      // The job has waited longer than the request. With the time limit of requests, it would have failed by now.
      expect(await waitingFor('idempotency_keys')).toBe(1);
      isHeld = false;
      return { end: working };
    });
    await working.end;
    const { rows } = await sql`select last_error from graphile_worker.jobs`.execute(owner.database);
    expect(rows).toEqual([]);
    expect([(await note()).statusCode, await noted()]).toEqual([200, 1]);
  });

  test('frozen: the request gets Retry-After, and its connection is not used again', async () => {
    const { process: frozen } = await note();
    const before = await noted();
    process.kill(frozen, 'SIGSTOP');
    try {
      expect(await note()).toMatchObject({ statusCode: 503, code: 'server.unavailable' });
      const next = await note();
      expect([next.statusCode, next.process === frozen, await noted()]).toEqual([200, false, before + 1]);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    expect((await note()).statusCode).toBe(200);
  });

  const waitingFor = async (table: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_locks where relation = ${table}::regclass and not granted`.execute(
      owner.database,
    );
    return rows[0]?.n;
  };
});
