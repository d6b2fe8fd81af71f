import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { isPayable, membershipQuery } from './membership.queries.ts';
import { OutcomePage } from './outcome/OutcomePage.tsx';
import { PayForm } from './pay/PayForm.tsx';
import { SellerDetails } from './pay/SellerDetails.tsx';
import { usePay } from './pay/use-pay.ts';
import { PaymentWindowOverlay } from './pay/PaymentWindowOverlay.tsx';
import { MySlots } from './upgrade/MySlots.tsx';
import { PassTicket } from './upgrade/PassTicket.tsx';

export function PaymentPage() {
  const { paymentId, ...returned } = useSearch({ from: '/members/app/payment' });
  if (paymentId !== undefined) return <OutcomePage key={paymentId} returned={{ ...returned, paymentId }} />;
  return <Order />;
}

const LAYOUTS = {
  plain: 'max-w-[1080px]',
  middle: 'grid min-h-[60dvh] content-center justify-items-center',
  columns:
    'grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-5 pb-44! lg:grid-cols-2 lg:gap-9 lg:pt-2 lg:pb-28!',
};

function Order() {
  const me = useMe();
  const { data: membership, error, refetch } = useQuery(membershipQuery);
  const [isAsking, setAsking] = useState(false);
  const paying = usePay({ onAlreadyPaid: () => setAsking(true) });

  const show = (layout: keyof typeof LAYOUTS, content: ReactNode) => (
    <>
      <div inert={paying.openFor !== null}>
        <Page title={m.shell_menu_payment()} className={LAYOUTS[layout]}>
          {content}
        </Page>
      </div>
      {paying.openFor !== null && <PaymentWindowOverlay onLeave={paying.leaveWindow} />}
    </>
  );

  if (!membership && error) return show('plain', <ErrorState error={error} onRetry={() => void refetch()} />);
  if (membership && !membership.nextPeriod) return show('middle', <NoPaymentNeeded />);
  if (membership && !isPayable(membership)) return show('middle', <NoPaymentMethod />);
  return show(
    'columns',
    <>
      <div className="grid content-start gap-[18px]">
        <PassTicket />
        {me?.accountTier === 'free' && <MySlots />}
        <p className="type-caption text-ink-3">
          <NoWrap text={m.payment_help()} />
        </p>
        <SellerDetails />
      </div>
      {membership ? (
        <PayForm membership={membership} paying={paying} isAsking={isAsking} onAsk={setAsking} />
      ) : (
        <SkeletonPanels shapes={['h-36', 'h-64', 'h-12']} />
      )}
    </>,
  );
}

const NoPaymentNeeded = () => (
  <EmptyState shows="bars" title={m.payment_none_needed()} text={m.payment_none_needed_text()}>
    <LinkButton to={paths.paymentHistory} look="secondary" size="small">
      {m.shell_menu_payment_history()}
    </LinkButton>
  </EmptyState>
);

const NoPaymentMethod = () => (
  <EmptyState shows="bars" title={m.payment_not_ready()} text={m.payment_not_ready_text()}>
    <LinkButton to={paths.upgrade} look="secondary" size="small">
      {m.kit_paywall_button()}
    </LinkButton>
  </EmptyState>
);
