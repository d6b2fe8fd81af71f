import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import type { FeatureRoutes } from './feature.ts';
import { openTestApp } from './test-app.ts';

let onRequest: () => void = () => undefined;

const slow: FeatureRoutes = (app, { database }) => {
  const route = { method: 'GET', access: 'anyone' } as const;
  app.route({
    ...route,
    url: '/api/slow',
    handler: () => {
      onRequest();
      return pause(400, { ok: true });
    },
  });
  app.route({
    ...route,
    url: '/api/waiting-statement',
    handler: async () => (await sql`select pg_advisory_xact_lock(1)::text`.execute(database)).rows,
  });
};

describe('a server that shuts down', () => {
  test('completes requests in progress, accepts no new requests, and ends', async () => {
    const on = await openTestApp({ features: [slow] });
    await on.app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(on.app.server.address() as AddressInfo).port}`;

    const received = new Promise<void>((resolve) => (onRequest = resolve));
    const begun = fetch(`${origin}/api/slow`);
    await received;
    const closed = on.close();
    await expect
      .poll(() =>
        fetch(`${origin}/healthz`).then(
          () => 'answers',
          () => 'refuses',
        ),
      )
      .toBe('refuses');
    const answer = await begun;
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    // The client keeps its connection open. If the server waited for the connection, the time limit of the test would
    // be exceeded.
    await closed;
  });
});

const untilWaitingForLock = (database: Database) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`.execute(database);
      return rows.length;
    })
    .toBe(1);

describe('a server without free database connections', () => {
  test('responds with Retry-After after a while', async () => {
    const opened = await createTestDatabase();
    const narrow = openDatabase({
      connectionString: opened.connectionString,
      max: 1,
      connectionTimeoutMillis: 100,
    });
    // Opens the only connection, which may take longer than the timeout on a busy machine.
    await sql`select 1`.execute(narrow.database);
    const on = await openTestApp({ features: [slow], opened: narrow });
    const { first, second } = await opened.database.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(holder);
      const first = on.app.inject('/api/waiting-statement').then((answer) => answer);
      await untilWaitingForLock(opened.database);
      return { first, second: await on.app.inject('/api/waiting-statement') };
    });
    expect((await first).statusCode).toBe(200);
    expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([
      503,
      'server.unavailable',
      '1',
    ]);
    await on.close();
    await narrow.close();
    await opened.close();
  });
});
