import { DAY_MS, startOfKoreanDay, yearsLater } from '#common/dates.ts';
import type { PaymentState, RefundRejection } from './membership.contract.ts';
import { FREE_RESTAURANT_LIMIT } from './membership.rules.ts';

/** Number of days after the day of payment during which the payer can refund the payment (전자상거래법 17조). */
export const REFUND_DAYS = 7;
/** Milliseconds during which an open order is reused. */
export const ORDER_REUSE_MS = 30 * 60 * 1000;
/** Milliseconds after which an unpaid order expires. A payment that is made later still counts. */
export const ORDER_EXPIRY_MS = DAY_MS;

/** The fields of a payment that we read from the payment service. Amounts in won. */
export type FetchedPayment = {
  id: string;
  /** READY, PAY_PENDING, VIRTUAL_ACCOUNT_ISSUED, PAID, FAILED, PARTIAL_CANCELLED, CANCELLED; more may be added. */
  status: string;
  storeId: string | null;
  version: string | null;
  channelType: string | null;
  currency: string | null;
  amount: { total: number; discount: number; paid: number; cancelled: number } | null;
  transactionId: string | null;
  /** Milliseconds. */
  paidAt: number | null;
  methodName: string | null;
  receiptUrl: string | null;
  cancellations: { id: string | null; status: string }[];
};

/** The ordered amount and the accepted channels. */
export type Expected = {
  paymentId: string;
  amount: number;
  currency: string;
  storeId: string;
  allowsTestChannel: boolean;
};

/** The result of comparing the payment service's data with the order. `cancelled` is in won. */
export type Verification =
  | { is: 'open' }
  | { is: 'failed' }
  | { is: 'mismatch'; reasons: string[] }
  | { is: 'paid'; cancelled: number };

/**
 * Compares the provider's data with the order. A fully refunded payment is not compared further, because it grants
 * nothing.
 */
export function verifyPayment(fetched: FetchedPayment, expected: Expected): Verification {
  const { status, amount } = fetched;
  if (status === 'FAILED') return { is: 'failed' };
  if (!isReportedPaid(fetched)) return { is: 'open' };
  const isSamePayment = fetched.id === expected.paymentId && fetched.storeId === expected.storeId;
  if (status === 'CANCELLED' && isSamePayment) return { is: 'paid', cancelled: expected.amount };

  const { total = 0, discount = 0, paid = 0, cancelled = 0 } = amount ?? {};
  const isPartiallyRefunded = status === 'PARTIAL_CANCELLED';
  // `discount` is the part that card companies, points and coupons pay. `paid` may or may not include an amount that
  // was refunded.
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

/** Whether money moved according to the provider. Payments that were refunded later are included. */
export const isReportedPaid = ({ status }: Pick<FetchedPayment, 'status'>): boolean =>
  ['PAID', 'PARTIAL_CANCELLED', 'CANCELLED'].includes(status);

/** Whether money moved according to our ledger. Payments that were refunded later are included. */
export const isPaidState = (state: PaymentState): boolean =>
  ['paid', 'refund_requested', 'partly_cancelled', 'cancelled'].includes(state);

/** The stored values that determine a payment's next state. */
export type PaymentStatus = {
  state: PaymentState;
  amount: number;
  cancelledAmount: number;
  /** Requested refund in won, while it is in progress. */
  refundAmount: number | null;
  /** The provider's id of the pending cancellation. */
  refundCancellationId: string | null;
};

/**
 * The next state. The provider's data may be older than ours, so states only advance: pending, paid, refunded in part,
 * refunded in full. A requested refund is done once its amount has been refunded, by any means. After a smaller refund
 * in the provider's console, the requested refund stays in progress.
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
  const paidState: PaymentState = back >= amount ? 'cancelled' : back > 0 ? 'partly_cancelled' : 'paid';
  const settled = { ...same, state: paidState, cancelledAmount: back };
  const isRefunded = back >= amount || (refundAmount !== null && refundAmount <= back - cancelledAmount);
  if (state !== 'refund_requested' || isRefunded) return settled;
  const waitedFor = fetched.cancellations.find(({ id }) => id !== null && id === refundCancellationId);
  return waitedFor?.status === 'FAILED' ? { ...settled, refundFailed: true } : { ...settled, state };
}

/** The data of a paid order from which the membership is calculated. Times in milliseconds. */
export type Grant = {
  /** Earliest start of the year that the payment adds. */
  countsFrom: number;
  /** 1: not refunded; 0: refunded in full; between: refunded in part. */
  kept: number;
};

/** The share of a payment's year that remains granted after refunds. */
export const remainingShare = ({
  amount,
  cancelledAmount,
}: {
  amount: number;
  cancelledAmount: number;
}): number => (amount - cancelledAmount) / amount;

/**
 * The periods of a person's payments in the order of granting, and the end of the membership that results. Each payment
 * adds one calendar year to the later of its own start and the previous end. A partial refund shortens the year
 * proportionally. A full refund leaves no gap, because the periods after it start earlier.
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

/** What a payer has used of the paid features since a period started. */
export type PaidUse = {
  /**
   * `places`: restaurants that now count towards the limit. `placesAdded`: how many of these were added since the start
   * of the period.
   */
  places: number;
  placesAdded: number;
  listShares: number;
  /** Journal entries with several photos. */
  journalEntries: number;
};

export const isUsed = ({ places, placesAdded, listShares, journalEntries }: PaidUse): boolean =>
  (places > FREE_RESTAURANT_LIMIT && placesAdded > 0) || listShares > 0 || journalEntries > 0;

/**
 * Last millisecond at which the payer can refund a payment: the end of the seventh day (Korean time) after the day of
 * payment. The day of payment is not counted (민법 157조, 159조).
 * @example refundableUntil(Date.parse('2026-11-01T00:10+09:00')) // 2026-11-08T23:59:59.999+09:00
 */
export const refundableUntil = (paidAt: number): number =>
  startOfKoreanDay(paidAt) + (REFUND_DAYS + 1) * DAY_MS - 1;

/**
 * Why a payer cannot refund a payment themselves; null if they can.
 * @param use what the payer has used since the paid period started; null if the period has not started
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

/** Maximum time after the end of a membership at which a mail about it is still sent. */
export const EXPIRY_NOTICE_VALID_MS = 7 * DAY_MS;
/** The first mail about the end is sent this long before the end. */
export const EXPIRY_NOTICE_DAYS = 30 * DAY_MS;

/** Which mail about the end of a membership is due. If the job ran late, only the latest due mail is sent. */
export function dueExpiryNotice({ endsAt, now }: { endsAt: number; now: number }): ExpiryNotice | null {
  const left = endsAt - now;
  if (left <= -EXPIRY_NOTICE_VALID_MS || left > EXPIRY_NOTICE_DAYS) return null;
  if (left <= 0) return 'ended';
  if (left <= DAY_MS) return '1_day';
  return left <= 7 * DAY_MS ? '7_days' : '30_days';
}
