import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import type { AdminPayment } from '#features/membership/membership.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MoreButton } from '#web/admin/MoreButton.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { AdminSearch } from '#web/admin/AdminSearch.tsx';
import { AdminPaymentItem } from './AdminPaymentItem.tsx';
import { AdminRefundDialog } from './AdminRefundDialog.tsx';
import { adminPaymentsQuery } from './payments.queries.ts';

export function PaymentsSection() {
  const { q = '', view: asked } = useSearch({ from: '/admins/app/admin/{-$section}' });
  const view = asked === 'flagged' ? 'flagged' : 'all';
  const navigate = useNavigate({ from: paths.admin });
  const query = useInfiniteQuery(adminPaymentsQuery({ q, view }));
  const [refunding, setRefunding] = useState<AdminPayment | null>(null);
  const first = query.data?.pages[0];
  const show = (next: 'all' | 'flagged') =>
    void navigate({
      search: ({ view: _before, ...others }) => ({ ...others, ...(next === 'flagged' && { view: next }) }),
      replace: true,
    });
  return (
    <>
      <AdminSearch label={m.admin_payments_search()} />
      <ChipRow label={m.admin_payments()}>
        <Chip isSelected={view === 'all'} onClick={() => show('all')}>
          {m.admin_payments_all()}
        </Chip>
        <Chip isSelected={view === 'flagged'} onClick={() => show('flagged')}>
          {m.admin_payments_flagged()}
          {first && <span className="numbers">{numberOf(first.flagged)}</span>}
        </Chip>
      </ChipRow>
      {first && first.rejectedWebhooks > 0 && (
        <p className="type-sub text-ink-2">
          {m.admin_webhooks_refused({ count: numberOf(first.rejectedWebhooks) })}
        </p>
      )}
      <QueryResult query={query}>
        {({ pages }) => {
          const payments = pages.flatMap((page) => page.payments);
          if (payments.length === 0)
            return view === 'flagged' ? (
              <EmptyState title={m.admin_payments_none_flagged()} />
            ) : (
              <EmptyState title={m.admin_payments_none()} text={q === '' ? '' : m.admin_other_words()} />
            );
          return (
            <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
              {payments.map((payment) => (
                <AdminPaymentItem
                  key={payment.paymentId}
                  payment={payment}
                  onRefund={() => setRefunding(payment)}
                />
              ))}
            </ul>
          );
        }}
      </QueryResult>
      <MoreButton query={query} />
      <AdminRefundDialog payment={refunding} onClose={() => setRefunding(null)} />
    </>
  );
}
