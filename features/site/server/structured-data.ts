import { m } from '#messages';
import { MEMBERSHIP_PRICE } from '#features/membership/membership.rules.ts';
import type { Company } from '#features/site/site.contract.ts';
import type { SiteLanguage } from '#features/site/site-pages.rules.ts';

/** Returns the data for search engines (schema.org, JSON-LD). */
export function structuredData({
  origin,
  company,
  locale,
}: {
  origin: string;
  company: Company;
  locale: SiteLanguage;
}) {
  const name = m.kit_product_name({}, { locale });
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#company`,
    name: company.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: company.email,
    telephone: company.phone,
    address: company.address,
  };
  const site = {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    name,
    url: `${origin}/`,
    inLanguage: ['ko', 'en'],
    publisher: { '@id': organization['@id'] },
  };
  const offer = (price: number) => ({ '@type': 'Offer', price, priceCurrency: MEMBERSHIP_PRICE.currency });
  const application = {
    '@type': 'WebApplication',
    name,
    url: `${origin}/`,
    applicationCategory: 'LifestyleApplication',
    operatingSystem: 'Any',
    offers: [offer(0), offer(MEMBERSHIP_PRICE.amount)],
  };
  return { '@context': 'https://schema.org', '@graph': [organization, site, application] };
}
