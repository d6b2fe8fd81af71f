type Box = { left: number; right: number; top: number; bottom: number };

/** CSS pixels between a toast and the button below it. */
const GAP = 8;

/**
 * Returns how many pixels toasts must move up, so that they cover no button. If `current` pixels are enough, returns
 * `current`, so that toasts do not jump while the page scrolls. If there is no room below `top`, only `primary` buttons count. If there is
 * still no room, the result is 0.
 *
 * @param toasts at their usual place, in CSS pixels of the window
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
