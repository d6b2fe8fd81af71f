import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { Connection, Database } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { PaymentFlag } from '../membership.contract.ts';
import { effectiveTier } from '../membership.rules.ts';
import {
  type Verification,
  verifyPayment,
  remainingShare,
  isEndedByRefund,
  ledgerPeriods,
  nextPaymentStatus,
  type FetchedPayment,
  isPaidState,
} from '../payments.rules.ts';
import { insertExpiryNotice } from './expiry-notices.sql.ts';
import { insertGrant, selectGrants, updateGrantPeriod } from './grants.sql.ts';
import { setLastPayment, setMembershipEnd } from './membership.sql.ts';
import { paidMail, refundedMail } from './payment-mails.ts';
import {
  insertEvent,
  type LockedPayment,
  lockPayment,
  selectPayer,
  selectPayment,
  type StoredPayment,
  updatePayment,
} from './payments.sql.ts';
import type { PaymentSetup, PortOne } from './portone.ts';

export type SyncPayment = (given: {
  paymentId: string;
  /** The database to use, because requests and jobs use different connection pools. */
  database: Database;
  signal?: AbortSignal;
}) => Promise<StoredPayment | null>;

export type SyncDependencies = Pick<Dependencies, 'mailer' | 'settings'> & {
  setup: PaymentSetup;
  portOne: Pick<PortOne, 'payment'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};

/**
 * Fetches a payment and updates the stored payment. Only this function grants or revokes paid years. It may be called
 * repeatedly and in any order. Locks on payer and payment, and the key of `payment_grants`, ensure that a payment
 * grants its year only once. The payment is fetched before the locks are taken, so that no transaction waits for the
 * network. The fetched data may then be stale. Therefore `nextPaymentStatus` never returns to an earlier state.
 * @returns the payment afterwards; null if it is not our order
 * @throws PortOneUnreachable, before anything is changed
 */
export function createSyncPayment({ mailer, settings, setup, portOne, log }: SyncDependencies): SyncPayment {
  const notifyPayer = payerNotifications({ mailer, settings });

  return async ({ paymentId, database, signal }) => {
    const known = await selectPayment(database, paymentId);
    if (!known) return null;
    const fetched = await portOne.payment(paymentId, signal);
    if (fetched === null) return known;
    return database.transaction().execute(async (transaction) => {
      const payment = await lockPayment(transaction, paymentId);
      if (!payment) return null;
      const verification = verifyPayment(fetched, { ...payment, ...setup });
      await settle(transaction, { payment, verification, fetched });
      return selectPayment(transaction, paymentId);
    });
  };

  async function settle(
    transaction: Transaction<DB>,
    {
      payment,
      verification,
      fetched,
    }: { payment: LockedPayment; verification: Verification; fetched: FetchedPayment },
  ): Promise<void> {
    const { paymentId, userId } = payment;
    const next = nextPaymentStatus(payment, { verification, fetched });
    const refundDelta = next.cancelledAmount - payment.cancelledAmount;
    if (next.state === payment.state && refundDelta === 0) return;

    const isFirstPaid = payment.paidAt === null && isPaidState(next.state);
    const isGranted = isFirstPaid && userId !== null && next.cancelledAmount < payment.amount;
    const now = new Date();
    const change = { payment, verification, fetched, next, refundDelta, isFirstPaid, isGranted, now };
    await record(transaction, change);
    if (userId === null) return;
    const end = await moveMembershipEnd(transaction, { userId, granting: isGranted ? paymentId : null, now });
    await notifyPayer(transaction, { ...change, userId, end });
  }

  async function record(
    transaction: Transaction<DB>,
    { payment, verification, fetched, next, isFirstPaid, isGranted, now }: Change,
  ): Promise<void> {
    const { paymentId, userId, state, flags } = payment;
    const newFlags = flagsAfter({
      next,
      verification,
      isAccountDeleted: isFirstPaid && userId === null,
      flags,
    });
    await updatePayment(transaction, payment, {
      state: next.state,
      stateChangedAt: now,
      cancelledAmount: next.cancelledAmount,
      refundHasFailed: next.refundFailed,
      flags: newFlags,
      transactionId: fetched.transactionId ?? payment.transactionId,
      methodName: fetched.methodName ?? payment.methodName,
      // If the account is deleted, no personal data is stored.
      receiptUrl: userId === null ? null : (fetched.receiptUrl ?? payment.receiptUrl),
      isTest: fetched.channelType === 'TEST',
      ...(isFirstPaid && { paidAt: new Date(fetched.paidAt ?? now) }),
    });
    await insertEvent(transaction, {
      paymentId,
      kind: 'state',
      from: state,
      to: next.state,
      details: {
        fetched: fetched.status,
        transactionId: fetched.transactionId,
        cancelledAmount: next.cancelledAmount,
        ...(verification.is === 'mismatch' && { mismatch: verification.reasons }),
        ...(next.refundFailed && { refundFailed: true }),
        ...(isFirstPaid && { granted: isGranted }),
      },
    });
    log.info({ event: 'payment.state', paymentId, from: state, to: next.state });
    for (const flag of newFlags.filter((flag) => !flags.includes(flag))) {
      log.error({ event: 'payment.flagged', paymentId, flag }, 'payment needs a review');
    }
  }
}

type Change = {
  payment: LockedPayment;
  verification: Verification;
  fetched: FetchedPayment;
  next: ReturnType<typeof nextPaymentStatus>;
  /** Amount in won that was refunded since the last synchronization. */
  refundDelta: number;
  isFirstPaid: boolean;
  /** Whether this synchronization grants the year of the payment. */
  isGranted: boolean;
  now: Date;
};

/** Returns a function that sends the mails about a payment or a refund, and stores the last payment of the payer. */
function payerNotifications({ mailer, settings }: Pick<SyncDependencies, 'mailer' | 'settings'>) {
  return async (
    transaction: Transaction<DB>,
    {
      payment: { paymentId, locale },
      fetched,
      next,
      refundDelta,
      isFirstPaid,
      isGranted,
      now,
      userId,
      end,
    }: Change & { userId: string; end: Date | null },
  ): Promise<void> => {
    const payer = await selectPayer(transaction, userId);
    if (!payer) throw new Error('The payer of a locked payment is missing.');
    const recipient = { address: payer.email, locale };
    if (isGranted) {
      const { transactionId } = fetched;
      const at = new Date(fetched.paidAt ?? now);
      await setLastPayment(transaction, { userId, transactionId, paymentId, at });
      const granted = (await selectPayment(transaction, paymentId)) as StoredPayment;
      await mailer.send(transaction, paidMail(settings, { ...recipient, payment: granted }));
    }
    const isNewRefund = refundDelta > 0 && !(isFirstPaid && next.state === 'cancelled');
    if (!isNewRefund) return;
    // Marks the mail about the end as sent. A payer with a refund already knows that the membership has ended.
    if (end !== null && end <= now)
      await insertExpiryNotice(transaction, { userId, endsAt: end, notice: 'ended' });
    const { cancelledAmount } = next;
    const given = { paymentId, amount: refundDelta, cancelledAmount, end, now };
    await mailer.send(transaction, refundedMail(settings, { ...recipient, ...given }));
  };
}

function flagsAfter({
  next,
  verification,
  isAccountDeleted,
  flags,
}: {
  next: Change['next'];
  verification: Verification;
  isAccountDeleted: boolean;
  flags: PaymentFlag[];
}): PaymentFlag[] {
  const found: (PaymentFlag | false)[] = [
    ...flags,
    verification.is === 'mismatch' && 'mismatch',
    // A refunded payment needs no review.
    isAccountDeleted && next.state !== 'cancelled' && 'owner_left',
    next.refundFailed && 'refund_failed',
  ];
  return [...new Set(found)].filter((flag) => flag !== false);
}

/**
 * Calculates the periods of all payments again, because a refund moves the later periods. If the admin has set a later
 * end, this end stays, and a newly bought year starts there.
 * @param granting the payment that grants its year now
 * @returns the new end; null if there is none
 */
async function moveMembershipEnd(
  transaction: Connection,
  { userId, granting, now }: { userId: string; granting: string | null; now: Date },
): Promise<Date | null> {
  const { membership = null } = (await selectPayer(transaction, userId)) ?? {};
  const present = membership?.paidTierExpiresAt ?? null;
  const before = await selectGrants(transaction, userId);
  // If the membership ends later than the last stored period, the admin has set its end.
  const announcedEnd = Math.max(0, ...before.map(({ periodTo }) => periodTo.getTime()));
  const isEndOfLedger = present === null || present <= announcedEnd;
  const isPaid = effectiveTier(membership, now.getTime()) === 'paid';

  if (granting !== null) {
    const countsFrom = !isEndOfLedger && isPaid ? new Date(present) : now;
    await insertGrant(transaction, { paymentId: granting, countsFrom, now });
  }
  const grants = granting === null ? before : await selectGrants(transaction, userId);
  const { periods, end } = ledgerPeriods(
    grants.map((grant) => ({ countsFrom: grant.countsFrom.getTime(), kept: remainingShare(grant) })),
  );
  for (const [at, { paymentId, periodFrom, periodTo }] of grants.entries()) {
    const { from, to } = periods[at] as { from: number; to: number };
    if (periodFrom.getTime() === from && periodTo.getTime() === to) continue;
    await updateGrantPeriod(transaction, { paymentId, from: new Date(from), to: new Date(to) });
  }
  const isEndless = isPaid && present === null;
  const isSetByAdmin = !isEndOfLedger && granting === null;
  if (isEndless || isSetByAdmin || end === null) return present === null ? null : new Date(present);
  const moved = new Date(end);
  const endedByRefund = isEndedByRefund({
    end,
    kept: grants.map(remainingShare),
    before: { isPaid, endedByRefund: membership?.endedByRefund ?? false },
    now: now.getTime(),
  });
  await setMembershipEnd(transaction, { userId, end: moved, endedByRefund, now });
  return moved;
}
