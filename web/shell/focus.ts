/** Focuses an element that is usually not a tab stop, such as a heading, without scrolling to it. */
export function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

let isHeadingRemoved = false;

/**
 * `ref` of a page's heading. When the page is rendered again, for example after loading, the new heading takes over the
 * focus of the old heading.
 */
export function keepFocus(heading: HTMLElement | null) {
  if (isHeadingRemoved && document.activeElement === document.body) focusOn(heading);
  isHeadingRemoved = false;
  return () => {
    isHeadingRemoved = document.activeElement === heading;
  };
}
