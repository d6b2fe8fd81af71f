import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '#messages';
import type { Site } from '#features/site/site.contract.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { AnchorButton } from '#web/ui/Button.tsx';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { version } from '../../../../package.json';
import { CompanyDetails } from '../company/company.public.tsx';
import { siteQuery } from '../site.public.ts';

/** The file with the licences of all bundled packages. The build generates it (vite.config.ts). */
const OPEN_SOURCE = '/open-source.txt';

export function AboutPage() {
  const { data: site, error, refetch } = useQuery(siteQuery);
  return (
    <Page title={m.shell_menu_about()} className="grid max-w-[760px] gap-10">
      <section className="pt-4">
        <BrandMark className="h-14 text-brand" />
        <h2 className="type-h1 mt-5">
          {m.about_headline()}
          <br />
          {m.about_headline_end()}
        </h2>
        <ColourBars className="mt-4 w-24 overflow-hidden rounded-small" />
        <p className="mt-5 max-w-[36em] leading-[1.75] text-ink-2">{m.about_why()}</p>
      </section>
      <Points title={m.about_what_title()}>
        <li>{m.about_what_find()}</li>
        <li>{m.about_what_map()}</li>
        <li>{m.about_what_journal()}</li>
        <li>{m.about_what_share()}</li>
      </Points>
      <Points title={m.about_promise_title()}>
        <li>{m.about_promise_ads()}</li>
        <li>{m.about_promise_yours()}</li>
        <li>{m.about_promise_money()}</li>
      </Points>
      {site && <AboutCompany company={site.company} />}
      {site && <Software site={site} />}
      {error && !site && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !site && <SkeletonPanels shapes={['h-64', 'h-40']} />}
    </Page>
  );
}

const Points = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="type-h2">{title}</h2>
    <ul className="mt-3 grid list-disc gap-2 pl-5 marker:text-brand-text">{children}</ul>
  </section>
);

function AboutCompany({ company }: { company: Site['company'] }) {
  return (
    <section>
      <h2 className="type-h2">{m.about_company()}</h2>
      <div className="mt-3 rounded-card bg-surface px-5 pt-5 pb-2 shadow-1">
        <CompanyDetails company={company} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="type-sub">
          <b>{m.about_support()}</b> {m.site_support_hours()}
        </p>
        <AnchorButton href={`mailto:${company.email}`} look="secondary" size="small">
          {m.about_support_write()}
        </AnchorButton>
      </div>
    </section>
  );
}

const LINK = 'type-sub inline-flex min-h-11 items-center text-brand-text underline underline-offset-4';

const DOCUMENTS = [
  { path: paths.terms, name: m.shell_terms },
  { path: paths.privacy, name: m.shell_privacy },
  { path: paths.refunds, name: m.shell_refunds },
] as const;

function Software({ site: { map, mapStyleUrl, placesProvider } }: { site: Site }) {
  const isUsed = (service: 'google' | 'kakao') => map.kind === service || placesProvider === service;
  return (
    <section>
      <h2 className="type-h2">{m.about_software()}</h2>
      <p className="numbers mt-2 text-ink-2">
        {m.about_version()} {version}
      </p>
      <nav aria-label={m.about_documents()} className="mt-1 flex flex-wrap gap-x-5">
        {DOCUMENTS.map(({ path, name }) => (
          <a key={path} href={path} className={LINK}>
            {name()}
          </a>
        ))}
      </nav>
      <h3 className="type-h3 mt-6">{m.about_licences()}</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
        <li>{m.about_font()}</li>
        {map.kind === 'maplibre' && <li>{m.about_map_bundled()}</li>}
        {map.kind === 'maplibre' && mapStyleUrl !== null && <li>{m.about_map_tiles()}</li>}
        {isUsed('google') && <li>{m.about_map_google()}</li>}
        {isUsed('kakao') && <li>{m.about_map_kakao()}</li>}
        {placesProvider === 'local' && <li>{m.about_places()}</li>}
      </ul>
      <a href={OPEN_SOURCE} target="_blank" rel="noreferrer" className={LINK}>
        {m.about_open_source()}
      </a>
    </section>
  );
}
