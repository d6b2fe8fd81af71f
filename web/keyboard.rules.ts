/** A smaller covered part is a toolbar of the browser. */
const LEAST_KEYBOARD_PX = 80;

/**
 * CSS pixels at the bottom of the layout viewport. 0 while the page is zoomed in, which also makes the
 * visual viewport smaller.
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
