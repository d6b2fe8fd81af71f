import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import type { FeatureRoutes } from './feature.ts';
import { runIdempotently } from './idempotency.ts';
import { problem } from './problem.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './test-app.ts';

const problems = defineProblems({ 'test_orders.refused': 409 });

const Order = z.object({
  text: z.string().trim(),
  retryDelayMs: z.number().default(0),
  fail: z.string().optional(),
});

const order = endpoint({
  method: 'POST',
  url: '/api/test-orders',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Order',
    body: Order,
    response: { 201: z.object({ id: z.number(), text: z.string() }) },
  },
  problems: ['test_orders.refused'],
});

/** The same endpoint without an idempotency key. It shows that the tests fail without the protection. */
const orderUnguarded = endpoint({
  ...order,
  url: '/api/test-orders/unguarded',
  idempotent: undefined as never,
});

const orders: FeatureRoutes = (app, { database }) => {
  const insert = async (connection: typeof database, { text, retryDelayMs, fail }: z.infer<typeof Order>) => {
    const { rows } = await sql<{ id: number }>`
      insert into test_orders (text) values (${text}) returning id`.execute(connection);
    if (retryDelayMs > 0) await pause(retryDelayMs);
    if (fail === 'problem') throw problem(problems, 'test_orders.refused');
    if (fail === 'crash') throw new Error('crash');
    return { id: rows[0]?.id ?? 0, text, undeclared: true };
  };
  app.route({
    ...order,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        insert(transaction, request.body),
      ),
  });
  app.route({ ...orderUnguarded, handler: async (request) => insert(database, request.body) });
};

describe('a creating write with an Idempotency-Key', () => {
  let on: TestApp;
  beforeAll(async () => {
    on = await openTestApp({ features: [orders] });
    await sql`create table test_orders (id int generated always as identity, text text)`.execute(on.database);
    await sql`insert into users (id, name, email, email_verified, updated_at)
      values ('kim', '김', 'kim@example.com', true, now()), ('lee', '이', 'lee@example.com', true, now())`.execute(
      on.database,
    );
  });
  afterAll(() => on.close());

  const untilInTransaction = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`.execute(on.database);
        return rows.length;
      })
      .toBe(1);

  const send = (
    payload: unknown,
    {
      key = 'key-0000000000000001',
      as = 'kim',
      url = '/api/test-orders',
    }: { key?: string; as?: string; url?: string } = {},
  ) =>
    on.app.inject({
      method: 'POST',
      url,
      headers: { origin: OWN_ORIGIN, 'x-test-person': as, ...(key && { 'idempotency-key': key }) },
      payload: payload as object,
    });

  const countOf = async (text: string) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from test_orders where text = ${text}`.execute(on.database);
    return rows[0]?.n;
  };

  test('gets the first response again, byte for byte, and has one effect', async () => {
    const first = await send({ text: 'once' });
    const second = await send({ text: 'once' });
    expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect([second.statusCode, second.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(first.json()).toEqual({ id: expect.any(Number), text: 'once' });
    expect(await countOf('once')).toBe(1);
  });

  test('ignores whitespace, because the validated body is compared', async () => {
    const key = 'key-of-spacing-0001';
    const first = await send({ text: 'spaced' }, { key });
    const second = await send({ retryDelayMs: 0, text: '  spaced ' }, { key });
    expect(second.body).toBe(first.body);
  });

  test('is rejected with another body under the same key', async () => {
    await send({ text: 'one thing' }, { key: 'key-of-one-thing' });
    const answer = await send({ text: 'another thing' }, { key: 'key-of-one-thing' });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'request.idempotency_key_reused']);
    expect(await countOf('another thing')).toBe(0);
  });

  test('keys are separate for each person', async () => {
    const key = 'key-that-two-chose';
    await send({ text: 'same' }, { key });
    const answer = await send({ text: 'same' }, { key, as: 'lee' });
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(await countOf('same')).toBe(2);
  });

  test('is refused if the account was deleted after the session was read', async () => {
    const answer = await send(
      { text: 'of a deleted member' },
      { key: 'key-of-a-deleted-one', as: 'deleted' },
    );
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'account.sign_in_required']);
    expect(await countOf('of a deleted member')).toBe(0);
  });

  test.each([
    ['', 'none'],
    ['short', 'too short'],
    ['x'.repeat(65), 'too long'],
    ['key with spaces in it', 'other characters'],
  ])('requires a key (%s: %s)', async (key) => {
    const answer = await send({ text: 'keyless' }, { key });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.idempotency_key_missing']);
  });

  test.each([
    ['problem', 409],
    ['crash', 500],
  ])('that failed (%s) has no effect and can be retried', async (fail, status) => {
    const key = `key-of-a-${fail}-0000`;
    const text = `fails with ${fail}`;
    expect((await send({ text, fail }, { key })).statusCode).toBe(status);
    expect(await countOf(text)).toBe(0);
    expect((await send({ text }, { key })).statusCode).toBe(201);
    expect(await countOf(text)).toBe(1);
  });

  test('sent fifty times concurrently has one effect; without the key it has fifty', async () => {
    const fifty = Array.from({ length: 50 });
    const key = 'key-of-fifty-0000001';
    const answers = await Promise.all(fifty.map(() => send({ text: 'fifty', retryDelayMs: 30 }, { key })));
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(answers.filter(({ statusCode }) => statusCode === 201).map(({ body }) => body)).size).toBe(
      1,
    );
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect([answer.json().code, answer.headers['retry-after']]).toEqual([
        'request.idempotency_in_progress',
        '1',
      ]);
    }
    expect(await countOf('fifty')).toBe(1);

    await Promise.all(
      fifty.map(() => send({ text: 'unguarded' }, { key: '', url: '/api/test-orders/unguarded' })),
    );
    expect(await countOf('unguarded')).toBe(50);
  });

  test('that another request overtook after its check has no effect and gets the first response', async () => {
    const payload = { text: 'overtaken', retryDelayMs: 1000 };
    const first = await send(payload, { key: 'key-of-the-winner-01' });
    const overtaken = send(payload, { key: 'key-of-the-overtaken' });
    await untilInTransaction();
    await sql`insert into idempotency_keys (user_id, key, fingerprint, status, body)
      select user_id, 'key-of-the-overtaken', fingerprint, status, body
      from idempotency_keys where key = 'key-of-the-winner-01'`.execute(on.database);
    expect((await overtaken).body).toBe(first.body);
    expect((await overtaken).headers['idempotency-replayed']).toBe('true');
    expect(await countOf('overtaken')).toBe(1);
  });

  test('that was interrupted has no effect, and the retry has one', async () => {
    const payload = { text: 'cut off', retryDelayMs: 300 };
    const key = 'key-of-the-cut-off-1';
    const cut = send(payload, { key });
    await untilInTransaction();
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(on.database);
    expect(rows).toHaveLength(1);
    expect((await cut).statusCode).toBe(503);
    expect(await countOf('cut off')).toBe(0);
    const repeat = await send(payload, { key });
    expect([repeat.statusCode, repeat.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(await countOf('cut off')).toBe(1);
  });

  test('is new again after a day, and older responses are purged', async () => {
    const key = 'key-of-yesterday-001';
    await send({ text: 'yesterday' }, { key });
    await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${key}`.execute(
      on.database,
    );
    await on.jobs.add(on.database, 'requests.purge_stored_responses', {});
    await on.jobs.runDue();
    const { rows } = await sql`select 1 from idempotency_keys where key = ${key}`.execute(on.database);
    expect(rows).toEqual([]);
    expect((await send({ text: 'yesterday' }, { key })).headers['idempotency-replayed']).toBeUndefined();
    expect(await countOf('yesterday')).toBe(2);
  });

  test('a handler that does not use runIdempotently is detected', async () => {
    const forgetful: FeatureRoutes = (app) => {
      app.route({
        ...order,
        url: '/api/forgetful',
        handler: async (_request, reply) => reply.code(201).send({ id: 1, text: '' }),
      });
    };
    const other = await openTestApp({ features: [forgetful] });
    const answer = await other.app.inject({
      method: 'POST',
      url: '/api/forgetful',
      headers: { origin: OWN_ORIGIN, 'x-test-person': 'kim', 'idempotency-key': 'key-0000000000000001' },
      payload: { text: '' },
    });
    expect(answer.statusCode).toBe(500);
    expect(other.log.join()).toContain('does not answer through runIdempotently');
    await other.close();
  });
});
