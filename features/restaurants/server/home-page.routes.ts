import type { FastifyRequest } from 'fastify';
import { m } from '#messages';
import { selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { withTimeLimit } from '#server/time-limit.ts';
import { countPages } from '#server/http/rate-limits.ts';
import { sendPrivatePage } from '#server/http/send-written-page.ts';
import { homeFirstView } from './home-first-view.ts';
import { readList } from './restaurants.service.ts';

/**
 * The maximum number of places of a first view. For a longer list, writing and compressing the page takes longer than the
 * answer of the API, because the page is not cached.
 */
const PLACES_MAXIMUM = 300;
/** The maximum milliseconds for which the page waits for the database. */
const WAIT_MS = 1000;

/**
 * Serves /app. On a device without stored data, the page of a signed-in member contains the list, so that it is shown
 * before the application has loaded. All other requests get the page without data. A device with stored data then
 * shows its stored list (web/first-screen).
 */
export const homePageRoutes: FeatureRoutes = (app, { database, settings }) => {
  const isWithinLimit = countPages(app, settings);

  /** Returns what the page contains, or null for the page without data. */
  const readFirstView = async (request: FastifyRequest) => {
    const person = await request.identify();
    if (!person) return null;
    const { userId, listVersion: version, tier } = person;
    const [list, categories] = await Promise.all([
      readList(database, { userId, version }),
      selectCategories(database),
    ]);
    // The first view does not fit an empty list, because the screen of an empty list has another layout.
    const isShown = 0 < list.restaurants.length && list.restaurants.length <= PLACES_MAXIMUM;
    return isShown ? { userId, tier, list, categories } : null;
  };

  app.route({
    method: 'GET',
    url: '/app',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      // With a filter in the URL, the screen may begin with other places than the first view.
      if (request.url !== '/app' || hasStoredData(request) || !isOwnNavigation(request))
        return reply.callNotFound();
      if (app.pages.version === null || !(await isWithinLimit(request))) return reply.callNotFound();
      // If the database is unavailable, the page without data is sent, so that the application still opens.
      const view = await withTimeLimit(() => readFirstView(request), {
        ms: WAIT_MS,
        what: 'Reading the first view',
      }).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the page is sent without the list');
        return null;
      });
      if (view === null) return reply.callNotFound();
      const { userId, tier, list, categories } = view;
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
