import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeatureRoutes } from './feature.ts';
import { ownOrigins } from './origin-check.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const routes: FeatureRoutes = (app) => {
  const open = { schema: {}, handler: async () => ({ ok: true }), access: 'anyone' };
  app.route({ ...open, method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/api/things' });
  app.route({ ...open, method: 'POST', url: '/api/webhook', config: { allowsForeignOrigin: true } });
};

describe('writes', () => {
  let on: TestApp;
  beforeAll(async () => {
    on = await openTestApp({ features: [routes], settings: { BASE_URL: 'https://momokzi.example' } });
  });
  afterAll(() => on.close());

  const OURS = { origin: 'https://momokzi.example' };

  test.each([
    ['our own page', { ...OURS, 'sec-fetch-site': 'same-origin' }, 200],
    ['our own page in an old browser', OURS, 200],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site in an old browser', { origin: 'https://evil.example' }, 403],
    ['our page without https', { origin: 'http://momokzi.example' }, 403],
    ['another port', { origin: 'https://momokzi.example:8443' }, 403],
    ['a host name that begins with ours', { origin: 'https://momokzi.example.evil.example' }, 403],
    ['another subdomain of our domain', { ...OURS, 'sec-fetch-site': 'same-site' }, 403],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['a program that sends neither header', {}, 403],
    ['a forged Host', { origin: 'https://evil.example', host: 'evil.example' }, 403],
  ])('from %s', async (_name, headers, status) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await on.app.inject({ method, url: '/api/things', headers });
      expect([method, answer.statusCode]).toEqual([method, status]);
      if (status === 403) expect(answer.json().code).toBe('request.foreign_origin');
    }
  });

  test('are rejected before the body is read', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await on.app.inject({ method: 'POST', url: '/api/things', headers, payload: '{' });
    expect(answer.statusCode).toBe(403);
  });

  test('are accepted by endpoints for callers that are not browsers', async () => {
    expect((await on.app.inject({ method: 'POST', url: '/api/webhook' })).statusCode).toBe(200);
  });

  test('need no origin with a token that browsers do not send automatically', async () => {
    const post = (headers: Record<string, string>) =>
      on.app.inject({ method: 'POST', url: '/api/things', headers });
    const authorization = 'Bearer something';
    expect((await post({ authorization })).statusCode).toBe(200);
    // A request with a cookie may come from a page of another site, so it needs the origin even with a bearer token.
    expect((await post({ authorization, cookie: 'a=b' })).statusCode).toBe(403);
    // Browsers can attach Basic credentials by themselves.
    expect((await post({ authorization: 'Basic dXNlcjpwYXNz' })).statusCode).toBe(403);
  });

  test('reads are allowed', async () => {
    expect((await on.app.inject({ method: 'GET', url: '/api/things' })).statusCode).toBe(200);
  });
});

describe('our own origins', () => {
  test('are those of BASE_URL and, for localhost, each of its names', () => {
    expect([...ownOrigins('https://momokzi.example')]).toEqual(['https://momokzi.example']);
    expect([...ownOrigins('http://localhost:3000')]).toEqual([
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ]);
  });
});
