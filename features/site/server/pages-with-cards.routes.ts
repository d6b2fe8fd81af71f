import { m } from '#messages';
import { selectPublicPlace } from '#features/catalogue/server/catalogue.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { sendWrittenPage } from '#server/http/send-written-page.ts';
import { drawSiteCard, SITE_CARD } from './draw-site-card.ts';

const inKorean = { locale: 'ko' } as const;

/**
 * Pages that people share by their plain URL: the server adds the meta tags that messengers read. As everywhere, the
 * screens decide who may see the page.
 */
export const pagesWithCardsRoutes: FeatureRoutes = (app, { database, settings }) => {
  const addressOf = (path: string) => new URL(path, settings.BASE_URL).href;
  const image = { url: addressOf('/card.png'), ...SITE_CARD };
  const text = m.shell_front_text({}, inKorean);

  app.route<{ Params: { restaurantId: string } }>({
    method: 'GET',
    url: '/app/restaurant/:restaurantId',
    handler: async (request, reply) => {
      const { restaurantId } = request.params;
      const place = await selectPublicPlace(database, restaurantId);
      reply.header('x-robots-tag', 'noindex');
      if (!place) return reply.callNotFound();
      const { name, address } = place;
      const url = addressOf(`/app/restaurant/${encodeURIComponent(restaurantId)}`);
      const write = () => app.pages.write({ title: name, description: `${address} · ${text}`, url, image });
      // The image contains only name and address, which are short.
      const version = Buffer.from(`${name}\n${address}`).toString('base64url');
      return sendWrittenPage({ app, request, reply, version, write });
    },
  });

  let card: Promise<Buffer> | undefined;
  app.route({
    method: 'GET',
    url: '/card.png',
    handler: async (_request, reply) => {
      card ??= drawSiteCard().catch((error) => {
        card = undefined;
        throw error;
      });
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(await card);
    },
  });
};
