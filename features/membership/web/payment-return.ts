import { tabStorage } from '#web/browser-storage.ts';

/*
 * This tab stores the state of a payment, because the payment window may cover the page for minutes, replace it (on
 * phones), or never return. If nothing is stored, the list is shown after the payment.
 */

const WINDOW = 'momokzi.payment-window';
const RETURN = 'momokzi.payment-return';

/** Call when the window is opened for a payment. @param from page to return to afterwards */
export function rememberPayment({ paymentId, from }: { paymentId: string; from: string | undefined }): void {
  tabStorage.write(WINDOW, paymentId);
  tabStorage.write(RETURN, from ?? null);
}

/** Returns and forgets the payment whose window never returned; null if there is none. */
export function takeLostPayment(): string | null {
  const paymentId = tabStorage.read(WINDOW);
  tabStorage.write(WINDOW, null);
  return paymentId;
}

/** Page to return to after paying; null if none. */
export const readReturn = (): string | null => tabStorage.read(RETURN);
