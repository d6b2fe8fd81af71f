import { DAY_MS, MINUTE_MS } from '#common/dates.ts';
import { type PageLink, pageLinksProblems, readPageLink } from '#features/transfer/page-links.contract.ts';
import { UNREAD_SITES } from '#features/transfer/page-links.rules.ts';
import { createExpiringCache } from '#server/expiring-cache.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { rejectExcessRequests } from '#server/http/rate-limits.ts';
import { requireUser } from '#server/http/require-user.ts';
import { AnswerTooLarge, createLinkClient } from '../link-client.ts';
import { createPageLinkReader } from './read-page-link.ts';

/** Maximum number of pages per account in ten minutes. */
const PAGES = { max: 20, timeWindow: 10 * MINUTE_MS, cache: 20_000 };
/** Times in milliseconds, and the size of a page in bytes. */
const LIMITS = { connectMs: 3_000, silenceMs: 5_000, totalMs: 5_000, bytesMaximum: 512_000 };

/** Pages are kept for a day, because many people add the places of the same video or post. */
const KEPT_PAGES = { lifetimeMs: DAY_MS, maximum: 500 };

export const pageLinksRoutes: FeatureRoutes = (app, { settings }) => {
  const client = createLinkClient({
    sandboxUrl: settings.SANDBOX_LIST_LINKS_URL,
    userAgent: `Mozilla/5.0 (compatible; Momokzi/1.0; +${settings.BASE_URL})`,
    limits: LIMITS,
    failed: (cause) =>
      problem(
        pageLinksProblems,
        cause instanceof AnswerTooLarge ? 'transfer.page_too_large' : 'transfer.page_unavailable',
      ),
  });
  app.addHook('onClose', () => client.close());
  const enabledSites = new Set(settings.PAGE_LINKS.split(',').map((site) => site.trim()));
  const readPage = createPageLinkReader({
    client,
    youtubeKey: settings.YOUTUBE_API_KEY,
    // Links to unread sites cause no request, so no setting disables them.
    isEnabled: (site) => UNREAD_SITES.has(site) || enabledSites.has(site),
    log: app.log,
  });
  const keptPages = createExpiringCache<PageLink>(KEPT_PAGES);
  const countPages = app.createRateLimit({
    ...PAGES,
    keyGenerator: (request) => requireUser(request).userId,
  });

  app.route({
    ...readPageLink,
    handler: async (request) => {
      rejectExcessRequests(await countPages(request));
      const { link } = request.body;
      const keptPage = keptPages.get(link);
      if (keptPage) return { page: keptPage };
      const page = await readPage(link);
      keptPages.set(link, page);
      return { page };
    },
  });
};
