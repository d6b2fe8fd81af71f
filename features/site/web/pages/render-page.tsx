import { renderToStaticMarkup } from 'react-dom/server';
import { overwriteGetLocale } from '#messages/runtime.js';
import type { SiteLanguage, SitePageName } from '#features/site/site-pages.rules.ts';
import { SiteDocument } from './SiteDocument.tsx';
import { sitePages } from './site-pages.tsx';

/** The whole HTML of a page in a language; run by the build (web/build/prerender.ts), never in a browser. */
export function renderPage({ name, locale }: { name: SitePageName; locale: SiteLanguage }): string {
  overwriteGetLocale(() => locale);
  const page = sitePages[name];
  return `<!doctype html>${renderToStaticMarkup(<SiteDocument name={name} locale={locale} page={page} />)}`;
}
