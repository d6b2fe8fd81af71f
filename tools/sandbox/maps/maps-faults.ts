import { WIRE_FAULTS } from '../faults.ts';

/** Faults of a maps service: on the wire, or its own refusals (`quota`, `rate`, keys). They apply until changed. */
export const FAULTS = [
  ...WIRE_FAULTS,
  ...(['quota', 'rate', 'key_invalid', 'key_blocked', 'key_referrer', 'not_enabled', 'empty'] as const),
] as const;
export type Fault = (typeof FAULTS)[number];
