type Box = { left: number; right: number; top: number; bottom: number };

/** Distance between a toast and the button below it, in CSS pixels. */
const GAP = 8;

/**
 * The distance by which toasts must move up so that they cover none of the buttons. This is `current` if `current` is
 * enough, so that toasts do not jump while the page scrolls; otherwise it is as small as possible. If there is no such
 * place below `top`, only `primary` buttons count. If there is still none, the distance is 0.
 *
 * @param toasts the toasts at their usual place, in CSS pixels of the window
 * @param top upper edge of the space for toasts
 */
export function liftOfToasts({
  toasts,
  current,
  top,
  buttons,
  primary,
}: {
  toasts: Box;
  current: number;
  top: number;
  buttons: readonly Box[];
  primary: readonly Box[];
}): number {
  const lifts = (covering: readonly Box[]) => {
    const beside = covering.filter(({ left, right }) => left < toasts.right && toasts.left < right);
    const isClear = (lift: number) =>
      top <= toasts.top - lift &&
      beside.every((box) => toasts.bottom - lift <= box.top || box.bottom <= toasts.top - lift);
    return [current, 0, ...beside.map((box) => toasts.bottom - box.top + GAP).sort((a, b) => a - b)].filter(
      (lift) => 0 <= lift && isClear(lift),
    );
  };
  return lifts(buttons)[0] ?? lifts(primary)[0] ?? 0;
}
