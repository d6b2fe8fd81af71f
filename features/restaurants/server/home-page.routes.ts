import type { FastifyRequest } from 'fastify';
import { m } from '#messages';
import { selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { sendPrivatePage } from '#server/http/send-written-page.ts';
import { homeFirstView } from './home-first-view.ts';
import { readList } from './restaurants.service.ts';

/**
 * Serves /app. On a device without stored data, the page of a signed-in member contains the list, so that it is shown
 * before the application has loaded. All other requests get the page without data. A device with stored data then
 * shows its stored list (web/first-screen).
 */
export const homePageRoutes: FeatureRoutes = (app, { database, settings }) => {
  app.route({
    method: 'GET',
    url: '/app',
    handler: async (request, reply) => {
      // With a filter in the URL, the screen may begin with other places than the first view.
      if (request.url !== '/app' || hasStoredData(request) || !isOwnNavigation(request))
        return reply.callNotFound();
      // If the database is unavailable, the page without data is sent, so that the application still opens.
      const person = await request.identify().catch(() => null);
      if (!person || app.pages.version === null) return reply.callNotFound();
      const { userId, listVersion: version, tier } = person;
      const read = Promise.all([readList(database, { userId, version }), selectCategories(database)]);
      const [list, categories] = (await read.catch(() => null)) ?? [];
      // The first view does not fit an empty list, because the screen of an empty list has another layout.
      if (!list || !categories || list.restaurants.length === 0) return reply.callNotFound();
      const locale = localeOf(request);
      const html = homeFirstView({ ...list, categories, isFree: tier === 'free', locale });
      app.pages.allowFirstView(reply, 'home');
      return sendPrivatePage({
        app,
        request,
        reply,
        contents: {
          title: m.restaurants_home_title({}, { locale }),
          description: m.shell_front_text({}, { locale }),
          url: new URL('/app', settings.BASE_URL).href,
          firstView: { html, screen: 'home' },
          data: { name: `my-list/${userId}`, json: JSON.stringify({ list, categories }) },
        },
      });
    },
  });
};

/**
 * Whether no other site has started the request. Other sites must not learn the size of a compressed page
 * (docs/decisions/0008-security-headers.md).
 */
const isOwnNavigation = ({ headers }: FastifyRequest): boolean =>
  ['none', 'same-origin'].includes(String(headers['sec-fetch-site']));

/** Whether the device has stored data of a member. web/documents/keep-documents.ts writes the cookie. */
const hasStoredData = ({ headers }: FastifyRequest): boolean =>
  /(?:^|; )momokzi\.kept-for=./.test(headers.cookie ?? '');
