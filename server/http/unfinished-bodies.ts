import type { FastifyRequest } from 'fastify';
import type { App } from './feature.ts';

/** The limits of time and bytes within which a client may still send its body after the server has answered. */
const DRAIN = { milliseconds: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Closes the connection if the server answers before it has read the whole body.
 * If the connection stayed open, the rest of the body would be parsed as the next request, or delay the next request.
 * The server first reads and drops the rest, up to the limits. If it closed the connection at once, the connection
 * would be reset and the client could lose the answer.
 */
export function closeAfterUnfinishedBodies(app: App, { milliseconds, bytes } = DRAIN): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isUnfinished(request)) {
      reply.header('connection', 'close');
      drainBeforeClosing(request, { milliseconds, bytes });
    }
    done(null, payload);
  });
}

function isUnfinished({ raw: { complete, headers } }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return complete === false && (encoding !== undefined || (length !== undefined && length !== '0'));
}

/**
 * Delays the closing of the connection. Node calls `destroySoon` after the answer; this function replaces
 * `destroySoon`.
 */
function drainBeforeClosing({ raw }: FastifyRequest, bounds: { milliseconds: number; bytes: number }): void {
  const { socket } = raw;
  let dropped = 0;
  const close = () => socket.destroy();
  const drop = (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > bounds.bytes) close();
  };
  socket.destroySoon = () => {
    socket.end();
    if (raw.complete || raw.destroyed) return close();
    const timer = setTimeout(close, bounds.milliseconds).unref();
    socket.once('close', () => clearTimeout(timer));
    raw.on('error', close).once('end', close).on('data', drop).resume();
  };
}
