/*
 * WebKit keeps a page that was left. Unfinished IndexedDB transactions of this page block the same data for all other
 * pages (WebKitGTK 2.50).
 * Therefore no transaction begins while the page is being left, and every write ends with `commit()`, which does not
 * wait for the page. abort-when-left.ts aborts all other transactions.
 */

let isLeaving = false;
addEventListener('pagehide', () => (isLeaving = true), { capture: true });
addEventListener('pageshow', () => (isLeaving = false), { capture: true });

/**
 * Calls `act` when the page is hidden, because the browser may end a hidden page. Does not call `act` when the page is
 * left for another page.
 * @returns a function that unsubscribes
 */
export function onHidden(act: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === 'hidden' && !isLeaving) act();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
