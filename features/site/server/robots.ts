import { SITE_LANGUAGES, SITE_PAGES } from '#features/site/site-pages.rules.ts';

/**
 * Returns robots.txt. It disallows only data. Private pages are not listed, because they send `noindex`. Messengers may
 * load preview images.
 */
export const robotsText = (origin: string) =>
  `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;

export function sitemapXml(origin: string): string {
  const addressOf = (path: string, language: string) =>
    `${origin}${path}${language === 'ko' ? '' : `?lang=${language}`}`;
  const alternates = (path: string) =>
    SITE_LANGUAGES.map(
      (language) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${addressOf(path, language)}"/>`,
    ).join('');
  const urls = Object.values(SITE_PAGES).flatMap((path) =>
    SITE_LANGUAGES.map((language) => `<url><loc>${addressOf(path, language)}</loc>${alternates(path)}</url>`),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
