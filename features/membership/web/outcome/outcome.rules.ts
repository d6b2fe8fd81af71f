import type { Payment, PaymentState } from '#features/membership/membership.contract.ts';
import { PAYMENT_WINDOW_LOST } from './payment-window-lost.rules.ts';

/** The payment window's result, as URL parameters. */
export type Returned = {
  paymentId: string;
  /** The code of a failure. The code is absent if the payment succeeded. */
  code?: string;
  message?: string;
  pgCode?: string;
  pgMessage?: string;
};

/**
 * What the page reports about a payment. `unconfirmed` means that the window reported success, but the payment service
 * has not confirmed the payment yet. `unsure` means that the window never returned. `mismatch`, `expired` and
 * `refunded` are explained at `PaymentState`.
 */
export type Outcome =
  | 'paid'
  | 'unconfirmed'
  | 'unsure'
  | 'cancelled'
  | 'closed'
  | 'failed'
  | 'expired'
  | 'mismatch'
  | 'refunded';

/**
 * Returns the outcome of a payment. The state on the server takes precedence. Only the reason of a failure comes from
 * the window.
 */
export function outcomeOf({ state, returned }: { state: PaymentState; returned: Returned }): Outcome {
  switch (state) {
    case 'paid':
    case 'mismatch':
    case 'expired':
      return state;
    case 'refund_requested':
    case 'partly_cancelled':
    case 'cancelled':
      return 'refunded';
    case 'failed':
      return unpaidBecause(returned) ?? 'failed';
    case 'pending':
      return unpaidBecause(returned) ?? (returned.code === PAYMENT_WINDOW_LOST ? 'unsure' : 'unconfirmed');
  }
}

/** Returns why nothing was paid. Returns null if the window reported no failure. "Already paid" is not a failure. */
export function unpaidBecause({
  code,
  message,
  pgCode,
  pgMessage,
}: Returned): 'cancelled' | 'closed' | 'failed' | null {
  if (code === undefined || code === PAYMENT_WINDOW_LOST || code === 'PaymentAlreadyPaid') return null;
  // Codes and messages differ between payment companies. These words identify a cancelled payment or a closed window.
  const said = `${code} ${pgCode ?? ''} ${message ?? ''} ${pgMessage ?? ''}`;
  if (/cancel|취소/i.test(said)) return 'cancelled';
  return /닫|clos/i.test(said) ? 'closed' : 'failed';
}

export const isPending = ({ state }: Pick<Payment, 'state'>): boolean =>
  state === 'pending' || state === 'refund_requested';

const FIRST_POLL_DELAY_MS = 1_500;
const MAX_POLL_DELAY_MS = 30_000;

/** Returns the time in milliseconds until the next poll. `times` is the number of polls so far. */
export const pollDelay = (times: number): number =>
  Math.min(MAX_POLL_DELAY_MS, FIRST_POLL_DELAY_MS * 1.5 ** Math.max(0, times - 1));

/** Tolerance in milliseconds. A new membership starts when the server records the payment, shortly after `paidAt`. */
const PERIOD_START_TOLERANCE_MS = 60_000;

/** Whether the payment extended a membership that had not ended. */
export const extendsMembership = ({ period, paidAt }: Pick<Payment, 'period' | 'paidAt'>): boolean =>
  period !== null && paidAt !== null && period.from > paidAt + PERIOD_START_TOLERANCE_MS;
