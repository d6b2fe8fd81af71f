import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesETag } from './document-version.ts';
import type { App } from './feature.ts';
import type { WrittenPage } from './pages.ts';

/**
 * Without a build, answers as for an unknown address.
 * @param version of the contents written into the page; the build's version is added
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
  /** Request headers that the page depends on. */
  varies?: string;
  /** @param build the version of the build, which is part of the entity tag */
  write: (build: string) => Promise<WrittenPage>;
}): Promise<FastifyReply> {
  // Read once, because it checks a file.
  const build = app.pages.version;
  if (build === null) {
    reply.callNotFound();
    return reply;
  }
  const tag = `"${build}-${version}"`;
  reply.headers({ 'cache-control': 'no-cache', etag: `W/${tag}`, vary: varies });
  if (matchesETag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const written = await write(build);
  reply.type('text/html; charset=utf-8');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  // Browsers accept brotli only over https and on localhost.
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(written.brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(written.gzip);
  // Sent as bytes, because compression.ts would compress a text.
  return reply.send(Buffer.from(written.html));
}
