/** Focuses what is usually no stop of the Tab key, such as a heading, without scrolling to it. */
export function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

let isHeadingLost = false;

/**
 * For the heading of a page, as its `ref`: where a page is drawn anew, such as when what it waited for has come, the
 * heading that takes the place of the focused one has the focus.
 */
export function keepFocus(heading: HTMLElement | null) {
  if (isHeadingLost && document.activeElement === document.body) focusOn(heading);
  isHeadingLost = false;
  return () => {
    isHeadingLost = document.activeElement === heading;
  };
}
