import { WIRE_FAULTS } from '../faults.ts';

/** The values of each switch. The first value is normal behaviour. */
const CHOICES = {
  /**
   * `api` is a fault of the REST API, and `apiPart` is the part that has this fault. With `down`, `unavailable` and
   * `failing` the request is not executed. With the other faults the request is executed, and only the answer is
   * faulty.
   */
  api: WIRE_FAULTS,
  apiPart: ['every', 'lookup', 'list', 'pre-register', 'cancel'],
  /**
   * How the API handles a cancellation.
   * `requested`: the payment is cancelled ten seconds later.
   * `requested_then_failed`: the cancellation is refused ten seconds later.
   * `pg_error`: the answer is a 502 of the payment company.
   * `hangs`: the cancellation is executed, but the answer never arrives.
   * `cut`: the cancellation is executed, but the connection breaks.
   */
  cancel: ['succeeds', 'requested', 'requested_then_failed', 'pg_error', 'hangs', 'cut'],
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
  channelType: ['TEST', 'LIVE'],
  script: ['loads', 'missing'],
} as const;

export type Switches = { -readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] } & {
  /** Milliseconds from PAY_PENDING to PAID. If this is null, only the console changes the status. */
  pendingMs: number | null;
};

export const NO_FAULTS: Switches = {
  api: 'none',
  apiPart: 'every',
  cancel: 'succeeds',
  webhooks: 'normal',
  channelType: 'TEST',
  script: 'loads',
  pendingMs: 10_000,
};

/** Returns the valid switches; null if any value is invalid. */
export function readSwitches(asked: Record<string, unknown>): Partial<Switches> | null {
  const isGood = Object.entries(asked).every(([name, value]) => {
    if (name in CHOICES) return (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(value);
    return name === 'pendingMs' && (value === null || typeof value === 'number');
  });
  return isGood ? asked : null;
}
