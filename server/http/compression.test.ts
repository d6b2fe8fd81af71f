import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeatureRoutes } from './feature.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const LIST = { restaurants: Array.from({ length: 100 }, (_, at) => ({ id: at, name: `하동관 ${at}호점` })) };

const routes: FeatureRoutes = (app) => {
  const route = { method: 'GET', access: 'anyone' } as const;
  app.route({
    ...route,
    url: '/api/list',
    handler: async (_request, reply) => reply.header('etag', '"7"').send(LIST),
  });
  app.route({ ...route, url: '/api/small', handler: async () => ({ ok: true }) });
};

describe('large responses', () => {
  let on: TestApp;
  beforeAll(async () => {
    on = await openTestApp({ features: [routes] });
  });
  afterAll(() => on.close());

  const get = (accepted: string | undefined, { url = '/api/list', site = 'same-origin' } = {}) =>
    on.app.inject({
      url,
      headers: { ...(accepted && { 'accept-encoding': accepted }), ...(site && { 'sec-fetch-site': site }) },
    });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('are compressed for our own pages (%s)', async (accepted, encoding, decompress) => {
    const answer = await get(accepted);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      etag: 'W/"7"',
    });
    expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(LIST);
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  });

  test.each([
    ['nothing is accepted', undefined, 'same-origin'],
    ['the encoding is unknown', 'zstd', 'same-origin'],
    ['another site caused the request', 'gzip, br', 'cross-site'],
    ['the origin of the request is unknown', 'gzip, br', ''],
  ])('are sent uncompressed if %s', async (_name, accepted, site) => {
    const answer = await get(accepted, { site });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers).toMatchObject({ vary: 'accept-encoding', etag: '"7"' });
    expect(answer.json()).toEqual(LIST);
  });

  test('small ones are not compressed', async () => {
    const answer = await get('gzip, br', { url: '/api/small' });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
  });
});
