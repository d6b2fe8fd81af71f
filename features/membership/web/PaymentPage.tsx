import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { type Membership, membershipQuery } from './membership.queries.ts';
import { OutcomePage } from './outcome/OutcomePage.tsx';
import { PayForm } from './pay/PayForm.tsx';
import { usePay } from './pay/use-pay.ts';
import { WindowCover } from './pay/WindowCover.tsx';
import { MySlots } from './upgrade/MySlots.tsx';
import { PassTicket } from './upgrade/PassTicket.tsx';

/** 회비 결제: the order and the press that pays; back from the payment window, what became of it. */
export function PaymentPage() {
  const { paymentId, ...returned } = useSearch({ from: '/members/app/payment' });
  if (paymentId !== undefined) return <OutcomePage key={paymentId} returned={{ ...returned, paymentId }} />;
  return <Order />;
}

function Order() {
  const membership = useQuery(membershipQuery);
  if (membership.data) return <Known membership={membership.data} />;
  return (
    <Page title={m.shell_menu_payment()}>
      {membership.error ? (
        <ErrorState error={membership.error} onRetry={() => void membership.refetch()} />
      ) : (
        <SkeletonTickets count={3} />
      )}
    </Page>
  );
}

function Known({ membership }: { membership: Membership }) {
  const { nextPeriod, payment } = membership;
  if (!nextPeriod)
    return (
      <Aside title={m.payment_none_needed()} text={m.payment_none_needed_text()} to={paths.paymentHistory} />
    );
  if (!payment)
    return <Aside title={m.payment_not_ready()} text={m.payment_not_ready_text()} to={paths.upgrade} />;
  return <Payable membership={{ ...membership, nextPeriod, payment }} />;
}

function Payable({ membership }: { membership: Parameters<typeof PayForm>[0]['membership'] }) {
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  const paying = usePay({ sdkUrl: membership.payment.sdkUrl, onAlreadyPaid: () => setAsking(true) });
  return (
    <>
      {/* What lies under the open window can neither be pressed nor reached. */}
      <div inert={paying.openFor !== null}>
        <Page
          title={m.shell_menu_payment()}
          className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-5 pb-44! lg:grid-cols-2 lg:gap-9 lg:pt-2 lg:pb-28!"
        >
          <div className="grid content-start gap-[18px]">
            <PassTicket />
            {me?.accountTier === 'free' && <MySlots />}
            <p className="type-caption text-ink-3">{m.payment_help()}</p>
          </div>
          <PayForm membership={membership} paying={paying} isAsking={isAsking} onAsk={setAsking} />
        </Page>
      </div>
      {paying.openFor !== null && <WindowCover onLeave={paying.leaveWindow} />}
    </>
  );
}

/** Nothing to pay, or nothing to pay with. */
function Aside({
  title,
  text,
  to,
}: {
  title: string;
  text: string;
  to: typeof paths.paymentHistory | typeof paths.upgrade;
}) {
  return (
    <Page title={m.shell_menu_payment()} className="grid min-h-[60dvh] content-center justify-items-center">
      <EmptyState shows="bars" title={title} text={text}>
        <LinkButton to={to} look="secondary" size="small">
          {to === paths.upgrade ? m.kit_paywall_button() : m.shell_menu_payment_history()}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}
