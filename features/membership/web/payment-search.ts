import type { Returned } from './outcome/outcome.rules.ts';

export type PaymentSearch = Partial<Returned>;

const NAMES = ['paymentId', 'code', 'message', 'pgCode', 'pgMessage'] as const;

/** Reads the parameters that the payment service adds to the URL on return. */
export const readPaymentSearch = (search: Record<string, unknown>): PaymentSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      // The router parses a value that consists of digits as a number.
      return typeof value === 'string' || typeof value === 'number'
        ? [[name, String(value).slice(0, 300)]]
        : [];
    }),
  );
