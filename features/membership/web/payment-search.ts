import type { Returned } from './outcome/outcome.rules.ts';

export type PaymentSearch = Partial<Returned>;

const NAMES = ['paymentId', 'code', 'message', 'pgCode', 'pgMessage'] as const;

/** The payment service adds these parameters on return. */
export const readPaymentSearch = (search: Record<string, unknown>): PaymentSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      // The router parses digits as a number.
      return typeof value === 'string' || typeof value === 'number'
        ? [[name, String(value).slice(0, 300)]]
        : [];
    }),
  );
