import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
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
import { compressedPage, type WrittenPage } from '#server/http/pages.ts';
import { sendWrittenPage } from '#server/http/send-written-page.ts';
import { robotsText, sitemapXml } from './robots.ts';
import { siteValues } from './site-values.ts';
import { createTotalCountsCache } from './total-counts.ts';

/**
 * Maximum number of cached pages. There are 60 pages (five pages, two languages, three themes, with and without a
 * session), and some pages with older counts.
 */
const CACHED_PAGES = 96;

export const prerenderedPagesRoutes: FeatureRoutes = (app, { database, settings }) => {
  const totalCounts = createTotalCountsCache({ database, log: app.log });
  const kept = new Map<string, Promise<WrittenPage>>();

  const keep = (version: string, write: () => Promise<WrittenPage>) => {
    const known = kept.get(version);
    if (known) return known;
    if (kept.size === CACHED_PAGES) kept.clear();
    const written = write();
    kept.set(version, written);
    return written;
  };

  const send = async ({ name, request, reply }: Sending) => {
    const { prerendered } = app.pages;
    const locale = requestedLanguage(request) ?? localeOf(request);
    const template = prerendered.pages[`${name}.${locale}`];
    if (template === undefined) return reply.callNotFound();
    const values = siteValues({
      settings,
      locale,
      theme: themeOf(request),
      isMember: await hasSession(request),
      counts: await totalCounts(Date.now()),
    });
    const version = hash(
      'sha256',
      JSON.stringify([prerendered.version, name, locale, values]),
      'base64url',
    ).slice(0, 16);
    if (requestedLanguage(request))
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
        keep(version, async () => compressedPage({ html: filledPage({ template, ...values }), quality: 11 })),
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

/** Returns the language of `?lang=`, or null if the parameter is missing or the language is not supported. */
function requestedLanguage(request: FastifyRequest): SiteLanguage | null {
  const { lang } = request.query as { lang?: unknown };
  return SITE_LANGUAGES.find((language) => language === lang) ?? null;
}

/** Whether the request has a session. If the session cannot be checked, the visitor sees the public page. */
const hasSession = async (request: FastifyRequest): Promise<boolean> => {
  try {
    return (await request.identify()) !== null;
  } catch (error) {
    request.log.warn({ err: error }, 'the session could not be checked; the public page is shown');
    return false;
  }
};

/**
 * Returns the content security policy of a prerendered page. It is stricter than the policy of the screens: it allows
 * one style and one script, both by their hash.
 */
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
    // Lighthouse requests robots.txt from within the page.
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // The icon is inlined in the page.
    "img-src 'self' data:",
    "manifest-src 'self'",
    // The script of the FAQ search is a separate file.
    `script-src '${hashes.script}'${name === 'faq' ? " 'self'" : ''}`,
    "script-src-attr 'none'",
    `style-src '${hashes.styles[`${name}.${locale}`]}'`,
  ].join(';');
