import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import { bearerOf } from './bearer.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For callers that are not browsers, such as webhooks; they are authenticated in another way. */
    allowsForeignOrigin?: true;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses, before reading the body, every write that does not come from our own pages. Browsers send `Origin`
 * with every write and `Sec-Fetch-Site` with every request; a page can forge neither.
 *
 * A request with a bearer token and without cookies needs no origin. CSRF abuses credentials that the browser attaches
 * by itself, and a browser attaches no bearer token. Another site may add the header only after a preflight, which is
 * never granted. The sender therefore has the token, and may be a program without an origin.
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

/** The origin of BASE_URL; for localhost under each of its names. */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}
