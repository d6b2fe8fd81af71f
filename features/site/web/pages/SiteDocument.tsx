import {
  SITE_LANGUAGES,
  SITE_PAGES,
  type SiteLanguage,
  type SitePageName,
  siteText,
} from '#features/site/site-pages.rules.ts';
import { m } from '#messages';
import { ICON_MARK, SCRIPT_MARK, STYLE_MARK } from './marks.ts';
import type { SitePage } from './site-pages.tsx';

export function SiteDocument({
  name,
  locale,
  page,
}: {
  name: SitePageName;
  locale: SiteLanguage;
  page: SitePage;
}) {
  const title = page.title();
  const description = page.description();
  const url = addressOf({ name, language: locale });
  const card = `${siteText('origin')}/card.png`;
  return (
    <html lang={locale} data-theme={siteText('theme')}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE_MARK }} />
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <ThemeColour colour={page.themeColour} />
        <link rel="canonical" href={url} />
        {SITE_LANGUAGES.map((language) => (
          <link key={language} rel="alternate" hrefLang={language} href={addressOf({ name, language })} />
        ))}
        <link rel="alternate" hrefLang="x-default" href={addressOf({ name, language: 'ko' })} />
        <Icons />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={m.kit_product_name()} />
        <meta property="og:locale" content={locale === 'ko' ? 'ko_KR' : 'en_US'} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={url} />
        <meta property="og:image" content={card} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta name="twitter:card" content="summary_large_image" />
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: siteText('structuredData') }} />
      </head>
      <body>
        <a href="#content" className="site-skip">
          {m.shell_skip_to_content()}
        </a>
        <page.Content />
        <script type="module" dangerouslySetInnerHTML={{ __html: SCRIPT_MARK }} />
      </body>
    </html>
  );
}

/** Returns the URL of the page. The URL of a Korean page contains no language. */
const addressOf = ({ name, language }: { name: SitePageName; language: SiteLanguage }) =>
  `${siteText('origin')}${SITE_PAGES[name]}${language === 'ko' ? '' : `?lang=${language}`}`;

function ThemeColour({ colour }: { colour: string | null }) {
  if (colour) return <meta name="theme-color" content={colour} />;
  return (
    <>
      <meta name="theme-color" content="#F6F7F3" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#101512" media="(prefers-color-scheme: dark)" />
    </>
  );
}

const Icons = () => (
  <>
    {/* Search engines ignore inlined icons. Therefore the first icon is a file. */}
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="icon" href={ICON_MARK} type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
  </>
);
