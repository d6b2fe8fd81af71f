import { tabStorage } from '#web/browser-storage.ts';

/*
 * What this tab remembers during a payment: the payment window may cover the page for minutes, replace it (on
 * phones), or never return. Without stored values the next page is the list.
 */

const WINDOW = 'momokzi.payment-window';
const RETURN = 'momokzi.payment-return';

/** The window is being opened for a payment; `from`: the page to return to afterwards. */
export function rememberPayment({ paymentId, from }: { paymentId: string; from: string | undefined }): void {
  tabStorage.write(WINDOW, paymentId);
  tabStorage.write(RETURN, from ?? null);
}

/** The payment whose window never returned; read once. */
export function resumeLostWindow(): string | null {
  const paymentId = tabStorage.read(WINDOW);
  tabStorage.write(WINDOW, null);
  return paymentId;
}

/** Page to return to after paying; null if none. */
export const readReturn = (): string | null => tabStorage.read(RETURN);
