import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import type { FeatureRoutes } from './feature.ts';
import { openTestApp } from './test-app.ts';

const slow: FeatureRoutes = (app, { database }) => {
  const route = { method: 'GET', ...{ access: 'anyone' } } as const;
  app.route({ ...route, url: '/api/slow', handler: () => pause(400, { ok: true }) });
  app.route({
    ...route,
    url: '/api/slow-statement',
    handler: async () => (await sql`select pg_sleep(0.5)`.execute(database)).rows,
  });
};

describe('a server that shuts down', () => {
  it('completes requests in progress, accepts no new ones, and ends', async () => {
    const test = await openTestApp({ features: [slow] });
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;

    const begun = fetch(`${origin}/api/slow`);
    await pause(50);
    const closed = test.close();
    await vi.waitFor(() => expect(fetch(`${origin}/healthz`)).rejects.toThrow());
    const answer = await begun;
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    const answeredAt = Date.now();
    await closed;
    // The client keeps its connection open; that must not delay the shutdown.
    expect(Date.now() - answeredAt).toBeLessThan(2_000);
  });
});

describe('a server without free database connections', () => {
  it('responds with Retry-After after a while', async () => {
    const opened = await createTestDatabase();
    const narrow = openDatabase({
      connectionString: opened.connectionString,
      max: 1,
      connectionTimeoutMillis: 100,
    });
    const test = await openTestApp({ features: [slow], database: narrow.database });
    const [first, second] = await Promise.all([
      test.app.inject('/api/slow-statement'),
      pause(50).then(() => test.app.inject('/api/slow-statement')),
    ]);
    expect(first.statusCode).toBe(200);
    expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([
      503,
      'server.unavailable',
      '1',
    ]);
    await test.close();
    await narrow.close();
    await opened.close();
  });
});
