import { commonProblems } from '#common/problem.ts';
import type { Settings } from '#server/config.ts';
import { bearerOf } from './bearer.ts';
import type { App } from './feature.ts';
import { problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that authenticate their callers in another way, such as webhooks, or that write nothing. */
    allowsForeignOrigin?: true;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses writes of other sites before reading the body.
 * Browsers send `Origin` with every write and `Sec-Fetch-Site` with every request. A page can forge neither.
 * A request with a bearer token and without cookies needs no origin: its sender may be a program.
 * Browsers attach no bearer token by themselves, and another site needs a preflight, which is never granted.
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

/** For localhost, contains the origin of each of its names. */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}
