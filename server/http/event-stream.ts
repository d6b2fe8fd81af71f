import type { FastifyReply } from 'fastify';
import { PassThrough } from 'node:stream';

export type EventStream = {
  /**
   * Sends an event.
   * @param name name of the event. Default: `message`
   */
  send: (data: string | number, name?: string) => void;
  end: () => void;
  /** Adds a listener that runs once when the server or the browser has ended the stream. */
  onEnd: (listener: () => void) => void;
};

/**
 * Maximum characters of an event. Streams are not compressed. Therefore larger data is sent as the answer to a separate
 * request.
 */
export const LARGEST_EVENT = 8_192;

/** Milliseconds until a browser opens an ended stream again. */
const REOPEN_AFTER = 2_000;

/**
 * Opens a stream of server-sent events. The route needs `exposeHeadRoute: false`. Without this option, a HEAD request
 * would open a stream that is never closed.
 */
export function openEventStream(reply: FastifyReply): EventStream {
  const body = new PassThrough();
  reply
    .header('content-type', EVENT_STREAM)
    .header('cache-control', 'no-store')
    // Without this header, nginx buffers the response.
    .header('x-accel-buffering', 'no')
    // Without this header, a stopping server would wait for the connections of ended streams.
    .header('connection', 'close')
    .send(body);
  body.write(`retry: ${REOPEN_AFTER}\n\n`);
  return {
    send: (data, name) => {
      if (body.writableEnded) return;
      const event = name === undefined ? '' : `event: ${name}\n`;
      // The buffer is full, because the reader has not read for a long time.
      if (!body.write(`${event}data: ${data}\n\n`)) body.destroy();
    },
    end: () => body.end(),
    onEnd: (listener) => body.once('close', listener),
  };
}

export const EVENT_STREAM = 'text/event-stream';
