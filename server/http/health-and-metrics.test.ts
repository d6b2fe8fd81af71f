import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let on: TestApp;
afterEach(() => on.close());

describe('health', () => {
  test('responds with 200 if the database is available', async () => {
    on = await openTestApp({ features: [] });
    expect((await on.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await on.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
  });

  test('the server is alive but not ready while a migration is missing', async () => {
    on = await openTestApp({ features: [] });
    await sql`delete from schema_migrations where name = (select max(name) from schema_migrations)`.execute(
      on.database,
    );
    const answer = await on.app.inject('/readyz');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'server.unavailable']);
    expect((await on.app.inject('/healthz')).statusCode).toBe(200);
  });

  test('the server is alive but not ready while the database is unavailable', async () => {
    const away = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' });
    on = await openTestApp({ features: [], opened: away });
    expect((await on.app.inject('/readyz')).statusCode).toBe(503);
    expect((await on.app.inject('/healthz')).statusCode).toBe(200);
    await away.close();
  });
});

describe('metrics', () => {
  const METRICS_TOKEN = 'a-token-of-24-characters';

  test('are available with the token', async () => {
    on = await openTestApp({ features: [], settings: { METRICS_TOKEN } });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    await on.app.inject('/healthz');
    // The server counts a request after it has sent the answer. Therefore the test polls.
    await expect
      .poll(async () => (await on.app.inject({ url: '/metrics', headers })).body)
      .toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m);
    const { body } = await on.app.inject({ url: '/metrics', headers });
    expect(body).toMatch(/^database_connections\{state="waiting"\} 0$/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  test.each([
    ['without a token', METRICS_TOKEN, undefined],
    ['with a wrong token', METRICS_TOKEN, 'Bearer a-token-of-24-charactex'],
    ['with an empty token', METRICS_TOKEN, 'Bearer '],
    ['without a configured token', undefined, 'Bearer undefined'],
  ])('do not exist %s', async (_name, token, authorization) => {
    on = await openTestApp({ features: [], settings: token ? { METRICS_TOKEN: token } : {} });
    const headers = authorization ? { authorization } : {};
    const answer = await on.app.inject({ url: '/metrics', headers });
    expect(answer.body).not.toContain('http_request_duration');
    expect(answer.statusCode).toBe((await on.app.inject({ url: '/no-such-page', headers })).statusCode);
  });
});
