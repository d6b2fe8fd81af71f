import type { Returned } from './outcome/outcome.rules.ts';

export type PaymentSearch = Partial<Returned>;

const NAMES = ['paymentId', 'code', 'message', 'pgCode', 'pgMessage'] as const;

/** What the payment service writes into the address when it leads back here. */
export const readPaymentSearch = (search: Record<string, unknown>): PaymentSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      // The router reads a number where only digits stand.
      return typeof value === 'string' || typeof value === 'number'
        ? [[name, String(value).slice(0, 300)]]
        : [];
    }),
  );
