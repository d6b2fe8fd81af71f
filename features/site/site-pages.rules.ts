/*
 * What the build and the server agree on about prerendered pages (docs/decisions/0025-prerendered-pages.md): which there
 * are, and what the server still writes into them.
 */

/** The pages that are HTML before anybody asks for them, with their addresses. */
export const SITE_PAGES = {
  landing: '/',
  faq: '/faq',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  refunds: '/refund-policy',
} as const;
export type SitePageName = keyof typeof SITE_PAGES;

export const SITE_LANGUAGES = ['ko', 'en'] as const;
export type SiteLanguage = (typeof SITE_LANGUAGES)[number];

/** Texts that are known only when the server runs. */
export const SITE_TEXTS = [
  /** BASE_URL, without a slash at its end. */
  'origin',
  /** 'light' or 'dark' where it was chosen, else 'system'. */
  'theme',
  /** "7일": for how long free members see the provided restaurants. */
  'providedDays',
  'countProvided',
  'countMembers',
  'countTotal',
  'companyName',
  'companyRepresentative',
  'companyBusinessNumber',
  'companyMailOrderNumber',
  'companyAddress',
  'companyEmail',
  'companyPhone',
  'companyHosting',
  /** Where the Fair Trade Commission shows the company's registration. */
  'companyRegisterUrl',
  /** Who else is told: the mail server, where photos lie, and where the base map's tiles come from. */
  'mailHost',
  'storageHost',
  'storageRegion',
  'tilesHost',
  /** JSON-LD about the product and the company. */
  'structuredData',
] as const;
export type SiteText = (typeof SITE_TEXTS)[number];

/** Parts of a page that are there or not. */
export const SITE_CONDITIONS = [
  'isMember',
  'isVisitor',
  /** PROVIDED_VISIBILITY_DAYS is not 0. */
  'freeSeeProvided',
  'freeSeeNoneProvided',
  'hasCounts',
  /** There is no place yet. */
  'hasNoCounts',
  'countsFailed',
  /** REVIEW_MODERATION. */
  'reviewsShowAtOnce',
  'reviewsShowOnceChecked',
  /** The outside services in use (features/site/server/services-in-use.ts). */
  'signsInWithGoogle',
  'signsInWithKakao',
  'signsInWithNaver',
  'asksNobody',
  'asksGoogle',
  'asksKakao',
  'asksNaver',
  'drawsGoogleMaps',
  'drawsKakaoMaps',
  'fetchesTiles',
  'usesGoogleMaps',
  'usesKakaoMaps',
  'sharesToKakaoTalk',
  'takesPayments',
  'sendsMail',
  'keepsPhotosAtAmazon',
  'keepsPhotosElsewhere',
  'welcomesByFunction',
  'sendsAbroad',
  'sendsNothingAbroad',
] as const;
export type SiteCondition = (typeof SITE_CONDITIONS)[number];

/** What stands in the built page where the server writes a text. */
export const siteText = (name: SiteText): string => `{{${name}}}`;

/** What stands in the built page around a part that is there or not. They do not stand in each other. */
export const sitePart = (name: SiteCondition) => ({ begin: `{{?${name}}}`, end: `{{/${name}}}` });

/**
 * A built page with everything written into it.
 * @param texts HTML, escaped for where it stands
 * @throws Error where the page asks for what nobody knows
 */
export function filledPage({
  template,
  texts,
  conditions,
}: {
  template: string;
  texts: Readonly<Record<SiteText, string>>;
  conditions: Readonly<Record<SiteCondition, boolean>>;
}): string {
  return template
    .replace(/\{\{\?(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name: string, part: string) =>
      known(conditions, name) ? part : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => known(texts, name));
}

function known<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`A prerendered page asks for ${name}, which nobody knows.`);
  return value;
}
