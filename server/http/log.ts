import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { write, writeSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';
import type { Settings } from '#server/config.ts';
import type { App } from './feature.ts';

/** Names of fields whose values are hidden in log lines, also in nested objects and arrays. */
const SECRET_FIELDS = new Set([
  'password',
  'newPassword',
  'token',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
]);

export function createLogger({
  LOG_LEVEL,
  to = standardOutput(),
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

const STANDARD_OUTPUT = 1;
/** Lines are written as soon as this many characters are waiting. */
const BATCH_LENGTH = 4096;
/** Maximum milliseconds that a line waits for further lines. */
const BATCH_TIME = 250;
/** Milliseconds between two attempts to write to a full pipe. */
const RETRY_TIME = 100;
/** Maximum characters that wait for a slow reader. Further lines are dropped. */
const WAITING_MAXIMUM = 4_000_000;

/**
 * Creates a destination that writes lines in batches. Without batches, writing lines would take a seventh of the time
 * of a short request.
 * If the reader of standard output has exited, lines are dropped.
 * pino's own destination is not used: during exit, it never stops repeating a write that fails with EPIPE, and only
 * SIGKILL could end the process.
 */
function standardOutput(): DestinationStream {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;
  let isOutputClosed = false;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting === '') return;
    isWriting = true;
    send(Buffer.from(waiting));
    waiting = '';
  };
  const send = (bytes: Buffer) =>
    write(STANDARD_OUTPUT, bytes, (error, written) => {
      if (error && error.code !== 'EAGAIN') {
        isOutputClosed = true;
        waiting = '';
        return;
      }
      const rest = bytes.subarray(error ? 0 : written);
      if (rest.length > 0) return void setTimeout(send, error ? RETRY_TIME : 0, rest);
      isWriting = false;
      // If `timer` is set, it will write the lines that were added during this write. If `timer` has already fired, or
      // many lines are waiting, they are written now.
      if (timer === undefined || waiting.length >= BATCH_LENGTH) flush();
    });

  process.on('beforeExit', flush);
  process.on('exit', () => {
    if (waiting === '') return;
    try {
      writeSync(STANDARD_OUTPUT, waiting);
    } catch {
      // The write failed, because the reader has exited or is too slow. The lines are lost.
    }
  });
  return {
    write: (line) => {
      if (isOutputClosed || waiting.length > WAITING_MAXIMUM) return;
      waiting += line;
      if (waiting.length >= BATCH_LENGTH) flush();
      else timer ??= setTimeout(flush, BATCH_TIME).unref();
    },
  };
}

/**
 * Hides secret values. pino's own redaction of nested fields would add a third to the time of a 304 answer. This
 * function adds a hundredth.
 */
function hideSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    shown[name] = SECRET_FIELDS.has(name) ? HIDDEN : withoutSecrets(value, depth);
  }
  return shown;
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (Array.isArray(value))
    return depth > MAX_DEPTH ? HIDDEN : value.map((each) => withoutSecrets(each, depth + 1));
  if (isPlainObject(value)) return depth > MAX_DEPTH ? HIDDEN : hideSecrets(value, depth + 1);
  return value;
}

const HIDDEN = '[hidden]';
/** Maximum depth of logged values. Deeper objects and arrays are hidden. */
const MAX_DEPTH = 4;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Logs each answer. Logs the route pattern and not the URL, because URLs contain tokens. The account id is the only
 * personal data.
 */
export function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log[levelOf(request, reply)](
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

/** Successful answers outside the API, such as pages and pictures, are many and are logged only for debugging. */
function levelOf(request: FastifyRequest, reply: FastifyReply): 'error' | 'info' | 'debug' {
  if (reply.statusCode >= 500) return 'error';
  const isOutsideApi = request.routeOptions.config.access === undefined;
  return isOutsideApi && reply.statusCode < 400 ? 'debug' : 'info';
}

/**
 * Returns the fields of an error that may be logged. Excludes personal data, such as PostgreSQL's `detail` ("Key
 * (email)=(…) already exists").
 */
export function describeError(
  error: Error & { code?: string | number; constraint?: string; table?: string },
): object {
  const { code, constraint, table } = error;
  // In SQLSTATE class 22 (data exceptions) the message quotes the value.
  // The code of an AbortError is a number.
  const isDataException = typeof code === 'string' && code.startsWith('22');
  const message = isDataException ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message;
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
