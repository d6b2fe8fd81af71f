import type { FastifyRequest } from 'fastify';
import { namesEntityTag } from '#server/http/document-version.ts';
import type { App } from '#server/http/feature.ts';
import { CARD } from './card.ts';
import { createKeptCards } from './kept-cards.ts';

export type LinkRequest = FastifyRequest<{ Params: { shareId: string } }>;

/**
 * Serves the pictures of shared pages. Asked for anew each time, so that a picture goes when its link goes; `?v=` only
 * gives a new version an address that messengers have not kept yet.
 * @param open throws what it answers where the link leads nowhere
 */
export function serveCards(
  app: App,
  {
    page,
    open,
  }: {
    page: '/shared' | '/shared-momokzi-journal';
    open: (request: LinkRequest) => Promise<{ version: string; draw: () => Promise<Buffer> }>;
  },
): void {
  const cards = createKeptCards();
  app.route<{ Params: { shareId: string } }>({
    method: 'GET',
    url: `${page}/:shareId/card.png`,
    handler: async (request, reply) => {
      const { version, draw } = await open(request);
      const tag = `"${version}"`;
      reply.headers({ etag: tag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
      if (namesEntityTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      const png = await cards.get({ shareId: request.params.shareId, version, draw });
      return reply.type('image/png').send(png);
    },
  });
}

/** The picture for a page's tags. @param pageUrl absolute */
export const cardOf = ({ pageUrl, version }: { pageUrl: string; version: string }) => ({
  url: `${pageUrl}/card.png?v=${encodeURIComponent(version)}`,
  ...CARD,
});
