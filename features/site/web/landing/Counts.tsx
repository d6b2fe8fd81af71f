import type { ReactNode } from 'react';
import { m } from '#messages';
import { siteText } from '#features/site/site-pages.rules.ts';
import { Conditional } from '../pages/Conditional.tsx';

/**
 * The counts of the catalogue, if they are large enough (site-values.ts). Their numbers count up once, when they scroll
 * into view (site-page.ts).
 */
export function Counts() {
  return (
    <>
      <Conditional is="hasCounts">
        <Band>
          <dl id="counts" className="counts">
            <Count mark="bg-prov" label={m.site_count_provided()} value={siteText('countProvided')} />
            <Count mark="bg-todo" label={m.site_count_members()} value={siteText('countMembers')} />
            <Count mark="bg-done" label={m.site_count_total()} value={siteText('countTotal')} />
          </dl>
        </Band>
      </Conditional>
      <Conditional is="hasNoCounts">
        <Band>
          <p className="counts-missing">{m.problem_statistics_not_found()}</p>
        </Band>
      </Conditional>
      <Conditional is="countsFailed">
        <Band>
          <p className="counts-missing">{m.statistics_load_failed()}</p>
        </Band>
      </Conditional>
    </>
  );
}

const Band = ({ children }: { children: ReactNode }) => (
  <section aria-label={m.site_counts()} className="counts-band bg-surface">
    {children}
  </section>
);

function Count({ mark, label, value }: { mark: string; label: string; value: string }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-[.9375rem] font-semibold text-ink-2">
        <i className={`size-3.5 rounded-[4px] ${mark}`} />
        {label}
      </dt>
      <dd className="count numbers">
        <span className="sr-only">{value}</span>
        <span aria-hidden="true" data-count="">
          {value}
        </span>
      </dd>
    </div>
  );
}
