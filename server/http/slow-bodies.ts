import { answerClientError } from './client-errors.ts';
import type { App } from './feature.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For uploads over slow connections: how long the body may take, in milliseconds. */
    bodyTimeout?: number;
  }
}

const BODY_TIMEOUT = 30_000;

/**
 * Hangs up on who sends a body too slowly. Node has one limit for all requests of a server, and a photo over a slow
 * connection may take longer than anything else may: the limit is the server's for that, and this one for the rest.
 */
export function limitBodyTimes(app: App, { bodyTimeout: usual = BODY_TIMEOUT } = {}): void {
  app.addHook('preParsing', (request, reply, body, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
    if (!hasBody) return done(null, body);
    const { bodyTimeout = usual } = request.routeOptions.config;
    const { socket } = request.raw;
    const hangUp = () => {
      answerClientError(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    };
    const timer = setTimeout(hangUp, bodyTimeout).unref();
    const forget = () => clearTimeout(timer);
    for (const event of ['end', 'close', 'error']) body.once(event, forget);
    // Of a body that nobody read.
    reply.raw.once('finish', forget);
    done(null, body);
  });
}
