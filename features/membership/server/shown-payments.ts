import type { Connection } from '#server/database/database.ts';
import type { AdminPayment, Payment } from '../membership.contract.ts';
import { refundableUntil, refundRefusal } from '../payments.rules.ts';
import { type PaymentOfPerson, selectPaidUse, type StoredPayment } from './payments.sql.ts';

/** A payment as shown to its payer. */
export async function shownPayment(
  connection: Connection,
  { payment, now }: { payment: StoredPayment; now: number },
): Promise<Payment> {
  const { state, paidAt } = payment;
  const refusal = await refusalFor(connection, { payment, now });
  return {
    ...common(payment),
    refund: {
      isPossible: refusal === null,
      until: state === 'paid' && paidAt ? refundableUntil(paidAt.getTime()) : null,
      refusal,
      hasFailed: payment.refundHasFailed,
    },
  };
}

/** Why its payer cannot refund a payment themselves; null if they can. */
export async function refusalFor(
  connection: Connection,
  { payment, now }: { payment: StoredPayment; now: number },
) {
  const { state, userId, periodFrom } = payment;
  const paidAt = payment.paidAt?.getTime() ?? null;
  const beforeUse = refundRefusal({ state, paidAt, use: null, now });
  const hasBegun = periodFrom !== null && periodFrom.getTime() <= now;
  if (beforeUse !== null || userId === null || !hasBegun) return beforeUse;
  const use = await selectPaidUse(connection, { userId, since: periodFrom });
  return refundRefusal({ state, paidAt, use, now });
}

export function adminPayment(payment: PaymentOfPerson): AdminPayment {
  const { userId, nickname, email, state } = payment;
  const isRefundable = state === 'paid' || state === 'partly_cancelled';
  return {
    ...common(payment),
    payer: userId !== null && email !== null ? { uid: userId, nickname: nickname ?? '', email } : null,
    transactionId: payment.transactionId,
    flags: payment.flags,
    refundableAmount: isRefundable ? payment.amount - payment.cancelledAmount : 0,
  };
}

function common(payment: StoredPayment): Omit<Payment, 'refund'> {
  const { periodFrom, periodTo, state } = payment;
  const grants = periodFrom !== null && periodTo !== null && state !== 'cancelled';
  return {
    paymentId: payment.paymentId,
    state,
    amount: payment.amount,
    cancelledAmount: payment.cancelledAmount,
    payMethod: payment.payMethod,
    methodName: payment.methodName,
    isTest: payment.isTest,
    orderedAt: payment.orderedAt.getTime(),
    paidAt: payment.paidAt?.getTime() ?? null,
    period: grants ? { from: periodFrom.getTime(), to: periodTo.getTime() } : null,
    receiptUrl: payment.receiptUrl,
  };
}
