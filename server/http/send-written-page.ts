import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesEntityTag } from './document-version.ts';
import type { App } from './feature.ts';
import type { WrittenPage } from './pages.ts';

/**
 * Sends a page that the server has written: compressed where the browser takes it, as 304 where it has this version.
 * Where no screens were built, what any other address gets.
 * @param version of what is written into the page; the screens' own is added
 */
export async function sendWrittenPage({
  app,
  request,
  reply,
  version,
  varies = 'accept-encoding',
  write,
}: {
  app: App;
  request: Pick<FastifyRequest, 'headers'>;
  reply: FastifyReply;
  version: string;
  /** Headers of requests that the page depends on. */
  varies?: string;
  write: () => Promise<WrittenPage>;
}): Promise<FastifyReply> {
  if (app.pages.version === null) {
    reply.callNotFound();
    return reply;
  }
  const tag = `"${app.pages.version}-${version}"`;
  reply.headers({ 'cache-control': 'no-cache', etag: `W/${tag}`, vary: varies });
  if (namesEntityTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const written = await write();
  reply.type('text/html; charset=utf-8');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  // Browsers take brotli on https and on their own machine alone.
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(written.brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(written.gzip);
  // As bytes: texts are the compression's business (compression.ts), which this is done with.
  return reply.send(Buffer.from(written.html));
}
