/** The element is usually not a tab stop, for example a heading. Does not scroll. */
export function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

let isHeadingRemoved = false;

/**
 * `ref` of a page's heading. A heading rendered again, for example after loading, takes over the focus
 * of the old one.
 */
export function keepFocus(heading: HTMLElement | null) {
  if (isHeadingRemoved && document.activeElement === document.body) focusOn(heading);
  isHeadingRemoved = false;
  return () => {
    isHeadingRemoved = document.activeElement === heading;
  };
}
