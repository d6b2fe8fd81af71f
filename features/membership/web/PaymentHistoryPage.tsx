import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import type { Payment } from '#features/membership/membership.contract.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { PaymentItem } from './history/PaymentItem.tsx';
import { RefundDialog } from './history/RefundDialog.tsx';
import { paymentsQuery } from './membership.queries.ts';

export function PaymentHistoryPage() {
  const query = useInfiniteQuery(paymentsQuery);
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const payments = query.data?.pages.flatMap((page) => page.payments);
  return (
    <Page title={m.shell_menu_payment_history()} className="grid max-w-[720px] content-start gap-3">
      <OfflineStrip of={paymentsQuery.queryKey} />
      {!payments && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!payments && !query.error && <SkeletonPanels shapes={['h-36', 'h-36']} />}
      {payments?.length === 0 && (
        <EmptyState title={m.payment_history_none_title()} text={m.payment_history_none_text()}>
          <LinkButton to={paths.upgrade} look="secondary" size="small">
            {m.kit_paywall_button()}
          </LinkButton>
        </EmptyState>
      )}
      {payments && payments.length > 0 && (
        <ul role="list" className="grid gap-3">
          {payments.map((payment) => (
            <li key={payment.paymentId}>
              <PaymentItem payment={payment} onRefund={() => setRefunding(payment)} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button look="secondary" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {m.payment_more()}
        </Button>
      )}
      <Alert>{payments && query.isFetchNextPageError && m.payment_more_failed()}</Alert>
      <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />
    </Page>
  );
}
