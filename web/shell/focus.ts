/** Focuses what is usually no stop of the Tab key, such as a heading, without scrolling to it. */
export function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
