import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import { bearerOf } from './bearer.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Allows requests from other origins. It is for routes that authenticate their callers in another way, such as
     * webhooks, or that write nothing.
     */
    allowsForeignOrigin?: true;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses writes of other sites before reading the body.
 * Browsers send `Origin` with every write and `Sec-Fetch-Site` with every request. A page can forge neither header.
 * A request with a bearer token and without cookies needs no origin, because its sender may be a program.
 * Browsers attach no bearer token by themselves. To send a bearer token, a page of another site needs a CORS preflight,
 * and the server refuses every preflight.
 */
export function rejectForeignOrigins(app: App, { BASE_URL }: Settings): void {
  const ours = ownOrigins(BASE_URL);
  app.addHook('onRequest', (request, _reply, done) => {
    if (READS.has(request.method) || request.routeOptions.config.allowsForeignOrigin) return done();
    const { origin, cookie, 'sec-fetch-site': site = 'same-origin' } = request.headers;
    if (cookie === undefined && bearerOf(request.headers) !== null) return done();
    const isOwnOrigin = origin !== undefined && ours.has(origin) && site === 'same-origin';
    done(isOwnOrigin ? undefined : problem(commonProblems, 'request.foreign_origin'));
  });
}

/** Returns the origins of the server. For localhost, they contain the origin of each loopback name. */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}
