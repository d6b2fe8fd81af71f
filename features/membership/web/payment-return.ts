import { tabStorage } from '#web/browser-storage.ts';

/* Stored in the tab, because the window may replace the page (on phones) or never return.
   If nothing is stored, the list is shown after the payment. */

const WINDOW = 'momokzi.payment-window';
const RETURN = 'momokzi.payment-return';

/**
 * Call when the window is opened.
 * @param from page to return to afterwards
 */
export function rememberPayment({ paymentId, from }: { paymentId: string; from: string | undefined }): void {
  tabStorage.write(WINDOW, paymentId);
  tabStorage.write(RETURN, from ?? null);
}

/** The payment whose window never returned. A second call returns null. */
export function consumeUnreturnedPayment(): string | null {
  const paymentId = tabStorage.read(WINDOW);
  tabStorage.write(WINDOW, null);
  return paymentId;
}

export const readReturn = (): string | null => tabStorage.read(RETURN);
