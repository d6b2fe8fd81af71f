import { WIRE_FAULTS } from '../faults.ts';

/** Every refusal of a cancellation by 409; those that a payment here can earn come by themselves as well. */
export const CANCEL_REFUSALS = [
  'PAYMENT_NOT_PAID',
  'PAYMENT_ALREADY_CANCELLED',
  'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN',
  'CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT',
  'CANCEL_TAX_AMOUNT_EXCEEDS_CANCELLABLE_TAX_AMOUNT',
  'CANCEL_TAX_FREE_AMOUNT_EXCEEDS_CANCELLABLE_TAX_FREE_AMOUNT',
  'NEGATIVE_PROMOTION_ADJUSTED_CANCEL_AMOUNT',
  'PROMOTION_DISCOUNT_RETAIN_OPTION_SHOULD_NOT_BE_CHANGED',
  'SUM_OF_PARTS_EXCEEDS_CANCEL_AMOUNT',
] as const;

/** What can be switched, and to what; the first of each is how the honest service behaves. */
export const CHOICES = {
  /**
   * How the REST API goes wrong, and which of its doors this concerns. With `down`, `unavailable` and `failing` nothing
   * has happened; with the others all has, and only the answer is bad.
   */
  api: WIRE_FAULTS,
  door: ['every', 'lookup', 'list', 'pre-register', 'cancel', 'resend-webhook'],
  /**
   * `requested`: cancelled only `cancelMs` later; `requested_then_failed`: not even then; `pg_error`: 502 of the
   * payment company; `waits`: not done until switched back; `hangs` and `cut`: done, but the answer never comes, or the
   * connection breaks; else refused with that type.
   */
  cancel: [
    ...(['succeeds', 'requested', 'requested_then_failed', 'pg_error', 'waits', 'hangs', 'cut'] as const),
    ...CANCEL_REFUSALS,
  ],
  /**
   * `held`: until released, in order or backwards; `old`: signed five minutes ago; `forged`: with a secret of nobody;
   * `altered`: after signing; `second_secret` and `two_signatures`: while secrets are rotated; `unknown_type`: one of a
   * type from the future comes before each.
   */
  webhooks: [
    ...(['honest', 'never', 'held', 'twice', 'old', 'forged', 'altered', 'unsigned'] as const),
    ...(['second_secret', 'two_signatures', 'unknown_type'] as const),
  ],
  /** Which comes first, the webhook or the browser; the real service promises nothing. */
  order: ['free', 'webhook_first'],
  channelType: ['TEST', 'LIVE'],
  /** The browser's script: missing altogether, or throwing where it should answer. */
  script: ['loads', 'missing', 'throws'],
} as const;

export type Switches = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] } & {
  /** How often the fault of `api` strikes; null: until switched back. */
  apiTimes: number | null;
  /** Between the browser's return and PAID, in milliseconds. */
  paidDelayMs: number;
  /** From PAY_PENDING to PAID; null: only by the console. */
  pendingMs: number | null;
  /** From a cancellation's REQUESTED to its end. */
  cancelMs: number;
};

export const HONEST: Switches = {
  api: 'none',
  door: 'every',
  cancel: 'succeeds',
  webhooks: 'honest',
  order: 'free',
  channelType: 'TEST',
  script: 'loads',
  apiTimes: null,
  paidDelayMs: 0,
  pendingMs: 10_000,
  cancelMs: 10_000,
};

/** What of an unknown request is a change of switches; null when a part of it is none. */
export function readSwitches(asked: Record<string, unknown>): Partial<Switches> | null {
  const isGood = Object.entries(asked).every(([name, value]) => {
    if (name in CHOICES) return (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(value);
    if (value === null) return name === 'apiTimes' || name === 'pendingMs';
    return name in HONEST && typeof value === 'number';
  });
  return isGood ? asked : null;
}
