/*
 * What this tab has to remember while somebody pays: the payment window may cover the page for minutes, take its
 * place (on phones), or never come back.
 */

const WINDOW = 'momokzi.payment-window';
const RETURN = 'momokzi.payment-return';

/** The window is being opened for a payment; `from`: the page that led here, to go on with afterwards. */
export function noteDeparture({ paymentId, from }: { paymentId: string; from: string | undefined }): void {
  store(WINDOW, paymentId);
  store(RETURN, from ?? null);
}

/** The payment whose window never came back; asked once. */
export function takeLostWindow(): string | null {
  const paymentId = read(WINDOW);
  store(WINDOW, null);
  return paymentId;
}

/** Where to go on after paying; null: nowhere in particular. */
export const readReturn = (): string | null => read(RETURN);

/* A browser that stores nothing: then the way on is the list. */

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
