import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import type { Payment, PaymentState, RefundRejection } from '#features/membership/membership.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { Button, ExternalLinkButton, LinkButton } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { outcomeQuery } from '../membership.queries.ts';
import { isPending } from '../outcome/outcome.rules.ts';
import { PAYMENT_WINDOW_LOST } from '../outcome/payment-window-lost.rules.ts';
import { methodName } from '../pay/method-name.ts';
import { won } from '../won.ts';

/** One payment. The server is polled while the payment or its refund is pending. */
export function PaymentItem({ payment: known, onRefund }: { payment: Payment; onRefund: () => void }) {
  const asked = useQuery({ ...outcomeQuery(known.paymentId), enabled: isPending(known) });
  const payment = isPending(known) ? (asked.data ?? known) : known;
  const { state, amount, cancelledAmount, period, isTest, paidAt, orderedAt, receiptUrl, refund } = payment;
  const day = dateOf(paidAt ?? orderedAt, { zone: KOREA });
  const { kind, label } = STATES[state];
  const said = refundConsequence(payment);
  return (
    <article
      className="rounded-card bg-surface shadow-1"
      aria-label={m.payment_of({ day, amount: won(amount) })}
    >
      <div className="grid gap-1 px-[18px] pt-4 pb-3.5">
        <div className="grid gap-1.5 sm:flex sm:items-center sm:justify-between">
          <h2 className="type-h3 numbers">{day}</h2>
          <span className="flex flex-wrap gap-1.5">
            {isTest && <Pill kind="plain">{m.payment_test()}</Pill>}
            <Pill kind={kind}>{label()}</Pill>
          </span>
        </div>
        <p className="type-sub numbers text-ink-2">
          <b className="text-ink">{won(amount)}</b> · {methodName(payment)}
        </p>
        {period && (
          <p className="type-sub numbers text-ink-2">
            {m.payment_period({
              from: dateOf(period.from, { zone: KOREA }),
              to: dateOf(period.to, { zone: KOREA }),
            })}
          </p>
        )}
        {cancelledAmount > 0 && (
          <p className="type-sub numbers font-semibold text-ink-2">
            {m.payment_refunded_amount({ amount: won(cancelledAmount) })}
          </p>
        )}
        {said !== null && (
          <p className={refund.hasFailed ? 'type-caption text-danger' : 'type-caption text-ink-3'}>{said}</p>
        )}
      </div>
      {(receiptUrl || refund.isPossible || state === 'pending') && (
        <div className="flex flex-wrap gap-2 border-t-2 border-dashed border-perf px-[18px] py-3">
          {receiptUrl && (
            <ExternalLinkButton href={receiptUrl} look="soft" size="small">
              <ReceiptText aria-hidden="true" />
              {m.payment_receipt()}
            </ExternalLinkButton>
          )}
          {state === 'pending' && (
            <LinkButton
              to={paths.payment}
              search={{ paymentId: payment.paymentId, code: PAYMENT_WINDOW_LOST }}
              look="soft"
              size="small"
            >
              {m.payment_ask_again()}
            </LinkButton>
          )}
          {refund.isPossible && (
            <Button look="soft" size="small" onClick={onRefund}>
              {m.payment_refund()}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

const STATES: Record<PaymentState, { kind: Parameters<typeof Pill>[0]['kind']; label: () => string }> = {
  pending: { kind: 'plain', label: m.payment_state_pending },
  paid: { kind: 'done', label: m.payment_state_paid },
  failed: { kind: 'danger', label: m.payment_state_failed },
  expired: { kind: 'plain', label: m.payment_state_expired },
  mismatch: { kind: 'danger', label: m.payment_state_mismatch },
  refund_requested: { kind: 'prov', label: m.payment_state_refund_requested },
  partly_cancelled: { kind: 'prov', label: m.payment_state_partly_cancelled },
  cancelled: { kind: 'plain', label: m.payment_state_cancelled },
};

export const paymentStatePill = (state: PaymentState) => STATES[state];

function refundConsequence({
  state,
  refund: { isPossible, until, refusal, hasFailed },
}: Payment): string | null {
  if (state === 'pending') return m.payment_pending_text();
  if (state === 'mismatch') return m.payment_mismatch_text();
  if (hasFailed) return m.payment_refund_failed_text();
  if (isPossible)
    return until === null ? null : m.payment_refund_until({ day: dateOf(until, { zone: KOREA }) });
  if (state !== 'paid' || refusal === null) return null;
  return REFUSALS[refusal]();
}

const REFUSALS: Record<RefundRejection, () => string> = {
  not_paid: m.payment_refusal_not_paid,
  too_late: m.payment_refusal_too_late,
  used: m.payment_refusal_used,
  under_way: m.payment_refusal_under_way,
};
