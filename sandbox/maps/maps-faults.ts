import { WIRE_FAULTS } from '../faults.ts';

/** How a maps service misbehaves until told otherwise: on the wire, or by refusals of its own (`quota`, `rate`, keys). */
export const FAULTS = [
  ...WIRE_FAULTS,
  ...(['quota', 'rate', 'key_invalid', 'key_blocked', 'key_referrer', 'not_enabled', 'empty'] as const),
] as const;
export type Fault = (typeof FAULTS)[number];
