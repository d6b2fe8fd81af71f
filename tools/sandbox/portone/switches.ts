import { WIRE_FAULTS } from '../faults.ts';

/**
 * All refusals of a cancellation with status 409. If the sandbox can have the cause of a refusal, the refusal also
 * occurs without this switch.
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

/** The values of each switch. The first value is normal behaviour. */
export const CHOICES = {
  /**
   * `api` is a fault of the REST API, and `apiPart` is the part that has this fault. With `down`, `unavailable` and
   * `failing` the request is not executed. With the other faults the request is executed, and only the answer is
   * faulty.
   */
  api: WIRE_FAULTS,
  apiPart: ['every', 'lookup', 'list', 'pre-register', 'cancel', 'resend-webhook'],
  /**
   * How the API handles a cancellation.
   * `requested`: the payment is cancelled after `cancelMs`.
   * `requested_then_failed`: the cancellation is refused after `cancelMs`.
   * `pg_error`: the answer is a 502 of the payment company.
   * `waits`: the cancellation is not executed until the switch is set back.
   * `hangs`: the cancellation is executed, but the answer never arrives.
   * `cut`: the cancellation is executed, but the connection breaks.
   * Any other value: the cancellation is refused with this type.
   */
  cancel: [
    ...(['succeeds', 'requested', 'requested_then_failed', 'pg_error', 'waits', 'hangs', 'cut'] as const),
    ...CANCEL_REFUSALS,
  ],
  /**
   * How webhooks are sent.
   * `held`: webhooks wait until they are released, in order or backwards.
   * `old`: the signature is five minutes old.
   * `forged`: the webhook is signed with an unknown secret.
   * `altered`: the body is changed after signing.
   * `second_secret` and `two_signatures`: the webhook is signed as during a rotation of secrets.
   * `unknown_type`: a webhook of an unknown type is sent first.
   */
  webhooks: [
    ...(['normal', 'never', 'held', 'twice', 'old', 'forged', 'altered', 'unsigned'] as const),
    ...(['second_secret', 'two_signatures', 'unknown_type'] as const),
  ],
  /**
   * With `webhook_first`, the webhook arrives before the payment window returns. The real service guarantees no order.
   */
  order: ['free', 'webhook_first'],
  channelType: ['TEST', 'LIVE'],
  script: ['loads', 'missing', 'throws'],
} as const;

export type Switches = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] } & {
  /**
   * Number of requests that the fault of `api` affects. If this is null, the fault lasts until the switch is set back.
   */
  apiTimes: number | null;
  /** Milliseconds from the return of the payment window to the status PAID. */
  paidDelayMs: number;
  /** Milliseconds from PAY_PENDING to PAID. If this is null, only the console changes the status. */
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

/** Returns the valid switches; null if any value is invalid. */
export function readSwitches(asked: Record<string, unknown>): Partial<Switches> | null {
  const isGood = Object.entries(asked).every(([name, value]) => {
    if (name in CHOICES) return (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(value);
    if (value === null) return name === 'apiTimes' || name === 'pendingMs';
    return name in NO_FAULTS && typeof value === 'number';
  });
  return isGood ? asked : null;
}
