import { DAY_MS, startOfKoreanDay, yearsLater } from '#common/dates.ts';
import type { PaymentState, RefundRejection } from './membership.contract.ts';
import { FREE_RESTAURANT_LIMIT } from './membership.rules.ts';

/** Number of days after the day of payment during which a payer can get a refund (전자상거래법 17조). */
export const REFUND_DAYS = 7;
export const ORDER_REUSE_MS = 30 * 60 * 1000;
/** An unpaid order expires after this time in milliseconds. A payment that is made after the expiry still counts. */
export const ORDER_EXPIRY_MS = DAY_MS;

/** A payment as PortOne reports it. Amounts are in won. */
export type FetchedPayment = {
  id: string;
  /**
   * The status is READY, PAY_PENDING, VIRTUAL_ACCOUNT_ISSUED, PAID, FAILED, PARTIAL_CANCELLED or CANCELLED. PortOne may
   * add other values.
   */
  status: string;
  storeId: string | null;
  version: string | null;
  channelType: string | null;
  currency: string | null;
  amount: { total: number; discount: number; paid: number; cancelled: number } | null;
  transactionId: string | null;
  /** Time of the payment in milliseconds; null if the payment is not paid. */
  paidAt: number | null;
  methodName: string | null;
  receiptUrl: string | null;
  cancellations: { id: string | null; status: string }[];
};

export type Expected = {
  paymentId: string;
  amount: number;
  currency: string;
  storeId: string;
  allowsTestChannel: boolean;
};

/** The result of comparing a payment with its order. `cancelled` is in won. */
export type Verification =
  | { is: 'open' }
  | { is: 'failed' }
  | { is: 'mismatch'; reasons: string[] }
  | { is: 'paid'; cancelled: number };

/**
 * Compares a payment with its order. A fully refunded payment grants nothing. Therefore its other fields are not
 * compared.
 */
export function verifyPayment(fetched: FetchedPayment, expected: Expected): Verification {
  const { status, amount } = fetched;
  if (status === 'FAILED') return { is: 'failed' };
  if (!isReportedPaid(fetched)) return { is: 'open' };
  const isSamePayment = fetched.id === expected.paymentId && fetched.storeId === expected.storeId;
  if (status === 'CANCELLED' && isSamePayment) return { is: 'paid', cancelled: expected.amount };

  const { total = 0, discount = 0, paid = 0, cancelled = 0 } = amount ?? {};
  const isPartiallyRefunded = status === 'PARTIAL_CANCELLED';
  // `discount` is the part that card companies, points and coupons pay. `paid` includes a refunded amount in some
  // answers, but not in others.
  const isPaidInFull =
    paid + discount === total || (isPartiallyRefunded && paid + discount + cancelled === total);
  const reasons = [
    fetched.id !== expected.paymentId && 'id',
    fetched.storeId !== expected.storeId && 'store',
    fetched.version !== 'V2' && 'version',
    fetched.channelType !== 'LIVE' &&
      !(fetched.channelType === 'TEST' && expected.allowsTestChannel) &&
      'channel',
    fetched.currency !== expected.currency && 'currency',
    total !== expected.amount && 'total',
    !isPaidInFull && 'paid',
    isPartiallyRefunded && (cancelled <= 0 || cancelled >= total) && 'cancelled',
  ].filter((reason) => typeof reason === 'string');
  if (reasons.length > 0) return { is: 'mismatch', reasons };
  return { is: 'paid', cancelled: isPartiallyRefunded ? cancelled : 0 };
}

/** Whether PortOne reports that the payment was made. This includes payments that were refunded later. */
export const isReportedPaid = ({ status }: Pick<FetchedPayment, 'status'>): boolean =>
  ['PAID', 'PARTIAL_CANCELLED', 'CANCELLED'].includes(status);

/** Whether the state means that the payment was made. This includes payments that were refunded later. */
export const isPaidState = (state: PaymentState): boolean =>
  ['paid', 'refund_requested', 'partly_cancelled', 'cancelled'].includes(state);

export type PaymentStatus = {
  state: PaymentState;
  amount: number;
  cancelledAmount: number;
  /** The amount in won of the refund in progress; null if there is none. */
  refundAmount: number | null;
  /** PortOne's id of the pending cancellation; null if there is none. */
  refundCancellationId: string | null;
};

/**
 * Returns the state of a payment after a synchronization. The fetched data may be older than the stored data. Therefore
 * a state only advances: pending, paid, refunded in part, refunded. A requested refund is done when its amount has been
 * refunded in any way. If a smaller amount is refunded in PortOne's console, the requested refund stays in progress.
 */
export function nextPaymentStatus(
  { state, amount, cancelledAmount, refundAmount, refundCancellationId }: PaymentStatus,
  { verification, fetched }: { verification: Verification; fetched: FetchedPayment },
): { state: PaymentState; cancelledAmount: number; refundFailed: boolean } {
  const same = { state, cancelledAmount, refundFailed: false };
  const isUnpaid = ['pending', 'failed', 'expired'].includes(state);
  if (verification.is === 'open') return same;
  if (verification.is === 'failed') return state === 'pending' ? { ...same, state: 'failed' } : same;
  if (verification.is === 'mismatch') return isUnpaid ? { ...same, state: 'mismatch' } : same;

  const back = Math.max(cancelledAmount, verification.cancelled);
  const settled = { ...same, state: paidStateOf({ amount, cancelled: back }), cancelledAmount: back };
  const isRefunded = back >= amount || (refundAmount !== null && refundAmount <= back - cancelledAmount);
  if (state !== 'refund_requested' || isRefunded) return settled;
  const refundCancellation = fetched.cancellations.find(
    ({ id }) => id !== null && id === refundCancellationId,
  );
  return refundCancellation?.status === 'FAILED' ? { ...settled, refundFailed: true } : { ...settled, state };
}

function paidStateOf({ amount, cancelled }: { amount: number; cancelled: number }): PaymentState {
  if (cancelled >= amount) return 'cancelled';
  return cancelled > 0 ? 'partly_cancelled' : 'paid';
}

/** The paid year of one payment. Times are in milliseconds. */
export type Grant = {
  /** Earliest time at which the year can start. */
  countsFrom: number;
  /**
   * Share of the payment that was not refunded: 1 for no refund, 0 for a full refund, and between 0 and 1 for a partial
   * refund.
   */
  kept: number;
};

export const remainingShare = ({
  amount,
  cancelledAmount,
}: {
  amount: number;
  cancelledAmount: number;
}): number => (amount - cancelledAmount) / amount;

/**
 * Returns the paid period of each payment. Each payment adds one calendar year, which starts at the later of two times:
 * `countsFrom`, and the end of the previous period. A partial refund shortens the year proportionally. After a full
 * refund, the later periods start earlier, so that there is no gap.
 */
export function ledgerPeriods(grants: readonly Grant[]): {
  periods: { from: number; to: number }[];
  end: number | null;
} {
  let end: number | null = null;
  const periods = [];
  for (const { countsFrom, kept } of grants) {
    const from = Math.max(countsFrom, end ?? countsFrom);
    const year = yearsLater({ from, years: 1 }) - from;
    const to = from + Math.round(year * kept);
    periods.push({ from, to });
    end = to;
  }
  return { periods, end };
}

/**
 * Whether a refund has ended the membership: the refund moves its end into the past, or no payment is left.
 * @param before the membership before the refund
 */
export function isEndedByRefund({
  end,
  kept,
  before,
  now,
}: {
  end: number;
  kept: readonly number[];
  before: { isPaid: boolean; endedByRefund: boolean };
  now: number;
}): boolean {
  return end <= now && (before.isPaid || before.endedByRefund || kept.every((share) => share === 0));
}

/** What a member has used since the start of a period. */
export type PaidUse = {
  /**
   * `places` is the number of restaurants that count towards the limit now. `placesAdded` is the number of these
   * restaurants that have begun to count since the start of the period.
   */
  places: number;
  placesAdded: number;
  listShares: number;
  /** Number of journal entries with several photos. Other entries do not count. */
  journalEntries: number;
};

export const isUsed = ({ places, placesAdded, listShares, journalEntries }: PaidUse): boolean =>
  (places > FREE_RESTAURANT_LIMIT && placesAdded > 0) || listShares > 0 || journalEntries > 0;

/**
 * Returns the end of the seventh day (Korean time) after the day of payment (민법 157조, 159조).
 * @example refundableUntil(Date.parse('2026-11-01T00:10+09:00')) // 2026-11-08T23:59:59.999+09:00
 */
export const refundableUntil = (paidAt: number): number =>
  startOfKoreanDay(paidAt) + (REFUND_DAYS + 1) * DAY_MS - 1;

/**
 * Returns the reason why the payer cannot refund the payment. Returns null if a refund is possible.
 * @param use null if the paid period has not started
 */
export function refundRejection({
  state,
  paidAt,
  use,
  now,
}: {
  state: PaymentState;
  paidAt: number | null;
  use: PaidUse | null;
  now: number;
}): RefundRejection | null {
  if (state === 'refund_requested') return 'under_way';
  if (state !== 'paid' || paidAt === null) return 'not_paid';
  if (refundableUntil(paidAt) < now) return 'too_late';
  return use !== null && isUsed(use) ? 'used' : null;
}

export type ExpiryNotice = '30_days' | '7_days' | '1_day' | 'ended';

/**
 * Time in milliseconds after the end of a membership. When this time is over, the mail about the end is no longer sent.
 */
export const EXPIRY_NOTICE_VALID_MS = 7 * DAY_MS;
export const EXPIRY_NOTICE_MS = 30 * DAY_MS;

/**
 * Returns the mail that is due before or after the end of a membership. If the job ran late, only the latest due mail
 * is sent.
 */
export function dueExpiryNotice({ endsAt, now }: { endsAt: number; now: number }): ExpiryNotice | null {
  const left = endsAt - now;
  if (left <= -EXPIRY_NOTICE_VALID_MS || left > EXPIRY_NOTICE_MS) return null;
  if (left <= 0) return 'ended';
  if (left <= DAY_MS) return '1_day';
  return left <= 7 * DAY_MS ? '7_days' : '30_days';
}
