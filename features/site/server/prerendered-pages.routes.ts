import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import {
  filledPage,
  SITE_LANGUAGES,
  SITE_PAGES,
  type SiteLanguage,
  type SitePageName,
} from '#features/site/site-pages.rules.ts';
import type { Prerendered } from '#server/http/built-screens.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { localeOf, themeOf } from '#server/http/locale.ts';
import { compressPage, type WrittenPage } from '#server/http/pages.ts';
import { sendWrittenPage } from '#server/http/send-written-page.ts';
import { robotsText, sitemapXml } from './for-robots.ts';
import { siteValues } from './site-values.ts';
import { keepTotalCounts } from './total-counts.ts';

/** Two languages, three themes, with and without a session, of five pages: all of them, and some old counts. */
const KEPT_PAGES = 96;

/** The pages that the build has rendered, each with what only the server knows written into it. */
export const prerenderedPagesRoutes: FeatureRoutes = (app, { database, settings }) => {
  const totalCounts = keepTotalCounts({ database, log: app.log });
  const kept = new Map<string, Promise<WrittenPage>>();

  const keep = (version: string, write: () => Promise<WrittenPage>) => {
    const known = kept.get(version);
    if (known) return known;
    if (kept.size === KEPT_PAGES) kept.clear();
    const written = write();
    kept.set(version, written);
    return written;
  };

  const send = async ({ name, request, reply }: Sending) => {
    const { prerendered } = app.pages;
    const locale = languageAsked(request) ?? localeOf(request);
    const template = prerendered.pages[`${name}.${locale}`];
    if (template === undefined) return reply.callNotFound();
    const values = siteValues({
      settings,
      locale,
      theme: themeOf(request),
      isMember: await hasSession(request),
      counts: await totalCounts(Date.now()),
    });
    const version = createHash('sha256')
      .update(JSON.stringify([prerendered.version, name, locale, values]))
      .digest('base64url')
      .slice(0, 16);
    if (languageAsked(request))
      reply.header('set-cookie', `lang=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`);
    reply.headers({
      'content-language': locale,
      'content-security-policy': policyOf({ name, locale, hashes: prerendered.hashes }),
    });
    return sendWrittenPage({
      app,
      request,
      reply,
      version,
      varies: 'accept-encoding, cookie',
      write: () =>
        keep(version, () => compressPage({ html: filledPage({ template, ...values }), quality: 11 })),
    });
  };

  for (const [name, url] of Object.entries(SITE_PAGES) as [SitePageName, string][])
    app.route({ method: 'GET', url, handler: (request, reply) => send({ name, request, reply }) });

  app.route({
    method: 'GET',
    url: '/robots.txt',
    handler: (_request, reply) => reply.type('text/plain; charset=utf-8').send(robotsText(settings.BASE_URL)),
  });
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    handler: (_request, reply) =>
      reply.type('application/xml; charset=utf-8').send(sitemapXml(settings.BASE_URL)),
  });
};

type Sending = { name: SitePageName; request: FastifyRequest; reply: FastifyReply };

/** The language that the address asks for (`?lang=en`); null: none that there is. */
function languageAsked(request: FastifyRequest): SiteLanguage | null {
  const { lang } = request.query as { lang?: unknown };
  return SITE_LANGUAGES.find((language) => language === lang) ?? null;
}

/** Whoever cannot be asked about is shown the page that everybody sees. */
const hasSession = async (request: FastifyRequest): Promise<boolean> => {
  try {
    return (await request.identify()) !== null;
  } catch {
    return false;
  }
};

/** Stricter than that of the screens: one style, one script, both known by their content. */
const policyOf = ({
  name,
  locale,
  hashes,
}: {
  name: SitePageName;
  locale: SiteLanguage;
  hashes: Prerendered['hashes'];
}) =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    // Lighthouse asks for robots.txt from within the page.
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // The icon stands in the page.
    "img-src 'self' data:",
    "manifest-src 'self'",
    // The search of the questions is a file of its own.
    `script-src '${hashes.script}'${name === 'faq' ? " 'self'" : ''}`,
    "script-src-attr 'none'",
    `style-src '${hashes.styles[`${name}.${locale}`]}'`,
  ].join(';');
