import { renderToStaticMarkup } from 'react-dom/server';
import { getLocale, overwriteGetLocale } from '#messages/runtime.js';
import type { SiteLanguage, SitePageName } from '#features/site/site-pages.rules.ts';
import { SiteDocument } from './SiteDocument.tsx';
import { sitePages } from './site-pages.tsx';

/** Renders a page to HTML. Runs in the build (web/build/prerender.ts), never in a browser. */
export function renderPage({ name, locale }: { name: SitePageName; locale: SiteLanguage }): string {
  // The language is global to the process. Therefore the previous value is restored for other code.
  const before = getLocale;
  overwriteGetLocale(() => locale);
  try {
    const page = sitePages[name];
    return `<!doctype html>${renderToStaticMarkup(<SiteDocument name={name} locale={locale} page={page} />)}`;
  } finally {
    overwriteGetLocale(before);
  }
}
