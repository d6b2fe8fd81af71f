import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the browser is about to print. Long lists then render all rows, not only those near the visible part. The list
 * has the attribute `data-printed` (styles/print.css).
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, isPrintingNow);

export const isPrintingNow = (): boolean => isPrinting;

let isPrinting = false;

function subscribe(onChange: () => void): () => void {
  const change = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    // The browser prints what is rendered when the event handler returns.
    flushSync(onChange);
    markPath();
  };
  window.addEventListener('beforeprint', change);
  window.addEventListener('afterprint', change);
  return () => {
    window.removeEventListener('beforeprint', change);
    window.removeEventListener('afterprint', change);
  };
}

/** Marks the elements around the printed lists. */
function markPath(): void {
  for (const element of document.querySelectorAll('[data-print-path]'))
    element.removeAttribute('data-print-path');
  if (!isPrinting) return;
  for (const printed of document.querySelectorAll('[data-printed]'))
    for (let at = printed.parentElement; at; at = at.parentElement) at.setAttribute('data-print-path', '');
}
