import { commonProblems } from '#common/problem.ts';
import { type PageLink, pageLinksProblems, readPageLink } from '#features/transfer/page-links.contract.ts';
import { UNREAD_SITES } from '#features/transfer/page-links.rules.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { AnswerTooLarge, createLinkClient } from '../link-client.ts';
import { createPageLinkReader } from './read-page-link.ts';

/** Maximum number of pages per account in ten minutes. */
const PAGES = { max: 20, timeWindow: 600_000, cache: 20_000 };
/** Times in milliseconds, and the size of a page in bytes. */
const LIMITS = { connectMs: 3_000, silenceMs: 5_000, totalMs: 5_000, bytesMaximum: 512_000 };

/** Pages are kept for a day, because the people of a video or a post share it with each other. */
const KEPT_MS = 86_400_000;
const KEPT_MAXIMUM = 500;

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
  const enabled = new Set(settings.PAGE_LINKS.split(',').map((site) => site.trim()));
  const read = createPageLinkReader({
    client,
    youtubeKey: settings.YOUTUBE_API_KEY,
    isEnabled: (site) => UNREAD_SITES.has(site) || enabled.has(site),
    log: app.log,
  });
  const kept = new Map<string, { page: PageLink; until: number }>();
  const countPages = app.createRateLimit({
    ...PAGES,
    keyGenerator: (request) => requireUser(request).userId,
  });

  app.route({
    ...readPageLink,
    handler: async (request) => {
      const count = await countPages(request);
      if (!count.isAllowed && count.isExceeded)
        throw problem(commonProblems, 'request.too_many', { retryAfterSeconds: count.ttlInSeconds });
      const { link } = request.body;
      const known = kept.get(link);
      if (known && Date.now() < known.until) return { page: known.page };
      const page = await read(link);
      kept.delete(link);
      kept.set(link, { page, until: Date.now() + KEPT_MS });
      const [oldest] = kept.keys();
      if (KEPT_MAXIMUM < kept.size && oldest !== undefined) kept.delete(oldest);
      return { page };
    },
  });
};
