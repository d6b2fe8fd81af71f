import { afterEach, describe, expect, test } from 'vitest';
import { loadSettings } from '#server/config.ts';
import type { FeatureRoutes } from './feature.ts';
import { securityHeaders } from './security-headers.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const settings = (environment: Record<string, string> = {}) =>
  loadSettings({ AUTH_SECRET: 'x'.repeat(32), MAP_STYLE_URL: 'none', ...environment });

describe('security headers', () => {
  test('of pages', async () => {
    expect((await securityHeaders(settings())).forPages).toEqual({
      'content-security-policy': [
        "default-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' blob: data:",
        "manifest-src 'self'",
        "object-src 'none'",
        "script-src 'self'",
        "script-src-attr 'none'",
        "style-src 'self'",
        "worker-src 'self'",
      ].join(';'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=(), usb=(), browsing-topics=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('of data', async () => {
    expect((await securityHeaders(settings())).forData).toEqual({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('allow the base map and no other origin', async () => {
    const { forPages } = await securityHeaders(
      settings({ MAP_STYLE_URL: 'https://tiles.example/styles/a?key=1' }),
    );
    const policy = forPages['content-security-policy'];
    expect(policy).toContain("connect-src 'self' https://tiles.example;");
    expect(policy).toContain("img-src 'self' blob: data: https://tiles.example;");
    expect(policy?.match(/tiles\.example/g)).toHaveLength(2);
  });

  test('allow Google Maps only if it is the map', async () => {
    const google = { GOOGLE_MAPS_BROWSER_KEY: 'k', GOOGLE_MAPS_URL: 'https://maps.example' };
    const policy = async (more: Record<string, string>) =>
      (await securityHeaders(settings(more))).forPages['content-security-policy'];
    expect(await policy(google)).toContain(
      "script-src 'self' https://maps.example https://*.googleapis.com https://*.gstatic.com",
    );
    expect(await policy({ ...google, PLACES_PROVIDER: 'kakao', KAKAO_LOCAL_KEY: 'k' })).toBe(
      await policy({}),
    );
  });

  test('allow the payment window only if payment is configured', async () => {
    const { forPages } = await securityHeaders(
      settings({
        PORTONE_STORE_ID: 's',
        PORTONE_CHANNEL_KEY: 'c',
        PORTONE_API_SECRET: 'a',
        PORTONE_WEBHOOK_SECRET: 'whsec_c2lnbnMgdGhlIHdlYmhvb2tz',
        PORTONE_BROWSER_SDK_URL: 'https://pay.example/v2/browser-sdk.js',
      }),
    );
    expect(forPages['content-security-policy']).toContain("script-src 'self' https://pay.example;");
    expect(forPages['content-security-policy']).toContain('frame-src https://pay.example https:;');
    expect(forPages['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    const without = await securityHeaders(settings());
    expect(without.forPages['content-security-policy']).not.toContain('https:');
    expect(without.forPages['cross-origin-opener-policy']).toBe('same-origin');
  });

  test('allow Kakao Maps if places come from Kakao', async () => {
    const { forPages } = await securityHeaders(
      settings({ PLACES_PROVIDER: 'kakao', KAKAO_LOCAL_KEY: 'k', KAKAO_MAPS_BROWSER_KEY: 'k' }),
    );
    const policy = forPages['content-security-policy'];
    expect(policy).toContain("script-src 'self' https://dapi.kakao.com *.daumcdn.net *.kakaocdn.net;");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toContain('google');
  });

  test('allow KakaoTalk sharing only with its key', async () => {
    const policy = async (more: Record<string, string>) =>
      (await securityHeaders(settings(more))).forPages['content-security-policy'];
    const withKey = await policy({
      KAKAO_JAVASCRIPT_KEY: 'k',
      KAKAO_SDK_URL: 'https://sdk.example/2/kakao.js',
    });
    expect(withKey).toContain("script-src 'self' https://sdk.example;");
    expect(withKey).toContain("form-action 'self' https://sdk.example https://sharer.kakao.com;");
    expect(withKey).not.toContain('unsafe');
    expect(await policy({ KAKAO_SDK_URL: 'https://sdk.example/2/kakao.js' })).toBe(await policy({}));
  });

  test('enforce https for an https URL', async () => {
    const { forPages, forData } = await securityHeaders(settings({ BASE_URL: 'https://momokzi.example' }));
    expect(forPages['strict-transport-security']).toBe('max-age=63072000');
    expect(forData['strict-transport-security']).toBe('max-age=63072000');
    expect(forPages['content-security-policy']).toContain('upgrade-insecure-requests');
  });
});

describe('every response', () => {
  let on: TestApp;
  afterEach(() => on.close());

  const anyone = { access: 'anyone' } as const;
  const routes: FeatureRoutes = (app) => {
    app.route({ method: 'GET', url: '/api/ok', ...anyone, handler: async () => ({}) });
    app.route({
      method: 'GET',
      url: '/api/crash',
      ...anyone,
      handler: async () => {
        throw new Error('crash');
      },
    });
  };

  test('has the security headers', async () => {
    on = await openTestApp({ features: [routes], settings: settings() });
    const { forPages, forData } = await securityHeaders(settings());
    for (const url of ['/api/ok', '/api/crash', '/api/nothing', '/api/%zz', '/api/%00']) {
      expect((await on.app.inject(url)).headers).toMatchObject(forData);
    }
    for (const url of ['/', '/app', '/nothing.js', '/healthz']) {
      const { headers } = await on.app.inject(url);
      expect(headers).toMatchObject(forPages);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });
});
