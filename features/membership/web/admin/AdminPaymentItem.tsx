import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { KOREA, localZone } from '#common/dates.ts';
import type { AdminPayment, PaymentEvent, PaymentFlag } from '#features/membership/membership.contract.ts';
import { methodName, paymentStatePill, won } from '../membership.public.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Facts } from '#web/admin/Facts.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { dateOf } from '#web/date-of.ts';
import { adminPaymentQuery, useMarkFlagsReviewed } from './payments.queries.ts';

export function AdminPaymentItem({ payment, onRefund }: { payment: AdminPayment; onRefund: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const settle = useMarkFlagsReviewed();
  const { paymentId, state, payer, amount, cancelledAmount, period, isTest, flags, refundableAmount } =
    payment;
  const pill = paymentStatePill(state);
  return (
    <li className="grid gap-2 py-3.5">
      <div className="grid gap-x-4 gap-y-1.5 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <b className="type-body min-w-0 font-bold">
              {payer ? payer.nickname || payer.email : m.admin_act_by_gone()}
            </b>
            <Pill kind={pill.kind}>{pill.label()}</Pill>
            {isTest && <Pill kind="plain">{m.payment_test()}</Pill>}
          </div>
          {payer && <p className="type-caption wrap-anywhere text-ink-2">{payer.email}</p>}
          <Facts
            className="type-caption wrap-anywhere text-ink-3"
            facts={[
              dateOf(payment.paidAt ?? payment.orderedAt, { zone: localZone(), as: 'dateTime' }),
              paymentId,
            ]}
          />
        </div>
        <div className="type-sub text-ink-2 md:text-right">
          <Facts
            className="type-sub"
            facts={[
              <b key="amount" className="text-ink">
                {won(amount)}
              </b>,
              methodName(payment),
              cancelledAmount > 0 && m.payment_refunded_amount({ amount: won(cancelledAmount) }),
            ]}
          />
          {period && (
            <p className="numbers">
              {m.payment_period({
                from: dateOf(period.from, { zone: KOREA }),
                to: dateOf(period.to, { zone: KOREA }),
              })}
            </p>
          )}
        </div>
      </div>
      {flags.length > 0 && (
        <ul className="grid gap-1.5 rounded-inner bg-danger-tint p-3" aria-label={m.admin_payment_flags()}>
          {flags.map((flag) => (
            <li key={flag} className="type-sub flex gap-2">
              <Flag className="mt-0.5 size-4 flex-none text-danger" aria-hidden="true" />
              {FLAGS[flag]()}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="soft" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {m.admin_payment_history()}
        </Button>
        {flags.length > 0 && (
          <Button
            size="small"
            look="secondary"
            isBusy={settle.isPending}
            onClick={() => settle.mutate(paymentId)}
          >
            {m.admin_payment_mark_reviewed()}
          </Button>
        )}
        {refundableAmount > 0 && (
          <Button size="small" look="secondary" onClick={onRefund}>
            {m.payment_refund_as_admin()}
          </Button>
        )}
      </div>
      {isOpen && <Events paymentId={paymentId} />}
    </li>
  );
}

function Events({ paymentId }: { paymentId: string }) {
  const query = useQuery(adminPaymentQuery(paymentId));
  return (
    <QueryResult query={query}>
      {({ payment, events }) => (
        <div className="grid gap-2 rounded-inner bg-sunken p-3">
          {payment.transactionId && (
            <p className="type-caption wrap-anywhere text-ink-2">
              {m.admin_payment_transaction({ id: payment.transactionId })}
            </p>
          )}
          <ol className="grid gap-2">
            {events.map((event, position) => (
              <li key={position} className="type-caption grid gap-0.5">
                <span className="numbers font-semibold">
                  {dateOf(event.at, { zone: localZone(), as: 'dateTime' })} · {event.kind}
                  {(event.from ?? event.to) !== null && ` · ${event.from ?? '–'} → ${event.to ?? '–'}`}
                </span>
                {detailsOf(event) !== '' && (
                  <span className="wrap-anywhere text-ink-2">{detailsOf(event)}</span>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </QueryResult>
  );
}

/**
 * Returns the details of an event. The values are not translated, so that the admin can compare them with the console
 * of the payment service.
 */
const detailsOf = ({ details }: PaymentEvent): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

const FLAGS: Record<PaymentFlag, () => string> = {
  mismatch: m.admin_flag_mismatch,
  dispute: m.admin_flag_dispute,
  owner_left: m.admin_flag_owner_left,
  refund_failed: m.admin_flag_refund_failed,
};
