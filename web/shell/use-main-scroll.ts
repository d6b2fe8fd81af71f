import { useCallback, useEffect, useRef, useState } from 'react';

const SCROLL_THRESHOLD_PX = 200;
/** Minimum pixels that an element can scroll. An element that can scroll less is not the page's list. */
const LEAST_TO_SCROLL_PX = 200;

/**
 * Returns the scroll state of the page. The scrolling element is the window, the sheet of a phone, or the list next to
 * the map. Dialogs and the menu are ignored.
 */
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
      // If a scroll position is restored, the user has not scrolled. Therefore there is no direction.
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
