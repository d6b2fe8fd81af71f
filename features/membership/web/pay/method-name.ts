import { m } from '#messages';
import type { Payment, PayMethod } from '#features/membership/membership.contract.ts';

export const METHOD_LABELS: Record<PayMethod, () => string> = {
  CARD: m.payment_method_card,
  EASY_PAY: m.payment_method_kakaopay,
};

/**
 * Returns the name of a payment method. The codes of the payment service, such as `KAKAOPAY` or `SHINHAN_CARD`, are
 * never shown.
 */
export function methodName({
  methodName: name,
  payMethod,
}: Pick<Payment, 'methodName' | 'payMethod'>): string {
  const isCode = payMethod === 'EASY_PAY' || name === null || /^[A-Z]+(_[A-Z]+)+$/.test(name);
  return isCode ? METHOD_LABELS[payMethod]() : name;
}
