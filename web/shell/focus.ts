/** Moves the focus to an element without scrolling. The element is usually not a tab stop, for example a heading. */
export function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

let isHeadingRemoved = false;

/**
 * A `ref` for the heading of a page. If the heading is rendered again, for example after loading, the new heading gets
 * the focus of the old heading.
 */
export function keepFocus(heading: HTMLElement | null) {
  if (isHeadingRemoved && document.activeElement === document.body) focusOn(heading);
  isHeadingRemoved = false;
  return () => {
    isHeadingRemoved = document.activeElement === heading;
  };
}
