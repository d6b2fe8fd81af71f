import type { PaymentState, RefundRefusal } from './membership.contract.ts';
import { FREE_RESTAURANT_LIMIT, yearsLater } from './membership.rules.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Within so many days a payment can be given back by its payer (전자상거래법 17조). */
export const REFUND_DAYS = 7;
/** An order younger than this is used again, in milliseconds. */
export const ORDER_REUSED_FOR = 30 * 60 * 1000;
/** An order that nobody has paid by then is given up; being paid later still counts. */
export const ORDER_OPEN_FOR = DAY;

/** What the payment service says of a payment, as far as we need it. Amounts in won. */
export type ToldPayment = {
  id: string;
  /** READY, PAY_PENDING, VIRTUAL_ACCOUNT_ISSUED, PAID, FAILED, PARTIAL_CANCELLED, CANCELLED; others may come. */
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

/** What we ordered, and what we take. */
export type Expected = {
  paymentId: string;
  amount: number;
  currency: string;
  storeId: string;
  takesTests: boolean;
};

/** What follows from what the payment service says; `cancelled` in won. */
export type Judgement =
  | { is: 'open' }
  | { is: 'failed' }
  | { is: 'mismatch'; reasons: string[] }
  | { is: 'paid'; cancelled: number };

/**
 * Holds what the payment service says against what we ordered. Money that was given back altogether grants nothing,
 * whatever else is said of it.
 */
export function judgePayment(told: ToldPayment, expected: Expected): Judgement {
  const { status, amount } = told;
  if (status === 'FAILED') return { is: 'failed' };
  if (!saysPaid(told)) return { is: 'open' };
  const isOurs = told.id === expected.paymentId && told.storeId === expected.storeId;
  if (status === 'CANCELLED' && isOurs) return { is: 'paid', cancelled: expected.amount };

  const { total = 0, discount = 0, paid = 0, cancelled = 0 } = amount ?? {};
  const isPartlyBack = status === 'PARTIAL_CANCELLED';
  // Card companies, points and coupons pay their part (`discount`). What was given back may or may not be in `paid`.
  const isPaidInFull = paid + discount === total || (isPartlyBack && paid + discount + cancelled === total);
  const reasons = [
    told.id !== expected.paymentId && 'id',
    told.storeId !== expected.storeId && 'store',
    told.version !== 'V2' && 'version',
    told.channelType !== 'LIVE' && !(told.channelType === 'TEST' && expected.takesTests) && 'channel',
    told.currency !== expected.currency && 'currency',
    total !== expected.amount && 'total',
    !isPaidInFull && 'paid',
    isPartlyBack && (cancelled <= 0 || cancelled >= total) && 'cancelled',
  ].filter((reason) => typeof reason === 'string');
  if (reasons.length > 0) return { is: 'mismatch', reasons };
  return { is: 'paid', cancelled: isPartlyBack ? cancelled : 0 };
}

/** Whether the payment service says that money moved, also where it was given back since. */
export const saysPaid = ({ status }: Pick<ToldPayment, 'status'>): boolean =>
  ['PAID', 'PARTIAL_CANCELLED', 'CANCELLED'].includes(status);

/** Whether by our own ledger money moved, also where it was given back since. */
export const wasPaid = (state: PaymentState): boolean =>
  ['paid', 'refund_requested', 'partly_cancelled', 'cancelled'].includes(state);

/** What is kept of a payment that decides about its next state. */
export type Standing = {
  state: PaymentState;
  amount: number;
  cancelledAmount: number;
  /** Won that were asked for last; they count while that is under way. */
  refundAmount: number | null;
  /** Number that the payment service gave the cancellation we wait for. */
  refundCancellationId: string | null;
};

/**
 * The next state. What is told may be older than what is known, so nothing that money did is ever undone: paid comes
 * after pending, given back after paid, and more after less. A refund that was asked for is done once as much has come
 * back, whoever gave it; less, given in the service's console meanwhile, leaves it under way.
 */
export function nextStanding(
  { state, amount, cancelledAmount, refundAmount, refundCancellationId }: Standing,
  { judgement, told }: { judgement: Judgement; told: ToldPayment },
): { state: PaymentState; cancelledAmount: number; refundFailed: boolean } {
  const same = { state, cancelledAmount, refundFailed: false };
  const isUnpaid = ['pending', 'failed', 'expired'].includes(state);
  if (judgement.is === 'open') return same;
  if (judgement.is === 'failed') return state === 'pending' ? { ...same, state: 'failed' } : same;
  if (judgement.is === 'mismatch') return isUnpaid ? { ...same, state: 'mismatch' } : same;

  const back = Math.max(cancelledAmount, judgement.cancelled);
  const paidState: PaymentState = back >= amount ? 'cancelled' : back > 0 ? 'partly_cancelled' : 'paid';
  const settled = { ...same, state: paidState, cancelledAmount: back };
  const isRefunded = back >= amount || (refundAmount !== null && refundAmount <= back - cancelledAmount);
  if (state !== 'refund_requested' || isRefunded) return settled;
  const waitedFor = told.cancellations.find(({ id }) => id !== null && id === refundCancellationId);
  return waitedFor?.status === 'FAILED' ? { ...settled, refundFailed: true } : { ...settled, state };
}

/** One paid order as it counts towards the membership. Times in milliseconds. */
export type Grant = {
  /** The year begins then at the earliest. */
  countsFrom: number;
  /** 1: paid and kept; 0: given back; between: a part was given back. */
  kept: number;
};

/** How much of its year a payment keeps. */
export const keptShare = ({ amount, cancelledAmount }: { amount: number; cancelledAmount: number }): number =>
  (amount - cancelledAmount) / amount;

/**
 * The periods of all payments of a person, in the order in which they were granted, and the end that follows: each
 * adds one calendar year to the later of its own beginning and the end before it. A part given back takes the same
 * part of the year; a payment given back leaves no gap, those after it move up.
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

/** What a member did since a period began that only a paid member can. */
export type PaidUse = {
  /** Places that count in the list now, and those of them that were added since. */
  places: number;
  placesAdded: number;
  listShares: number;
  /** Journal entries with several photos. */
  journalEntries: number;
};

export const isUsed = ({ places, placesAdded, listShares, journalEntries }: PaidUse): boolean =>
  (places > FREE_RESTAURANT_LIMIT && placesAdded > 0) || listShares > 0 || journalEntries > 0;

/** Until when a payment can be given back by its payer, in milliseconds. */
export const refundableUntil = (paidAt: number): number => paidAt + REFUND_DAYS * DAY;

/**
 * Why a payer cannot give a payment back by themselves; null: they can.
 * @param use since the paid period began; null while it has not begun
 */
export function refundRefusal({
  state,
  paidAt,
  use,
  now,
}: {
  state: PaymentState;
  paidAt: number | null;
  use: PaidUse | null;
  now: number;
}): RefundRefusal | null {
  if (state === 'refund_requested') return 'under_way';
  if (state !== 'paid' || paidAt === null) return 'not_paid';
  if (refundableUntil(paidAt) <= now) return 'too_late';
  return use !== null && isUsed(use) ? 'used' : null;
}

export type EndNotice = '30_days' | '7_days' | '1_day' | 'ended';

/** The end is told of until so long after it; later nobody needs to hear of it. */
export const END_TOLD_FOR = 7 * DAY;
/** The first mail about an end goes out so long before it. */
export const END_TOLD_BEFORE = 30 * DAY;

/** Which mail about the end of a membership is due: the latest alone, if the round that sends them was late. */
export function dueEndNotice({ endsAt, now }: { endsAt: number; now: number }): EndNotice | null {
  const left = endsAt - now;
  if (left <= -END_TOLD_FOR || left > END_TOLD_BEFORE) return null;
  if (left <= 0) return 'ended';
  if (left <= DAY) return '1_day';
  return left <= 7 * DAY ? '7_days' : '30_days';
}
