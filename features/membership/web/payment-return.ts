import { tabStorage } from '#web/storage/browser-storage.ts';

/* These values are stored in the tab, because the window may replace the page (on phones) or never return. If
   nothing is stored, the list is shown after the payment. */

const WINDOW = 'momokzi.payment-window';
const RETURN = 'momokzi.payment-return';

/**
 * Stores the payment whose window is opened.
 * @param from page to return to afterwards
 */
export function rememberPayment({ paymentId, from }: { paymentId: string; from: string | undefined }): void {
  tabStorage.write(WINDOW, paymentId);
  tabStorage.write(RETURN, from ?? null);
}

/** Returns the id of the payment whose window never returned. A second call returns null. */
export function consumeUnreturnedPayment(): string | null {
  const paymentId = tabStorage.read(WINDOW);
  tabStorage.write(WINDOW, null);
  return paymentId;
}

export const readReturn = (): string | null => tabStorage.read(RETURN);
