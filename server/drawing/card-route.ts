import type { FastifyRequest } from 'fastify';
import { matchesETag } from '#server/http/document-version.ts';
import type { App } from '#server/http/feature.ts';
import { CARD } from './card.ts';
import { createImageCache } from './image-cache.ts';

/**
 * Serves the preview images of share links. Clients must revalidate an image before each use, so that they stop showing
 * it when the link is deleted.
 * The parameter `?v=` gives each version a URL that messengers have not cached.
 * @param open throws a problem if the link cannot be opened
 */
export function serveCards(
  app: App,
  {
    page,
    open,
  }: {
    /** The path of the page without the id of the link. */
    page: string;
    open: (
      request: FastifyRequest,
      linkId: string,
    ) => Promise<{ version: string; draw: () => Promise<Buffer> }>;
  },
): void {
  const cards = createImageCache();
  app.route<{ Params: { linkId: string } }>({
    method: 'GET',
    url: `${page}/:linkId/card.png`,
    handler: async (request, reply) => {
      const { linkId } = request.params;
      const { version, draw } = await open(request, linkId);
      const tag = `"${version}"`;
      const cacheable = { etag: tag, 'cache-control': 'no-cache' };
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      if (matchesETag(request.headers['if-none-match'], tag))
        return reply.code(304).headers(cacheable).send();
      const png = await cards.get({ linkId, version, draw });
      return reply.headers(cacheable).type('image/png').send(png);
    },
  });
}

/**
 * Returns the URL and the size of the preview image.
 * @param pageUrl the absolute URL of the page
 */
export const cardOf = ({ pageUrl, version }: { pageUrl: string; version: string }) => ({
  url: `${pageUrl}/card.png?v=${encodeURIComponent(version)}`,
  ...CARD,
});
