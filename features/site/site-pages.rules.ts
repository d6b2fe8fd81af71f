/* The build and the server share these names and values (docs/decisions/0025-prerendered-pages.md). */

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

/** The names of texts that are known only at run time. */
export const SITE_TEXTS = [
  /** BASE_URL without a trailing slash. */
  'origin',
  /** The theme: 'light', 'dark', or 'system' if the reader has chosen none. */
  'theme',
  /** The time in which free members see the provided restaurants, such as "7일". */
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
  /** The URL of the company's registration at the Fair Trade Commission. */
  'companyRegisterUrl',
  /** Other recipients of data: the mail server, the photo storage, and the host of the map tiles. */
  'mailHost',
  'storageHost',
  'storageRegion',
  'tilesHost',
  /** JSON-LD about the product and the company. */
  'structuredData',
] as const;
export type SiteText = (typeof SITE_TEXTS)[number];

export const SITE_CONDITIONS = [
  'isMember',
  'isVisitor',
  /** This part is shown if PROVIDED_VISIBILITY_DAYS is not 0. */
  'freeSeeProvided',
  'freeSeeNoneProvided',
  'hasCounts',
  /** This part is shown if the catalogue is empty. */
  'hasNoCounts',
  'countsFailed',
  /** The value of REVIEW_MODERATION. */
  'reviewsShowAtOnce',
  'reviewsShowOnceChecked',
  /** The external services in use (features/site/server/services-in-use.ts). */
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
  /**
   * Whether lists of other maps services can be imported by a link. `readsLists` is true if this is possible for at
   * least one service. The other three names each stand for one service.
   */
  'readsLists',
  'readsNaverLists',
  'readsKakaoLists',
  'readsGoogleLists',
  /** Whether the page behind a link that a member pastes is read. */
  'readsPages',
  'connectsAssistants',
  'takesPayments',
  'sendsMail',
  'keepsPhotosAtAmazon',
  'keepsPhotosElsewhere',
  'welcomesByFunction',
  'sendsAbroad',
  'sendsNothingAbroad',
] as const;
export type SiteCondition = (typeof SITE_CONDITIONS)[number];

export const siteText = (name: SiteText): string => `{{${name}}}`;

/** Returns the marks of a conditional part. Conditional parts must not be nested. */
export const sitePart = (name: SiteCondition) => ({ begin: `{{?${name}}}`, end: `{{/${name}}}` });

/**
 * Fills in a page.
 * @param texts HTML, escaped for its context
 * @throws Error for an unknown placeholder
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
  if (value === undefined) throw new Error(`A prerendered page contains the unknown placeholder ${name}.`);
  return value;
}
