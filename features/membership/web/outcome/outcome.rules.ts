import type { Payment, PaymentState } from '#features/membership/membership.contract.ts';

/** With what the payment window came back, as it stands in the address. */
export type Returned = {
  paymentId: string;
  /** Absent: it went well. */
  code?: string;
  message?: string;
  pgCode?: string;
  pgMessage?: string;
};

/** Ours, among the codes of the payment service: the window never came back. */
export const WINDOW_LOST = 'WindowLost';

/**
 * What the person is told. `unconfirmed`: they paid, and we do not know it yet; `unsure`: they may have paid;
 * `mismatch`, `expired`, `given_back`: see PaymentState.
 */
export type Ending =
  | 'paid'
  | 'unconfirmed'
  | 'unsure'
  | 'cancelled'
  | 'closed'
  | 'failed'
  | 'expired'
  | 'mismatch'
  | 'given_back';

/** How it ended: what the server knows comes before what the window said, but for why nothing was paid. */
export function endingOf({ state, returned }: { state: PaymentState; returned: Returned }): Ending {
  switch (state) {
    case 'paid':
    case 'mismatch':
    case 'expired':
      return state;
    case 'refund_requested':
    case 'partly_cancelled':
    case 'cancelled':
      return 'given_back';
    case 'failed':
      return unpaidBecause(returned) ?? 'failed';
    case 'pending':
      return unpaidBecause(returned) ?? (returned.code === WINDOW_LOST ? 'unsure' : 'unconfirmed');
  }
}

/** Why the window came back without a payment; null: it did not say so. Paid already is no failure. */
export function unpaidBecause({
  code,
  message,
  pgCode,
  pgMessage,
}: Returned): 'cancelled' | 'closed' | 'failed' | null {
  if (code === undefined || code === WINDOW_LOST || code === 'PaymentAlreadyPaid') return null;
  // Each payment company has codes of its own; none has another word for these two.
  const said = `${code} ${pgCode ?? ''} ${message ?? ''} ${pgMessage ?? ''}`;
  if (/cancel|취소/i.test(said)) return 'cancelled';
  return /닫|clos/i.test(said) ? 'closed' : 'failed';
}

/** Whether asking again may bring something new. */
export const isOnItsWay = ({ state }: Pick<Payment, 'state'>): boolean =>
  state === 'pending' || state === 'refund_requested';

const FIRST_WAIT = 1_500;
const LONGEST_WAIT = 30_000;

/** Milliseconds until it is asked again what became of a payment, after it was asked so many times. */
export const askedAgainAfter = (times: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 1.5 ** Math.max(0, times - 1));

/** The year was added to one that had not ended. */
export const isAddedYear = ({ period, paidAt }: Pick<Payment, 'period' | 'paidAt'>): boolean =>
  period !== null && paidAt !== null && period.from > paidAt + 60_000;
