import { hash } from 'node:crypto';
import { m } from '#messages';
import { selectPublicPlace } from '#features/catalogue/server/catalogue.public.ts';
import { selectInvitePreview } from '#features/collections/server/collections.public.ts';
import { ownerLabel } from '#features/sharing/server/sharing.public.ts';
import { formatNumber } from '#common/numbers.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { sendWrittenPage } from '#server/http/send-written-page.ts';
import { drawSiteCard, SITE_CARD } from './draw-site-card.ts';

const inKorean = { locale: 'ko' } as const;

/** Serves pages with the meta tags that messengers read. The screens decide who may see the page. */
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
      // The page contains only the name and the address. Together they are short enough to be used as the version of
      // the page.
      const version = Buffer.from(`${name}\n${address}`).toString('base64url');
      return sendWrittenPage({ app, request, reply, version, write });
    },
  });

  app.route<{ Params: { inviteId: string } }>({
    method: 'GET',
    url: '/app/collections/join/:inviteId',
    handler: async (request, reply) => {
      const { inviteId } = request.params;
      // The page does not show whether the reader has joined.
      const preview = await selectInvitePreview(database, { inviteId, userId: null });
      reply.header('x-robots-tag', 'noindex');
      if (!preview) return reply.callNotFound();
      const title = m.collections_invited(
        { owner: ownerLabel(preview.ownerName, inKorean), name: preview.name },
        inKorean,
      );
      const description = m.collections_join_facts(
        {
          count: formatNumber(preview.placeCount, 'ko'),
          people: formatNumber(preview.memberCount + 1, 'ko'),
        },
        inKorean,
      );
      const url = addressOf(`/app/collections/join/${encodeURIComponent(inviteId)}`);
      const write = () => app.pages.write({ title, description, url, image });
      const version = hash('sha256', `${title}\n${description}`, 'base64url');
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
