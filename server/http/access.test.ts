import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeatureRoutes } from './feature.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from './test-app.ts';

const route = { method: 'POST', schema: {}, handler: async () => ({ ok: true }) } as const;

const anyone = { access: 'anyone' } as const;
const member = { access: 'member' } as const;
const admin = { access: 'admin' } as const;

const routes: FeatureRoutes = (app) => {
  app.route({ ...route, url: '/api/open', ...anyone });
  app.route({ ...route, url: '/api/mine', ...member });
  app.route({ ...route, url: '/api/admin/secret', ...admin });
  app.route({ ...route, method: 'GET', url: '/api/mine/list', ...member });
  app.route({ ...route, method: 'GET', url: '/api/admin/list', ...admin });
};

describe('access', () => {
  let on: TestApp;
  beforeAll(async () => {
    on = await openTestApp({ features: [routes] });
  });
  afterAll(() => on.close());

  const post = (url: string, { as, payload }: { as?: string; payload?: string } = {}) =>
    on.app.inject({
      method: 'POST',
      url,
      headers: { origin: OWN_ORIGIN, ...(as && { 'x-test-person': as }), 'content-type': 'application/json' },
      payload: payload ?? '{}',
    });

  test.each([
    ['/api/open', undefined, 200],
    ['/api/mine', undefined, 401],
    ['/api/mine', 'kim', 200],
    ['/api/mine', 'admin', 200],
    ['/api/admin/secret', undefined, 404],
    ['/api/admin/secret', 'kim', 404],
    ['/api/admin/secret', 'admin', 200],
  ])('%s for %s answers %i', async (url, as, status) => {
    expect((await post(url, as ? { as } : {})).statusCode).toBe(status);
  });

  test.each([
    ['a good body', '{}'],
    ['a broken body', '{'],
    ['too big a body', 'x'.repeat(300_000)],
  ])('an admin URL responds to all others like an unknown URL: %s', async (_name, payload) => {
    const [secret, unknown] = await Promise.all(
      ['/api/admin/secret', '/api/admin/nothing'].map((url) => post(url, { as: 'kim', payload })),
    );
    const withoutId = (answer: typeof secret) => answer?.body.replace(/"instance":"[^"]*"/, '');
    expect(secret?.statusCode).toBe(404);
    expect(withoutId(secret)).toBe(withoutId(unknown));
    expect(Object.keys(secret?.headers ?? {})).toEqual(Object.keys(unknown?.headers ?? {}));
  });

  test('other methods of an admin URL are unknown too', async () => {
    const answer = await on.app.inject({ method: 'GET', url: '/api/admin/secret' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined]);
  });

  test('HEAD requires the same access as GET', async () => {
    expect((await on.app.inject({ method: 'HEAD', url: '/api/mine/list' })).statusCode).toBe(401);
    expect((await on.app.inject({ method: 'HEAD', url: '/api/admin/list' })).statusCode).toBe(404);
    const headers = { 'x-test-person': 'kim' };
    expect((await on.app.inject({ method: 'HEAD', url: '/api/mine/list', headers })).statusCode).toBe(200);
  });

  test('rejects a visitor before the body is read', async () => {
    expect((await post('/api/mine', { payload: '{' })).statusCode).toBe(401);
  });

  test('a route without an access level prevents the server from starting', async () => {
    const forgetful: FeatureRoutes = (app) => {
      app.get('/api/forgotten', async () => 'hello');
    };
    await expect(openTestApp({ features: [forgetful] })).rejects.toThrow('does not say who may call it');
  });
});
