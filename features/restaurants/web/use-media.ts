import { useCallback, useRef, useSyncExternalStore } from 'react';
import { isPrintingNow } from '#web/browser/use-is-printing.ts';

/** Returns whether a media query matches. While the page is printed, the layout of the screen stays. */
export function useMedia(query: string): boolean {
  const onScreen = useRef<boolean | null>(null);
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => {
    if (!isPrintingNow() || onScreen.current === null) onScreen.current = window.matchMedia(query).matches;
    return onScreen.current;
  });
}
