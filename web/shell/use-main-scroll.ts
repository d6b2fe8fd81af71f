import { useCallback, useEffect, useRef, useState } from 'react';

const SCROLL_THRESHOLD_PX = 200;
/** Pixels. An element with less to scroll is not the page's list. */
const LEAST_TO_SCROLL_PX = 200;

/** The window, the phone's sheet or the list next to the map can scroll. Dialogs and the menu are ignored. */
export function useMainScroll() {
  const [isDown, setDown] = useState(false);
  const [isGoingDown, setGoingDown] = useState(false);
  const scrolled = useRef<{ element: Element; top: number } | null>(null);

  useEffect(() => {
    const onScroll = (event: Event) => {
      const element = event.target instanceof Element ? event.target : document.scrollingElement;
      if (!element) return;
      if (!isMain(element)) {
        if (scrolled.current?.element === element) setDown(false);
        return;
      }
      const { scrollTop } = element;
      // A restored position is not a scroll of the user, so it has no direction.
      const before = scrolled.current?.element === element ? scrolled.current.top : scrollTop;
      scrolled.current = { element, top: scrollTop };
      setDown(scrollTop > SCROLL_THRESHOLD_PX);
      setGoingDown(scrollTop > before && scrollTop > 0);
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, []);

  const toTop = useCallback(() => scrolled.current?.element.scrollTo({ top: 0 }), []);
  return { isDown, isGoingDown, toTop };
}

const isMain = (element: Element) =>
  element.scrollHeight - element.clientHeight > LEAST_TO_SCROLL_PX &&
  !element.closest('[role="dialog"], [role="listbox"]');
