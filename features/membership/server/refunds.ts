import type { FastifyBaseLogger } from 'fastify';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { membershipProblems, type RefundRejection } from '../membership.contract.ts';
import { isUsed, REFUND_DAYS } from '../payments.rules.ts';
import { insertEvent, type LockedPayment, lockPayment, updatePayment } from './payments.sql.ts';
import type { PortOne } from './portone.ts';
import { refundRejectionFor, paidUseOf } from './payment-responses.ts';
import type { SyncPayment } from './sync-payment.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'membership.refund_payment': { paymentId: string };
  }
}

const REFUSALS = {
  not_paid: 'membership.refund_not_paid',
  too_late: 'membership.refund_too_late',
  used: 'membership.refund_used',
  under_way: 'membership.refund_under_way',
} as const satisfies Record<RefundRejection, keyof typeof membershipProblems>;

/** @throws membership.payment_not_found, .refund_… */
export async function requestRefundAsMember(
  transaction: Connection,
  given: { jobs: Jobs; userId: string; paymentId: string; reason: string; now: number },
): Promise<void> {
  const payment = await lockPayment(transaction, given.paymentId);
  if (payment?.userId !== given.userId) throw problem(membershipProblems, 'membership.payment_not_found');
  const rejection = await refundRejectionFor(transaction, { payment, now: given.now });
  if (rejection !== null) throw problem(membershipProblems, REFUSALS[rejection], { days: REFUND_DAYS });
  await requestRefund(transaction, { ...given, payment, amount: payment.amount, by: 'member' });
}

/**
 * Requests a refund for the admin.
 * @returns the payment before the request
 * @throws membership.payment_not_found, .refund_not_paid, .refund_under_way, .refund_too_much
 */
export async function requestRefundAsAdmin(
  transaction: Connection,
  given: { jobs: Jobs; paymentId: string; amount: number | null; reason: string; now: number },
): Promise<LockedPayment> {
  const payment = await lockPayment(transaction, given.paymentId);
  if (!payment) throw problem(membershipProblems, 'membership.payment_not_found');
  if (payment.state === 'refund_requested') throw problem(membershipProblems, 'membership.refund_under_way');
  if (payment.state !== 'paid' && payment.state !== 'partly_cancelled') {
    throw problem(membershipProblems, 'membership.refund_not_paid');
  }
  const left = payment.amount - payment.cancelledAmount;
  const amount = given.amount ?? left;
  if (amount > left) throw problem(membershipProblems, 'membership.refund_too_much', { amount: left });
  await requestRefund(transaction, { ...given, payment, amount, by: 'admin' });
  return payment;
}

/**
 * Stores that a refund is requested. After the commit, a job or the sweeper (payments.ts) completes the refund, even
 * after a crash.
 */
async function requestRefund(
  transaction: Connection,
  {
    jobs,
    payment,
    amount,
    by,
    reason,
    now,
  }: {
    jobs: Jobs;
    payment: LockedPayment;
    amount: number;
    by: 'member' | 'admin';
    reason: string;
    now: number;
  },
): Promise<void> {
  const { paymentId, state } = payment;
  const attempt = payment.refundAttempt + 1;
  await updatePayment(transaction, payment, {
    state: 'refund_requested',
    stateChangedAt: new Date(now),
    refundAttempt: attempt,
    refundAmount: amount,
    refundBy: by,
    refundReason: reason,
    refundCancellationId: null,
    refundHasFailed: false,
  });
  // The event must not contain the reason. Events are never changed, but account deletion must erase the texts of a
  // person.
  const details = { attempt, amount, by };
  await insertEvent(transaction, { paymentId, kind: 'refund', from: state, to: 'refund_requested', details });
  await jobs.add(transaction, 'membership.refund_payment', { paymentId });
}

/**
 * Completes a requested refund. The payment is synchronized first, because it may have been refunded in PortOne's
 * console, or by an attempt whose answer was lost. The request states the remaining amount. Therefore PortOne refuses a
 * double refund.
 */
export function createFinishRefund({
  database,
  portOne,
  sync,
  log,
}: {
  database: Database;
  portOne: PortOne;
  sync: SyncPayment;
  log: Pick<FastifyBaseLogger, 'error'>;
}): (given: { paymentId: string }) => Promise<void> {
  return async ({ paymentId }) => {
    const payment = await sync({ paymentId, database });
    if (payment?.state !== 'refund_requested' || payment.refundAmount === null) return;
    // The cancellation is still pending at PortOne. The webhook or the next run of the sweeper reports the result.
    if (payment.refundCancellationId !== null) return;
    const attempt = payment.refundAttempt;
    // The member stays paid until PortOne has cancelled the payment, and may have used the membership since the request.
    if (payment.refundBy === 'member') {
      const use = await paidUseOf(database, { payment, now: Date.now() });
      if (use !== null && isUsed(use)) return fail({ paymentId, attempt, refused: USED });
    }
    const left = payment.amount - payment.cancelledAmount;
    const answer = await portOne.cancel({
      paymentId,
      // A part of the payment may have been refunded in PortOne's console since the request.
      amount: Math.min(payment.refundAmount, left),
      cancellable: left,
      attempt,
      reason: payment.refundReason || DEFAULT_REASON,
      requester: payment.refundBy === 'admin' ? 'ADMIN' : 'CUSTOMER',
    });
    if ('refused' in answer) {
      if (answer.refused === 'IDEMPOTENCY_OUTSTANDING_REQUEST') return;
      // The payment may have been refunded by other means in the meantime.
      const after = await sync({ paymentId, database });
      if (after?.state === 'refund_requested') await fail({ paymentId, attempt, refused: answer.refused });
      return;
    }
    if (answer.status === 'FAILED') return fail({ paymentId, attempt, refused: 'FAILED' });
    await recordCancellation({ paymentId, attempt, cancellationId: answer.id });
    await sync({ paymentId, database });
  };

  function recordCancellation(given: { paymentId: string; attempt: number; cancellationId: string | null }) {
    return ofAttempt(given, async (transaction, payment) => {
      await updatePayment(transaction, payment, { refundCancellationId: given.cancellationId });
    });
  }

  async function fail(given: { paymentId: string; attempt: number; refused: string }): Promise<void> {
    await ofAttempt(given, async (transaction, payment) => {
      const { paymentId, state, cancelledAmount, flags } = payment;
      const before = cancelledAmount > 0 ? 'partly_cancelled' : 'paid';
      await updatePayment(transaction, payment, {
        state: before,
        stateChangedAt: new Date(),
        // A refund that was refused because of use needs no flag: the payment history names the reason, and the admin
        // has nothing to do.
        ...(given.refused !== USED && {
          refundHasFailed: true,
          flags: [...new Set([...flags, 'refund_failed' as const])],
        }),
      });
      const details = { attempt: given.attempt, refused: given.refused };
      await insertEvent(transaction, { paymentId, kind: 'refund_failed', from: state, to: before, details });
    });
    if (given.refused !== USED) log.error({ event: 'payment.refund_failed', ...given }, 'refund failed');
  }

  function ofAttempt(
    { paymentId, attempt }: { paymentId: string; attempt: number },
    act: (transaction: Connection, payment: LockedPayment) => Promise<void>,
  ): Promise<void> {
    return database.transaction().execute(async (transaction) => {
      const payment = await lockPayment(transaction, paymentId);
      if (payment?.state === 'refund_requested' && payment.refundAttempt === attempt) {
        await act(transaction, payment);
      }
    });
  }
}

const USED = 'USED';

/** The reason that is sent if the payer gives none. The payment service requires a reason. */
const DEFAULT_REASON = '회원 요청';
