/*
 * WebKit keeps a page that is left, with its unfinished IndexedDB transactions, and these block the same data for all
 * other pages (WebKitGTK 2.50). So no transaction begins while the page is left, and `commit()` ends each one without
 * waiting for the page.
 */

let isLeaving = false;
addEventListener('pagehide', () => (isLeaving = true), { capture: true });
addEventListener('pageshow', () => (isLeaving = false), { capture: true });

/**
 * Calls the function when the page is hidden and may be ended, such as when another app is opened; not when it is left
 * for another page. @returns a function that stops it
 */
export function onHidden(act: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === 'hidden' && !isLeaving) act();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
