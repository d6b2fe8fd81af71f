import { handleClientError } from './client-errors.ts';
import type { App } from './feature.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Time limit for the body in milliseconds. Uploads over slow connections have a longer limit. */
    bodyTimeout?: number;
  }
}

const BODY_TIMEOUT = 30_000;

/**
 * Limits the time in which a body must arrive. Node's own limit applies to all requests, so it must be long enough for
 * photos over slow connections. This limit is shorter and applies to the bodies of all other requests.
 */
export function limitBodyTimes(app: App, { bodyTimeout: usual = BODY_TIMEOUT } = {}): void {
  app.addHook('preParsing', (request, reply, body, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
    if (!hasBody) return done(null, body);
    const { bodyTimeout = usual } = request.routeOptions.config;
    const { socket } = request.raw;
    const closeConnection = () => {
      handleClientError(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    };
    const timer = setTimeout(closeConnection, bodyTimeout).unref();
    const forget = () => clearTimeout(timer);
    for (const event of ['end', 'close', 'error']) body.once(event, forget);
    // A body that no handler reads emits no event. Therefore the timer also ends with the answer.
    reply.raw.once('finish', forget);
    done(null, body);
  });
}
