/*
 * WebKit keeps a page that was left, with its unfinished IndexedDB transactions. They block the same data for all other
 * pages (WebKitGTK 2.50). Therefore no transaction begins while the page is being left, and every write is ended by
 * `commit()`, which does not wait for the page. Other unfinished transactions are aborted (abort-when-left.ts).
 */

let isLeaving = false;
addEventListener('pagehide', () => (isLeaving = true), { capture: true });
addEventListener('pageshow', () => (isLeaving = false), { capture: true });

/**
 * Calls the function when the page becomes hidden, for example when another app is opened, because the browser may then
 * end the page. The function is not called when the page is left for another page. @returns a function that
 * unsubscribes
 */
export function onHidden(act: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === 'hidden' && !isLeaving) act();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
