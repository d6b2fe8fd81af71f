import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FeatureRoutes } from './feature.ts';
import { createLogger } from './log.ts';
import { testEnvironment } from '#server/test-environment.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './test-app.ts';

const CANARY = 'canary-3f9a1c';

const anyone = { access: 'anyone' } as const;

const routes: FeatureRoutes = (app, { database }) => {
  app.route({
    method: 'POST',
    url: '/api/shared/:token',
    ...anyone,
    schema: { body: z.object({ password: z.string(), how: z.string() }) },
    handler: async (request) => {
      const { password, how } = request.body;
      if (how === 'unique') {
        await sql`create temporary table once (word text unique)`.execute(database);
        await sql`insert into once values (${password}), (${password})`.execute(database);
      }
      if (how === 'data') await sql`select ${password}::int`.execute(database);
      if (how === 'careless') request.log.info({ password, sessions: [{ token: password }] }, 'signed in');
      if (how === 'caused')
        throw new Error('outer', { cause: Object.assign(new Error('inner'), { detail: password }) });
      return { how };
    },
  });
};

describe('the log', () => {
  let on: TestApp;
  beforeAll(async () => {
    on = await openTestApp({ features: [routes] });
  });
  afterAll(() => on.close());

  test.each(['fine', 'unique', 'data', 'careless', 'caused'])('contains no secrets (%s)', async (how) => {
    const begin = on.log.length;
    const answer = await on.app.inject({
      method: 'POST',
      url: `/api/shared/${CANARY}?token=${CANARY}`,
      headers: {
        origin: OWN_ORIGIN,
        cookie: `session=${CANARY}`,
        authorization: `Bearer ${CANARY}`,
        'user-agent': CANARY,
        'x-test-person': 'kim',
      },
      payload: { password: CANARY, how },
    });
    const lines = on.log.slice(begin);
    expect(lines.join('')).not.toContain(CANARY);
    expect(answer.body).not.toContain(CANARY);
    // These checks show that the failure was logged. Without them, the test would also pass if nothing was logged.
    const last = JSON.parse(lines.at(-1) ?? '{}');
    expect(last).toMatchObject({
      msg: 'answered',
      method: 'POST',
      route: '/api/shared/:token',
      status: answer.statusCode,
      ms: expect.any(Number),
      reqId: answer.headers['x-request-id'],
    });
    if (answer.statusCode === 500) expect(lines.join('')).toContain('log.test.ts');
  });

  test('contains the account of a request but no unknown URL', async () => {
    await on.app.inject({ url: `/api/nothing/${CANARY}` });
    expect(JSON.parse(on.log.at(-1) ?? '{}')).toMatchObject({ route: '(unknown)', status: 404 });
  });

  test('respects its level', () => {
    const lines: string[] = [];
    const logger = createLogger({ LOG_LEVEL: 'warn', to: { write: (line) => void lines.push(line) } });
    logger.info('unheard');
    logger.warn('heard');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['heard']);
  });
});

describe('a process that logs to standard output', () => {
  const script = `
    import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
    const log = createLogger({ LOG_LEVEL: 'info' });
    process.stdin.once('data', (data) => {
      process.stdin.destroy();
      for (let line = 0; line < 100; line += 1) log.info({ line });
      if (String(data) === 'exit') process.exit(0);
      if (Number(data) > 0) setTimeout(() => log.info('stopped'), Number(data));
    });`;
  const start = () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: testEnvironment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return { child, ended: new Promise((resolve) => child.once('close', (...how) => resolve(how))) };
  };

  // The parameter is `exit` if the reader exits immediately. A number is the milliseconds until the reader exits, which
  // can be before, during or after a write.
  test.each(['exit', '0', '100', '250', '400'])(
    'ends when its output is no longer read (%s)',
    async (how) => {
      const { child, ended } = start();
      child.stdout.destroy();
      child.stdin.end(how);
      expect(await ended).toEqual([0, null]);
    },
    30_000,
  );

  test.each(['exit', '0', '400'])('writes every line before it ends (%s)', async (how) => {
    const { child, ended } = start();
    child.stdin.end(how);
    const lines = (await text(child.stdout)).trimEnd().split('\n');
    const numbers = lines.map((line) => JSON.parse(line).line ?? 100);
    // The process may exit while a write is in progress. The last lines may then arrive before the lines of that write.
    expect(numbers.toSorted((a, b) => a - b)).toEqual([...Array(how === '400' ? 101 : 100).keys()]);
    expect(await ended).toEqual([0, null]);
  });
});
