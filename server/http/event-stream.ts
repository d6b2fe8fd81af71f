import type { FastifyReply } from 'fastify';
import { PassThrough } from 'node:stream';

/** An open response of server-sent events. */
export type EventStream = {
  /** @param name of the event; default: `message` */
  send: (data: string | number, name?: string) => void;
  end: () => void;
  /** Runs once, whichever side has ended the stream. */
  onEnd: (listener: () => void) => void;
};

/** Maximum characters of one event. Readers fetch larger data by a request, because streams are not compressed. */
export const LARGEST_EVENT = 8_192;

/** Milliseconds until a browser opens the stream again after it has ended. */
const REOPEN_AFTER = 2_000;

/** Responds with server-sent events. The route needs `exposeHeadRoute: false`. */
export function openEventStream(reply: FastifyReply): EventStream {
  const body = new PassThrough();
  reply
    .header('content-type', EVENT_STREAM)
    .header('cache-control', 'no-store')
    // Without this header, nginx buffers the response.
    .header('x-accel-buffering', 'no')
    // Without this header, a stopping server would wait for connections that became idle when their streams ended.
    .header('connection', 'close')
    .send(body);
  body.write(`retry: ${REOPEN_AFTER}\n\n`);
  return {
    send: (data, name) => {
      if (body.writableEnded) return;
      const event = name === undefined ? '' : `event: ${name}\n`;
      // The reader has not read for a long time: the buffer of the stream is full.
      if (!body.write(`${event}data: ${data}\n\n`)) body.destroy();
    },
    end: () => body.end(),
    onEnd: (listener) => body.once('close', listener),
  };
}

export const EVENT_STREAM = 'text/event-stream';
