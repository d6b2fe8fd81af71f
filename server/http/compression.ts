import { compress, encodingFor, SMALLEST } from './encodings.ts';
import type { App } from './feature.ts';

/**
 * A long list shrinks to a seventh. Only answers to our own pages are compressed:
 * another site could deduce contents from the compressed length (BREACH).
 */
export function compressResponses(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < SMALLEST) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers);
    if (!encoding) return done(null, payload);

    reply.header('content-encoding', encoding).removeHeader('content-length');
    // A strong validator identifies exact bytes, which differ by encoding. The validator therefore becomes weak.
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
    compress[encoding](payload).then((compressed) => done(null, compressed), done);
  });
}
