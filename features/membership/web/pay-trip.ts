import { tabStorage } from '#web/browser-storage.ts';

/*
 * What this tab has to remember while somebody pays: the payment window may cover the page for minutes, take its
 * place (on phones), or never come back. Where nothing is remembered the way on is the list.
 */

const WINDOW = 'momokzi.payment-window';
const RETURN = 'momokzi.payment-return';

/** The window is being opened for a payment; `from`: the page that led here, to go on with afterwards. */
export function noteDeparture({ paymentId, from }: { paymentId: string; from: string | undefined }): void {
  tabStorage.write(WINDOW, paymentId);
  tabStorage.write(RETURN, from ?? null);
}

/** The payment whose window never came back; asked once. */
export function takeLostWindow(): string | null {
  const paymentId = tabStorage.read(WINDOW);
  tabStorage.write(WINDOW, null);
  return paymentId;
}

/** Where to go on after paying; null: nowhere in particular. */
export const readReturn = (): string | null => tabStorage.read(RETURN);
