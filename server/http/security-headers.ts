import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import type { Settings } from '#server/config.ts';
import type { App } from './feature.ts';
import { kakaoShareSources } from './kakao-share-sources.ts';
import { mapSources } from './map-sources.ts';
import { paymentSources } from './payment-sources.ts';

type Headers = Record<string, string>;

export type SecurityHeaders = {
  forPages: Headers;
  /** The headers of JSON answers of the API. */
  forData: Headers;
};

export function sendSecurityHeaders(app: App, { forPages, forData }: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isData(request.url) ? forData : forPages);
    done();
  });
}

const isData = (url: string) => url.startsWith('/api/') || url === '/mcp';

/**
 * Returns the security headers, which are computed once at start. Computing them for each answer, as @fastify/helmet
 * does, takes longer than the rest of a 304 answer.
 */
export async function securityHeaders(settings: Settings): Promise<SecurityHeaders> {
  const forPages = {
    ...(await helmetHeaders(settings)),
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), usb=(), browsing-topics=()',
  };
  const { 'strict-transport-security': hsts } = forPages as Headers;
  const forData = {
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(hsts && { 'strict-transport-security': hsts }),
  };
  return { forPages, forData };
}

function policyOf(settings: Settings): Record<string, string[] | null> {
  const map = mapSources(settings);
  const pay = paymentSources(settings);
  const kakaoShare = kakaoShareSources(settings);
  const frames = [...map.frame, ...(pay?.frame ?? [])];
  return {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'", ...map.connect, ...(pay?.connect ?? []), ...kakaoShare.connect],
    'font-src': ["'self'", ...map.font],
    'form-action': ["'self'", ...(pay?.form ?? []), ...kakaoShare.form],
    'frame-ancestors': ["'none'"],
    ...(frames.length > 0 && { 'frame-src': frames }),
    // `blob:` is for images of a map style, which MapLibre decodes. `data:` is for icons in MapLibre's stylesheet and
    // for pins.
    'img-src': ["'self'", 'blob:', 'data:', ...map.img],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...map.script, ...(pay?.script ?? []), ...kakaoShare.script],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...map.style],
    'worker-src': ["'self'", ...map.worker],
    ...(isSecure(settings.BASE_URL) && { 'upgrade-insecure-requests': [] }),
  };
}

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');

async function helmetHeaders(settings: Settings): Promise<Headers> {
  const probe = Fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(settings) },
    // The window of a payment company must access the page that opened it, to report the result.
    ...(paymentSources(settings) && {
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    }),
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // `dnsPrefetchControl` is off, because browsers do not prefetch DNS on https pages. The other three headers are
    // off, because only unsupported browsers read them.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    // HSTS is sent only if the server has an https address.
    strictTransportSecurity: isSecure(settings.BASE_URL) && { maxAge: 63_072_000, includeSubDomains: false },
  });
  probe.get('/', () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  const responseHeaders = new Set(['content-type', 'content-length', 'date', 'connection']);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !responseHeaders.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
