import { useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { Page } from '#web/shell/Page.tsx';
import { membershipStatusOf } from './membership-status.rules.ts';
import { Comparison } from './upgrade/Comparison.tsx';
import { MySlots } from './upgrade/MySlots.tsx';
import { PassTicket } from './upgrade/PassTicket.tsx';
import { MembershipStatusCard } from './upgrade/MembershipStatusCard.tsx';

export function UpgradePage() {
  const me = useMe();
  const [now] = useState(() => Date.now());
  const status = me && membershipStatusOf({ me, now });
  return (
    <Page
      title={m.shell_upgrade_title()}
      className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:gap-9 lg:pt-2"
    >
      <div className="grid grid-cols-1 content-start gap-[18px]">
        <PassTicket />
        {me?.accountTier === 'free' && <MySlots />}
      </div>
      <div className="grid grid-cols-1 content-start gap-[18px]">
        {status && <MembershipStatusCard status={status} now={now} />}
        <Comparison />
        <p className="type-caption text-ink-3">{m.payment_no_renewal_note()}</p>
      </div>
    </Page>
  );
}
