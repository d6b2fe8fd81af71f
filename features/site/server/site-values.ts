import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { SiteCondition, SiteLanguage, SiteText } from '#features/site/site-pages.rules.ts';
import type { Settings } from '#server/config.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { companyOf } from './company.ts';
import { servicesInUse } from './services-in-use.ts';
import { structuredData } from './structured-data.ts';
import type { TotalCounts } from './total-counts.ts';

/** The counts are hidden if one is smaller: it would tell visitors that there is little to find. */
const COUNTS_SHOWN_FROM = 1_000;

export function siteValues({
  settings,
  locale,
  theme,
  isMember,
  counts,
}: {
  settings: Settings;
  locale: SiteLanguage;
  theme: 'light' | 'dark' | null;
  isMember: boolean;
  counts: TotalCounts;
}): { texts: Record<SiteText, string>; conditions: Record<SiteCondition, boolean> } {
  const { BASE_URL: origin, PROVIDED_VISIBILITY_DAYS: days } = settings;
  const company = companyOf(settings);
  const services = servicesInUse(settings);
  const count = (of: 'adminAdded' | 'userAdded' | 'total') =>
    counts.state === 'known' ? formatNumber(counts.counts[of], locale) : '';
  const texts = {
    origin,
    theme: theme ?? 'system',
    providedDays:
      days === 1
        ? m.site_one_day({}, { locale })
        : m.site_days({ days: formatNumber(days, locale) }, { locale }),
    countProvided: count('adminAdded'),
    countMembers: count('userAdded'),
    countTotal: count('total'),
    companyName: company.name,
    companyRepresentative: company.representative,
    companyBusinessNumber: company.businessNumber,
    companyMailOrderNumber: company.mailOrderNumber,
    companyAddress: company.address,
    companyEmail: company.email,
    companyPhone: company.phone,
    companyHosting: company.hosting,
    companyRegisterUrl: company.registerUrl,
    ...services.texts,
  } satisfies Partial<Record<SiteText, string>>;
  const escaped = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)]));
  return {
    texts: {
      ...(escaped as typeof texts),
      // A "<" in a text must not end the script element.
      structuredData: JSON.stringify(structuredData({ origin, company, locale })).replaceAll('<', '\\u003c'),
    },
    conditions: {
      isMember,
      isVisitor: !isMember,
      freeSeeProvided: 0 < days,
      freeSeeNoneProvided: days === 0,
      hasCounts: counts.state === 'known' && COUNTS_SHOWN_FROM <= smallestOf(counts.counts),
      hasNoCounts: counts.state === 'none',
      countsFailed: counts.state === 'failed',
      reviewsShowAtOnce: settings.REVIEW_MODERATION === 'post',
      reviewsShowOnceChecked: settings.REVIEW_MODERATION === 'pre',
      ...services.conditions,
    },
  };
}

const smallestOf = ({ adminAdded, userAdded }: { adminAdded: number; userAdded: number }): number =>
  Math.min(adminAdded, userAdded);
