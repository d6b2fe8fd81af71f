import type { Connection } from '#server/database/database.ts';
import type { AdminPayment, Payment } from '../membership.contract.ts';
import { type PaidUse, refundableUntil, refundRejection } from '../payments.rules.ts';
import { type PaymentOfPerson, selectPaidUse, type StoredPayment } from './payments.sql.ts';

export async function paymentResponse(
  connection: Connection,
  { payment, now }: { payment: StoredPayment; now: number },
): Promise<Payment> {
  const { state, paidAt } = payment;
  const rejection = await refundRejectionFor(connection, { payment, now });
  return {
    ...common(payment),
    refund: {
      isPossible: rejection === null,
      until: state === 'paid' && paidAt ? refundableUntil(paidAt.getTime()) : null,
      refusal: rejection,
      hasFailed: payment.refundHasFailed,
    },
  };
}

/** Returns the reason why the payer cannot refund the payment. Returns null if a refund is possible. */
export async function refundRejectionFor(
  connection: Connection,
  { payment, now }: { payment: StoredPayment; now: number },
) {
  const { state } = payment;
  const paidAt = payment.paidAt?.getTime() ?? null;
  const beforeUse = refundRejection({ state, paidAt, use: null, now });
  if (beforeUse !== null) return beforeUse;
  return refundRejection({ state, paidAt, use: await paidUseOf(connection, { payment, now }), now });
}

/** Returns null if the paid period has not started. */
export async function paidUseOf(
  connection: Connection,
  { payment: { userId, periodFrom }, now }: { payment: StoredPayment; now: number },
): Promise<PaidUse | null> {
  if (userId === null || periodFrom === null || periodFrom.getTime() > now) return null;
  return selectPaidUse(connection, { userId, since: periodFrom });
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
