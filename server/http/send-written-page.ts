import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesETag } from './document-version.ts';
import { acceptedEncoding } from './encodings.ts';
import type { App } from './feature.ts';
import type { WrittenPage } from './pages.ts';

/**
 * Sends a page. If the screens have not been built, answers as for an unknown address.
 * @param version the version of the contents of the page. The ETag consists of this version and the version of the build
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
  /** The names of the request headers on which the page depends. */
  varies?: string;
  /**
   * Writes the page.
   * @param build the version of the build, which is part of the ETag
   */
  write: (build: string) => Promise<WrittenPage>;
}): Promise<FastifyReply> {
  // `app.pages.version` is read only once, because each read checks a file.
  const build = app.pages.version;
  if (build === null) {
    reply.callNotFound();
    return reply;
  }
  const tag = `"${build}-${version}"`;
  reply.headers({ 'cache-control': 'no-cache', etag: `W/${tag}`, vary: varies });
  if (matchesETag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const written = await write(build);
  return sendEncoded({ request, reply, page: written });
}

async function sendEncoded({
  request,
  reply,
  page,
}: {
  request: Pick<FastifyRequest, 'headers'>;
  reply: FastifyReply;
  page: WrittenPage;
}): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8');
  // Browsers accept brotli only over https and on localhost.
  const encoding = acceptedEncoding(request.headers);
  // The page is sent as bytes, because compression.ts would compress a text.
  const body = encoding ? await page.encoded(encoding) : Buffer.from(page.html);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(body);
}
