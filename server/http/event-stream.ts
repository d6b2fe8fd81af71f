import type { FastifyReply } from 'fastify';
import { PassThrough } from 'node:stream';

export type EventStream = {
  /** @param name default: `message` */
  send: (data: string | number, name?: string) => void;
  end: () => void;
  /** Runs once, whichever side has ended the stream. */
  onEnd: (listener: () => void) => void;
};

/** Characters. Readers fetch larger data by a request, because streams are not compressed. */
export const LARGEST_EVENT = 8_192;

/** Milliseconds until a browser opens an ended stream again. */
const REOPEN_AFTER = 2_000;

/** The route needs `exposeHeadRoute: false`: otherwise a HEAD request would open a stream that is never closed. */
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
