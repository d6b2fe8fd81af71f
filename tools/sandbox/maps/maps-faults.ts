import { WIRE_FAULTS } from '../faults.ts';

/**
 * Faults of the connection, and refusals by the service itself (`quota`, `rate`, keys). A fault applies until it is
 * changed.
 */
export const FAULTS = [
  ...WIRE_FAULTS,
  ...(['quota', 'rate', 'key_invalid', 'key_blocked', 'key_referrer', 'not_enabled', 'empty'] as const),
] as const;
export type Fault = (typeof FAULTS)[number];
