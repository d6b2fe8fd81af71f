import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { m } from '#messages';
import { CompanyDetails } from '#features/site/web/company/company.public.tsx';
import { siteQuery } from '#features/site/web/site.public.ts';

/** The details of the seller, which the law requires before payment (전자상거래법 13조). */
export function SellerDetails() {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  return (
    <details className="group type-sub rounded-card bg-surface px-[18px] shadow-1">
      <summary className="flex min-h-12 list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
        <span className="text-ink-2">{m.payment_seller()}</span>
        <b className="min-w-0 flex-1">{site.company.name}</b>
        <ChevronDown
          className="size-5 flex-none text-ink-3 transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="pt-1 pb-3">
        <CompanyDetails company={site.company} />
      </div>
    </details>
  );
}
