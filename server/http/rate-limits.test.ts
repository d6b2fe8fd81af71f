import { afterEach, describe, expect, test } from 'vitest';
import type { Settings } from '#server/config.ts';
import type { FeatureRoutes } from './feature.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const anyone = { access: 'anyone' } as const;
const member = { access: 'member' } as const;

const routes: FeatureRoutes = (app) => {
  app.route({ method: 'GET', url: '/api/open', ...anyone, handler: async () => ({}) });
  app.route({ method: 'GET', url: '/api/mine', ...member, handler: async () => ({}) });
};

describe('too many requests', () => {
  let on: TestApp;
  afterEach(() => on.close());

  const open = async (settings: Partial<Settings>) => {
    on = await openTestApp({ features: [routes], settings });
  };
  const get = ({ url = '/api/open', from = '203.0.113.1', headers = {} } = {}) =>
    on.app.inject({ url, remoteAddress: from, headers });
  const statuses = async (...requests: Parameters<typeof get>) => (await get(...requests)).statusCode;

  test('from one address are rejected, those from another are not', async () => {
    await open({ REQUESTS_PER_MINUTE_BY_ADDRESS: 3 });
    for (let count = 0; count < 3; count += 1) expect(await statuses()).toBe(200);
    const refused = await get();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'request.too_many', params: { retryAfterSeconds: 60 } });
    expect(refused.headers['retry-after']).toBe('60');
    expect(await statuses({ from: '203.0.113.2' })).toBe(200);
  });

  test('unknown URLs under /api count, files of the web application do not', async () => {
    await open({ REQUESTS_PER_MINUTE_BY_ADDRESS: 1 });
    expect(await statuses({ url: '/icon.svg' })).toBe(404);
    expect(await statuses({ url: '/api/guess' })).toBe(404);
    expect(await statuses({ url: '/api/guess' })).toBe(429);
  });

  test('a forged X-Forwarded-For has no effect', async () => {
    await open({ REQUESTS_PER_MINUTE_BY_ADDRESS: 1 });
    expect(await statuses({ headers: { 'x-forwarded-for': '198.51.100.1' } })).toBe(200);
    expect(
      await statuses({ headers: { 'x-forwarded-for': '198.51.100.2', 'x-real-ip': '198.51.100.3' } }),
    ).toBe(429);
  });

  test('only the entry of a trusted proxy in X-Forwarded-For counts', async () => {
    await open({ REQUESTS_PER_MINUTE_BY_ADDRESS: 1, TRUSTED_PROXY: '10.0.0.0/8' });
    const through = (forwarded: string, from = '10.0.0.7') =>
      statuses({ from, headers: { 'x-forwarded-for': forwarded } });
    expect(await through('198.51.100.1')).toBe(200);
    expect(await through('198.51.100.2')).toBe(200);
    // Only the last entry is from the proxy. The client can invent the entries before it, so they are ignored.
    expect(await through('9.9.9.9, 198.51.100.2')).toBe(429);
    // The header is ignored if the request does not come from the proxy.
    expect(await through('198.51.100.3', '203.0.113.1')).toBe(200);
    expect(await through('198.51.100.4', '203.0.113.1')).toBe(429);
  });

  test('an IPv6 network counts as one address', async () => {
    await open({ REQUESTS_PER_MINUTE_BY_ADDRESS: 1 });
    expect(await statuses({ from: '2001:db8:1:1::1' })).toBe(200);
    expect(await statuses({ from: '2001:db8:1:1:ffff::2' })).toBe(429);
    expect(await statuses({ from: '2001:db8:1:2::1' })).toBe(200);
  });

  test('of one account are rejected from any address', async () => {
    await open({ REQUESTS_PER_MINUTE_BY_ACCOUNT: 2 });
    const as = (person: string, from: string) =>
      statuses({ url: '/api/mine', from, headers: { 'x-test-person': person } });
    expect(await as('kim', '203.0.113.1')).toBe(200);
    expect(await as('kim', '203.0.113.2')).toBe(200);
    expect(await as('kim', '203.0.113.3')).toBe(429);
    expect(await as('lee', '203.0.113.1')).toBe(200);
  });
});
