import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FeatureRoutes } from './feature.ts';
import { createLogger } from './log.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './test-app.ts';

const CANARY = 'canary-3f9a1c';

const routes: FeatureRoutes = (app, { database }) => {
  app.route({
    method: 'POST',
    url: '/api/shared/:token',
    ...{ access: 'anyone' },
    schema: { body: z.object({ password: z.string(), how: z.string() }) },
    handler: async (request) => {
      const { password, how } = request.body;
      if (how === 'unique') {
        await sql`create temporary table once (word text unique)`.execute(database);
        await sql`insert into once values (${password}), (${password})`.execute(database);
      }
      if (how === 'data') await sql`select ${password}::int`.execute(database);
      if (how === 'careless') request.log.info({ password, session: { token: password } }, 'signed in');
      if (how === 'caused')
        throw new Error('outer', { cause: Object.assign(new Error('inner'), { detail: password }) });
      return { how };
    },
  });
};

describe('the log', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp({ features: [routes] });
  });
  afterAll(() => test.close());

  it.each(['fine', 'unique', 'data', 'careless', 'caused'])('has no secret in it (%s)', async (how) => {
    const begin = test.log.length;
    const answer = await test.app.inject({
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
    const lines = test.log.slice(begin);
    expect(lines.join('')).not.toContain(CANARY);
    expect(answer.body).not.toContain(CANARY);
    // The control: something was logged, and a failure with its place.
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

  it('names the account of a request, and an unknown address not at all', async () => {
    await test.app.inject({ url: `/api/nothing/${CANARY}` });
    expect(JSON.parse(test.log.at(-1) ?? '{}')).toMatchObject({ route: '(unknown)', status: 404 });
  });

  it('keeps to its level', () => {
    const lines: string[] = [];
    const logger = createLogger({ LOG_LEVEL: 'warn', to: { write: (line) => void lines.push(line) } });
    logger.info('unheard');
    logger.warn('heard');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['heard']);
  });
});
