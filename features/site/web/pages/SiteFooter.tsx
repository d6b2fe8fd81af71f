import { m } from '#messages';
import { SITE_LANGUAGES, siteText } from '#features/site/site-pages.rules.ts';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { getLocale } from '#messages/runtime.js';
import { companyFacts, type CompanyDetailsShown } from '../company/company-facts.ts';

const LANGUAGE_NAMES = { ko: '한국어', en: 'English' } as const;

/** Placeholders for the company details. The server fills them in. */
const COMPANY: CompanyDetailsShown = {
  name: siteText('companyName'),
  representative: siteText('companyRepresentative'),
  businessNumber: siteText('companyBusinessNumber'),
  mailOrderNumber: siteText('companyMailOrderNumber'),
  address: siteText('companyAddress'),
  email: siteText('companyEmail'),
  phone: siteText('companyPhone'),
  hosting: siteText('companyHosting'),
};

/** The footer with the company details, which the law requires (전자상거래법 제10조). */
export function SiteFooter() {
  return (
    <footer className="bg-sunken wrap-anywhere text-ink-2">
      <div className="mx-auto grid max-w-[1160px] grid-cols-1 gap-5 px-5 pt-9 pb-12 lg:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <a href={paths.landing} className="flex min-h-11 items-center">
            <Logo className="text-[1.25rem]" />
          </a>
          <nav aria-label={m.shell_policies()}>
            <ul className="type-sub flex flex-wrap gap-x-5 font-bold text-ink">
              <PolicyLink to={paths.terms}>{m.shell_terms()}</PolicyLink>
              <PolicyLink to={paths.privacy}>{m.shell_privacy()}</PolicyLink>
              <PolicyLink to={paths.refunds}>{m.shell_refunds()}</PolicyLink>
              <PolicyLink to={paths.publicFaq}>{m.shell_menu_faq()}</PolicyLink>
            </ul>
          </nav>
        </div>
        <div className="type-caption grid gap-3 leading-[1.3125rem]">
          <p>
            <b>{m.site_support()}</b> {m.site_support_hours()}
          </p>
          <dl className="company-facts">
            {companyFacts(COMPANY).map(({ of, name, value }) => (
              <Fact key={of} name={name}>
                {of === 'email' ? <a href={`mailto:${value}`}>{value}</a> : value}
              </Fact>
            ))}
          </dl>
        </div>
        <div className="type-sub -mx-2 flex flex-wrap justify-between gap-x-6 font-semibold">
          <a
            href={siteText('companyRegisterUrl')}
            rel="noreferrer"
            className="inline-flex min-h-11 items-center px-2 underline underline-offset-4"
          >
            {m.site_company_register()}
          </a>
          <LanguageLinks />
        </div>
      </div>
    </footer>
  );
}

function PolicyLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <a href={to} className="inline-flex min-h-11 items-center hover:underline">
        {children}
      </a>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt> <dd>{children}</dd>
    </div>
  );
}

/** The links to the languages. They are links, so that they work without a script. The server remembers the choice. */
function LanguageLinks() {
  return (
    <nav aria-label={m.shell_language()} className="flex gap-1">
      {SITE_LANGUAGES.map((language) => (
        <a
          key={language}
          href={`?lang=${language}`}
          lang={language}
          hrefLang={language}
          aria-current={language === getLocale() ? 'true' : undefined}
          className="inline-flex min-h-11 items-center px-2 underline-offset-4 hover:underline aria-[current]:text-ink aria-[current]:underline"
        >
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  );
}
