import { m } from '#messages';
import { siteText } from '#features/site/site-pages.rules.ts';
import { Conditional } from '../pages/Conditional.tsx';

/** The counts of the catalogue. Their numbers count up once, when they scroll into view (site-page.ts). */
export function Counts() {
  return (
    <section aria-label={m.site_counts()} className="counts-band bg-surface">
      <Conditional is="hasCounts">
        <dl id="counts" className="counts">
          <Count mark="bg-prov" label={m.site_count_provided()} value={siteText('countProvided')} />
          <Count mark="bg-todo" label={m.site_count_members()} value={siteText('countMembers')} />
          <Count mark="bg-done" label={m.site_count_total()} value={siteText('countTotal')} />
        </dl>
      </Conditional>
      <Conditional is="hasNoCounts">
        <p className="counts-missing">{m.problem_statistics_not_found()}</p>
      </Conditional>
      <Conditional is="countsFailed">
        <p className="counts-missing">{m.statistics_load_failed()}</p>
      </Conditional>
    </section>
  );
}

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
