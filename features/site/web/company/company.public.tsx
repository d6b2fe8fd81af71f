import { m } from '#messages';
import type { Company } from '#features/site/site.contract.ts';
import { companyFacts } from './company-facts.ts';

export function CompanyDetails({ company }: { company: Company }) {
  return (
    <>
      <dl className="grid gap-3">
        {companyFacts(company).map(({ of, name, value }) => (
          <div key={of} className="grid items-baseline gap-x-6 sm:grid-cols-[11em_minmax(0,1fr)]">
            <dt className="type-sub text-ink-2">{name}</dt>
            <dd className="numbers font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <a
        href={company.registerUrl}
        target="_blank"
        rel="noreferrer"
        className="link type-sub mt-2 inline-flex min-h-11 items-center"
      >
        {m.site_company_register()}
      </a>
    </>
  );
}
