import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import type { Payment, PaymentState } from '#features/membership/membership.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { type Outcome, extendsMembership, type Returned } from './outcome.rules.ts';

type OutcomeTexts = { title: string; text: string };

/** The texts of each outcome. If the payment succeeded and its period is known, `paidTexts` is used instead. */
export const OUTCOME_TEXTS: Record<
  Outcome,
  (given: { state: PaymentState; returned: Returned }) => OutcomeTexts
> = {
  paid: () => ({ title: m.payment_paid_title(), text: '' }),
  unconfirmed: () => ({ title: m.payment_unconfirmed_title(), text: m.payment_unconfirmed_text() }),
  unsure: () => ({ title: m.payment_unsure_title(), text: m.payment_unsure_text() }),
  cancelled: () => ({ title: m.payment_cancelled_title(), text: m.payment_nothing_charged() }),
  closed: () => ({ title: m.payment_closed_title(), text: m.payment_nothing_charged() }),
  failed: ({ returned: { pgMessage, message } }) => {
    const reason = pgMessage ?? message;
    const charged = m.payment_nothing_charged();
    return {
      title: m.payment_failed_title(),
      text: reason ? `${m.payment_failed_because({ reason })}\n${charged}` : charged,
    };
  },
  expired: () => ({ title: m.payment_expired_title(), text: m.payment_expired_text() }),
  mismatch: () => ({ title: m.payment_mismatch_title(), text: m.payment_mismatch_text() }),
  refunded: ({ state }) =>
    state === 'refund_requested'
      ? { title: m.payment_giving_back_title(), text: m.payment_giving_back_text() }
      : { title: m.payment_refunded_title(), text: m.payment_refunded_text() },
};

export function paidTexts(payment: Payment): OutcomeTexts {
  const text = payment.period
    ? m.payment_paid_until({ day: dateOf(payment.period.to, { zone: KOREA }) })
    : '';
  return { title: extendsMembership(payment) ? m.payment_added_title() : m.payment_paid_title(), text };
}
