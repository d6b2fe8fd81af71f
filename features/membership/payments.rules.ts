import { DAY_MS, startOfKoreanDay, yearsLater } from '#common/dates.ts';
import type { PaymentState, RefundRejection } from './membership.contract.ts';
import { FREE_RESTAURANT_LIMIT } from './membership.rules.ts';

/** Days after the day of payment (전자상거래법 17조). */
export const REFUND_DAYS = 7;
export const ORDER_REUSE_MS = 30 * 60 * 1000;
/** A payment that is made after the expiry still counts. */
export const ORDER_EXPIRY_MS = DAY_MS;

/** Amounts in won. */
export type FetchedPayment = {
  id: string;
  /** READY, PAY_PENDING, VIRTUAL_ACCOUNT_ISSUED, PAID, FAILED, PARTIAL_CANCELLED or CANCELLED. PortOne may add more. */
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

export type Expected = {
  paymentId: string;
  amount: number;
  currency: string;
  storeId: string;
  allowsTestChannel: boolean;
};

/** `cancelled` is in won. */
export type Verification =
  | { is: 'open' }
  | { is: 'failed' }
  | { is: 'mismatch'; reasons: string[] }
  | { is: 'paid'; cancelled: number };

/** A fully refunded payment grants nothing, so it is not compared further. */
export function verifyPayment(fetched: FetchedPayment, expected: Expected): Verification {
  const { status, amount } = fetched;
  if (status === 'FAILED') return { is: 'failed' };
  if (!isReportedPaid(fetched)) return { is: 'open' };
  const isSamePayment = fetched.id === expected.paymentId && fetched.storeId === expected.storeId;
  if (status === 'CANCELLED' && isSamePayment) return { is: 'paid', cancelled: expected.amount };

  const { total = 0, discount = 0, paid = 0, cancelled = 0 } = amount ?? {};
  const isPartiallyRefunded = status === 'PARTIAL_CANCELLED';
  // `discount` is the part that card companies, points and coupons pay.
  // `paid` may or may not include a refunded amount.
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

/** Includes payments that were refunded later. */
export const isReportedPaid = ({ status }: Pick<FetchedPayment, 'status'>): boolean =>
  ['PAID', 'PARTIAL_CANCELLED', 'CANCELLED'].includes(status);

/** Includes payments that were refunded later. */
export const isPaidState = (state: PaymentState): boolean =>
  ['paid', 'refund_requested', 'partly_cancelled', 'cancelled'].includes(state);

export type PaymentStatus = {
  state: PaymentState;
  amount: number;
  cancelledAmount: number;
  /** In won; null unless a refund is in progress. */
  refundAmount: number | null;
  /** The provider's id of the pending cancellation. */
  refundCancellationId: string | null;
};

/**
 * The provider's data may be older than ours, so a state only advances: pending, paid, refunded in part, refunded.
 * A requested refund is done once its amount has been refunded, by any means.
 * After a smaller refund in the provider's console, the requested refund stays in progress.
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
  const refundCancellation = fetched.cancellations.find(
    ({ id }) => id !== null && id === refundCancellationId,
  );
  return refundCancellation?.status === 'FAILED' ? { ...settled, refundFailed: true } : { ...settled, state };
}

/** Times in milliseconds. */
export type Grant = {
  /** Earliest start of the year. */
  countsFrom: number;
  /** 1: not refunded; 0: refunded in full; between: refunded in part. */
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
 * Each payment adds one calendar year to the later of its own start and the previous end.
 * A partial refund shortens the year proportionally.
 * A full refund leaves no gap, because the later periods start earlier.
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

/** Use since the start of a period. */
export type PaidUse = {
  /**
   * `places`: restaurants that count towards the limit now.
   * `placesAdded`: the number of these that count since the start of the period or later.
   */
  places: number;
  placesAdded: number;
  listShares: number;
  /** Only entries with several photos count. */
  journalEntries: number;
};

export const isUsed = ({ places, placesAdded, listShares, journalEntries }: PaidUse): boolean =>
  (places > FREE_RESTAURANT_LIMIT && placesAdded > 0) || listShares > 0 || journalEntries > 0;

/**
 * The end of the seventh day (Korean time) after the day of payment (민법 157조, 159조).
 * @example refundableUntil(Date.parse('2026-11-01T00:10+09:00')) // 2026-11-08T23:59:59.999+09:00
 */
export const refundableUntil = (paidAt: number): number =>
  startOfKoreanDay(paidAt) + (REFUND_DAYS + 1) * DAY_MS - 1;

/**
 * Returns null if the payer can refund the payment.
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

/** After this time, the mail about the end is no longer sent. */
export const EXPIRY_NOTICE_VALID_MS = 7 * DAY_MS;
export const EXPIRY_NOTICE_MS = 30 * DAY_MS;

/** If the job ran late, only the latest due mail is sent. */
export function dueExpiryNotice({ endsAt, now }: { endsAt: number; now: number }): ExpiryNotice | null {
  const left = endsAt - now;
  if (left <= -EXPIRY_NOTICE_VALID_MS || left > EXPIRY_NOTICE_MS) return null;
  if (left <= 0) return 'ended';
  if (left <= DAY_MS) return '1_day';
  return left <= 7 * DAY_MS ? '7_days' : '30_days';
}
