import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, destination, pino } from 'pino';
import type { Settings } from '#server/config.ts';
import type { App } from './feature.ts';

/** Fields that never reach a log line, at whatever depth. */
const SECRET_FIELDS = new Set([
  'password',
  'newPassword',
  'token',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
]);

/**
 * Log lines as JSON, one each, on standard output. Written many at a time, a quarter of a second late at most: a
 * write for each line would cost a seventh of what a cheap request costs. An orderly end writes what is left.
 */
export function createLogger({
  LOG_LEVEL,
  to = destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 250 }),
}: Pick<Settings, 'LOG_LEVEL'> & { to?: DestinationStream }): FastifyBaseLogger {
  return pino(
    {
      level: LOG_LEVEL,
      serializers: { err: describeError },
      formatters: { log: hideSecrets },
    },
    to,
  );
}

/** pino's own redaction of nested fields takes as long as a third of an unchanged answer; this a hundredth. */
function hideSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isSecret = SECRET_FIELDS.has(name) || (isPlainObject(value) && depth > 4);
    shown[name] = isSecret ? '[hidden]' : isPlainObject(value) ? hideSecrets(value, depth + 1) : value;
  }
  return shown;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * One line a request, when it has been answered. It names the route and not the address, because addresses
 * carry tokens; and the account and not the person.
 */
export function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isMachinery = request.routeOptions.config.access === undefined && reply.statusCode < 400;
    request.log[reply.statusCode >= 500 ? 'error' : isMachinery ? 'debug' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url ?? '(unknown)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.person?.userId,
      },
      'answered',
    );
    done();
  });
}

/**
 * What is logged of an error: nothing that a database or a library may have put there of people's data, such
 * as PostgreSQL's `detail` ("Key (email)=(…) already exists").
 */
export function describeError(error: Error & { code?: string; constraint?: string; table?: string }): object {
  const { code, constraint, table } = error;
  // SQLSTATE class 22, data exceptions: the message quotes the value.
  const message = code?.startsWith('22') ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    code,
    constraint,
    table,
    stack: frames?.join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
