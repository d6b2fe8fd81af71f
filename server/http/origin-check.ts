import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import { bearerOf } from './bearer.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For callers that are no browser, such as webhooks: they prove themselves in another way. */
    acceptsForeignOrigin?: true;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses every write that does not say it comes from our own pages, before its body is read. Browsers put
 * `Origin` on every write and `Sec-Fetch-Site` on every request; a page cannot forge either.
 *
 * A bearer token without any cookie needs no origin. What is refused here is that a foreign page borrows what the
 * browser sends by itself; a browser sends no token by itself, and lets a foreign page add that header only after a
 * preflight, which we never answer. Whoever sends the token knows it, and may be a program that has no origin.
 */
export function refuseForeignOrigins(app: App, { BASE_URL }: Settings): void {
  const ours = ownOrigins(BASE_URL);
  app.addHook('onRequest', (request, _reply, done) => {
    if (READS.has(request.method) || request.routeOptions.config.acceptsForeignOrigin) return done();
    const { origin, cookie, 'sec-fetch-site': site = 'same-origin' } = request.headers;
    if (cookie === undefined && bearerOf(request.headers) !== null) return done();
    const isOurs = origin !== undefined && ours.has(origin) && site === 'same-origin';
    done(isOurs ? undefined : problem(commonProblems, 'request.foreign_origin'));
  });
}

/** The origin of BASE_URL; on this machine under each of its names. */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}
