/** Minimum height of a keyboard. A smaller covered part is a toolbar of the browser. */
const LEAST_KEYBOARD_PX = 80;

/**
 * Returns the height of the keyboard at the bottom of the layout viewport, in CSS pixels. Returns 0 while the page is
 * zoomed in, because zooming also makes the visual viewport smaller.
 * @example keyboardHeight({ layoutHeight: 664, visibleHeight: 330, visibleTop: 0, scale: 1 }) // 334
 */
export function keyboardHeight({
  layoutHeight,
  visibleHeight,
  visibleTop,
  scale,
}: {
  layoutHeight: number;
  visibleHeight: number;
  visibleTop: number;
  scale: number;
}): number {
  if (scale > 1.01) return 0;
  const covered = Math.round(layoutHeight - visibleHeight - visibleTop);
  return covered < LEAST_KEYBOARD_PX ? 0 : covered;
}
