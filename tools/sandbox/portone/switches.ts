import { WIRE_FAULTS } from '../faults.ts';

/**
 * Every 409 refusal of a cancellation. Those that a payment in the sandbox can cause also occur
 * without this switch.
 */
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

/** The first value of each switch is normal behaviour. */
export const CHOICES = {
  /**
   * Faults of the REST API, and the affected part. With `down`, `unavailable` and `failing` the
   * request is not executed. With the others only the answer is bad.
   */
  api: WIRE_FAULTS,
  apiPart: ['every', 'lookup', 'list', 'pre-register', 'cancel', 'resend-webhook'],
  /**
   * `requested`: cancelled after `cancelMs`; `requested_then_failed`: refused after `cancelMs`; `pg_error`: 502 of the
   * payment company; `waits`: not executed until switched back; `hangs`: executed, but the answer never arrives; `cut`:
   * executed, but the connection breaks; any other value: refused with that type.
   */
  cancel: [
    ...(['succeeds', 'requested', 'requested_then_failed', 'pg_error', 'waits', 'hangs', 'cut'] as const),
    ...CANCEL_REFUSALS,
  ],
  /**
   * `held`: until released, in order or backwards; `old`: signed five minutes ago; `forged`: with an unknown
   * secret; `altered`: after signing; `second_secret` and `two_signatures`: during a rotation of secrets;
   * `unknown_type`: preceded by a webhook of an unknown type.
   */
  webhooks: [
    ...(['normal', 'never', 'held', 'twice', 'old', 'forged', 'altered', 'unsigned'] as const),
    ...(['second_secret', 'two_signatures', 'unknown_type'] as const),
  ],
  /** The real service guarantees no order. */
  order: ['free', 'webhook_first'],
  channelType: ['TEST', 'LIVE'],
  script: ['loads', 'missing', 'throws'],
} as const;

export type Switches = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] } & {
  /** Requests that the fault of `api` affects; null: until switched back. */
  apiTimes: number | null;
  /** Milliseconds between the browser's return and PAID. */
  paidDelayMs: number;
  /** Milliseconds from PAY_PENDING to PAID; null: only the console changes it. */
  pendingMs: number | null;
  /** Milliseconds from REQUESTED to the end of a cancellation. */
  cancelMs: number;
};

export const NO_FAULTS: Switches = {
  api: 'none',
  apiPart: 'every',
  cancel: 'succeeds',
  webhooks: 'normal',
  order: 'free',
  channelType: 'TEST',
  script: 'loads',
  apiTimes: null,
  paidDelayMs: 0,
  pendingMs: 10_000,
  cancelMs: 10_000,
};

/** null if any part is invalid. */
export function readSwitches(asked: Record<string, unknown>): Partial<Switches> | null {
  const isGood = Object.entries(asked).every(([name, value]) => {
    if (name in CHOICES) return (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(value);
    if (value === null) return name === 'apiTimes' || name === 'pendingMs';
    return name in NO_FAULTS && typeof value === 'number';
  });
  return isGood ? asked : null;
}
