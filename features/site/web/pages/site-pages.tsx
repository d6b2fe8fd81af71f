import type { ReactNode } from 'react';
import { m } from '#messages';
import type { SitePageName } from '#features/site/site-pages.rules.ts';
import { FaqPage } from '../faq/FaqPage.tsx';
import { LandingPage } from '../landing/LandingPage.tsx';
import { PolicyPage } from '../policies/PolicyPage.tsx';
import { privacyPolicy } from '../policies/privacy-policy.ts';
import { refundPolicy } from '../policies/refund-policy.ts';
import { termsOfService } from '../policies/terms-of-service.ts';

export type SitePage = {
  title: () => string;
  description: () => string;
  /** Colour of the browser's toolbar. With null, the toolbar has the colour of the theme. */
  themeColour: string | null;
  Content: () => ReactNode;
};

export const sitePages: Record<SitePageName, SitePage> = {
  landing: {
    title: () => m.site_title(),
    description: () => m.site_description(),
    themeColour: '#FF6699',
    Content: LandingPage,
  },
  faq: simple({ title: m.faq_title, description: m.site_faq_description, Content: FaqPage }),
  terms: simple({
    title: m.shell_terms,
    description: m.site_terms_description,
    Content: () => <PolicyPage document={termsOfService} />,
  }),
  privacy: simple({
    title: m.shell_privacy,
    description: m.site_privacy_description,
    Content: () => <PolicyPage document={privacyPolicy} />,
  }),
  refunds: simple({
    title: m.shell_refunds,
    description: m.site_refunds_description,
    Content: () => <PolicyPage document={refundPolicy} />,
  }),
};

function simple({
  title,
  description,
  Content,
}: {
  title: () => string;
  description: () => string;
  Content: () => ReactNode;
}): SitePage {
  return {
    title: () => `${title()} · ${m.kit_product_name()}`,
    description,
    themeColour: null,
    Content,
  };
}
