import type { ReactNode } from 'react';
import { m } from '#messages';
import { KOREA, daysLeft, yearsLater } from '#common/dates.ts';
import { MEMBERSHIP_PRICE } from '#features/membership/membership.rules.ts';
import { dateOf } from '#web/date-of.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import type { MembershipStatus } from '../membership-status.rules.ts';

export function MembershipStatusCard({ status, now }: { status: MembershipStatus; now: number }) {
  const nextEnd = (until: number | null) =>
    dateOf(yearsLater({ from: Math.max(until ?? 0, now), years: MEMBERSHIP_PRICE.years }), { zone: KOREA });
  switch (status.is) {
    case 'admin':
      return <Card title={m.payment_status_admin()} text={m.payment_status_admin_text()} badge={<Paid />} />;
    case 'paid':
      if (status.until === null)
        return <Card title={m.payment_status_paid()} text={m.payment_status_endless()} badge={<Paid />} />;
      return (
        <Card
          title={m.payment_status_paid_until({ day: dateOf(status.until, { zone: KOREA }) })}
          text={m.payment_status_paid_text({ day: nextEnd(status.until) })}
          badge={
            <>
              <Paid />
              <span className="type-caption numbers text-ink-2">
                {m.payment_days_left({ days: numberOf(daysLeft({ until: status.until, now })) })}
              </span>
            </>
          }
        >
          <LinkButton to={paths.payment} state={keepFromState} look="secondary">
            {m.payment_add_a_year()}
          </LinkButton>
        </Card>
      );
    case 'lapsed':
      return (
        <Card
          title={m.payment_status_lapsed()}
          text={m.payment_status_lapsed_text({ day: dateOf(status.since, { zone: KOREA }) })}
          badge={<Pill kind="plain">{m.payment_free_member()}</Pill>}
        >
          <LinkButton to={paths.payment} state={keepFromState}>
            {m.payment_to_payment_again()}
          </LinkButton>
        </Card>
      );
    case 'refunded':
      return (
        <Card
          title={m.payment_status_refunded()}
          text={m.payment_status_refunded_text()}
          badge={<Pill kind="plain">{m.payment_free_member()}</Pill>}
        >
          <LinkButton to={paths.payment} state={keepFromState}>
            {m.payment_to_payment()}
          </LinkButton>
        </Card>
      );
    case 'free':
      return (
        <Card
          title={m.payment_status_free()}
          text={m.payment_status_free_text({ day: nextEnd(null) })}
          badge={<Pill kind="plain">{m.payment_free_member()}</Pill>}
        >
          <LinkButton to={paths.payment} state={keepFromState}>
            {m.payment_to_payment()}
          </LinkButton>
        </Card>
      );
  }
}

const keepFromState = ({ from }: { from?: string | undefined }) => ({ from });

const Paid = () => <Pill kind="badge">{m.shell_menu_paid()}</Pill>;

function Card({
  title,
  text,
  badge,
  children,
}: {
  title: string;
  text: string;
  badge: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="grid gap-4 rounded-card bg-surface p-5 shadow-1" aria-label={m.payment_status()}>
      <div>
        <p className="mb-2 flex flex-wrap items-center gap-2">{badge}</p>
        <h2 className="type-h2">{title}</h2>
        <p className="type-sub mt-1 text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
