/** For this time after a tap, a tap on the same spot is part of the same double tap. */
const DOUBLE_TAP_MS = 500;
const SAME_SPOT_PX = 24;
/** Clicks on one control that follow each other faster than this come from one press, or from a key that is held. */
const ONE_PRESS_MS = 100;

type Tap = { control: Element | null; press: number; x: number; y: number; at: number };

/**
 * Lets a double tap act once. After the first tap, another control may move under the finger: the next row of a list, or
 * a button of a dialog. The second tap was not meant for it. Repeated taps on the same control, for example on the next
 * month, are not ignored.
 */
export function ignoreSecondTaps(): void {
  let presses = 0;
  let last: Tap = { control: null, press: 0, x: 0, y: 0, at: -Infinity };
  window.addEventListener('pointerdown', () => (presses += 1), true);
  window.addEventListener(
    'click',
    (event) => {
      const tap: Tap = {
        control: controlOf(event.target),
        // A click without a press comes from the keyboard, a script, or the label of a field.
        press: presses,
        x: event.clientX,
        y: event.clientY,
        at: event.timeStamp,
      };
      const ignored = isSecondTap({ tap, last }) || isRepeated({ tap, last });
      // While it is tapped on, the spot belongs to the control of the first tap.
      last = ignored ? { ...tap, control: last.control } : tap;
      if (!ignored) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element
    ? (target.closest('a, button, input, label, select, textarea, [role]') ?? target)
    : null;

const isSecondTap = ({ tap, last }: { tap: Tap; last: Tap }): boolean =>
  tap.press !== last.press &&
  tap.control !== last.control &&
  tap.at - last.at < DOUBLE_TAP_MS &&
  Math.hypot(tap.x - last.x, tap.y - last.y) < SAME_SPOT_PX;

const isRepeated = ({ tap, last }: { tap: Tap; last: Tap }): boolean =>
  tap.control === last.control && tap.at - last.at < ONE_PRESS_MS;
