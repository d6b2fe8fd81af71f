/** For this time after a tap, or after its control has disappeared, a tap on the same spot is part of a double tap. */
const DOUBLE_TAP_MS = 500;
/** A control that disappears later than this was not removed by the tap. */
const EFFECT_MS = 3_000;
/** Size of a spot. A mouse that has moved was moved on purpose. */
const SAME_SPOT_PX = { mouse: 2, finger: 24 };
/** Clicks on one control that follow each other faster than this come before the screen can show the first. */
const AT_ONCE_MS = 40;

type Tap = {
  control: Element | null;
  /** What the control showed before the tap. A switch that shows something else afterwards counts as another control. */
  state: string;
  press: number;
  reach: number;
  x: number;
  y: number;
  at: number;
};

/**
 * Lets a double tap act once. After the first tap, another control may move under the finger: the next row of a list, or
 * a button of a dialog. A switch may offer to switch back. The second tap was not meant for it. Repeated taps on the same
 * control, for example on the next month, are not ignored, and neither are taps in an element with `data-every-tap`.
 */
export function ignoreSecondTaps(): void {
  let presses = 0;
  let reach = SAME_SPOT_PX.finger;
  let last: Tap = { control: null, state: '', press: 0, reach, x: 0, y: 0, at: -Infinity };
  const onPress = ({ pointerType }: PointerEvent) => {
    presses += 1;
    reach = pointerType === 'mouse' ? SAME_SPOT_PX.mouse : SAME_SPOT_PX.finger;
  };
  window.addEventListener('pointerdown', onPress, true);
  // What is typed between two taps shows that they belong to different steps.
  window.addEventListener(
    'input',
    ({ target }) => {
      if (!isTicked(target)) last = { ...last, control: null, at: -Infinity };
    },
    true,
  );
  window.addEventListener(
    'click',
    (event) => {
      const { clientX: x, clientY: y, timeStamp: at } = event;
      // A click without a press comes from the keyboard, a script, or the label of a field.
      const control = controlOf(event.target);
      const tap: Tap = { control, state: stateOf(control), press: presses, reach, x, y, at };
      const isIgnored =
        !tap.control?.closest('[data-every-tap]') && (isSecondTap({ tap, last }) || isAtOnce({ tap, last }));
      // While it is tapped on, the spot belongs to the control of the first tap.
      last = isIgnored ? { ...tap, control: last.control, state: last.state } : tap;
      if (isIgnored) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else prolongUntilGone(tap);
    },
    true,
  );
}

/** Counts the time from the moment at which the control of the tap disappears: with a slow network, that is later. */
function prolongUntilGone(tap: Tap): void {
  const until = tap.at + EFFECT_MS;
  const timer = setInterval(() => {
    const isGone = !tap.control?.isConnected;
    if (isGone) tap.at = performance.now();
    if (isGone || performance.now() > until) clearInterval(timer);
  }, 50);
}

const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element
    ? (target.closest('a, button, input, label, select, textarea, [role]') ?? target)
    : null;

/** Whether the field is a checkbox or one of several choices, which a tap changes. */
const isTicked = (field: EventTarget | null): boolean =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

const stateOf = (control: Element | null): string => {
  const label = control?.getAttribute('aria-label') ?? control?.textContent ?? '';
  const isChecked = control instanceof HTMLInputElement && control.checked;
  return `${label} ${isChecked}`;
};

const isSecondTap = ({ tap, last }: { tap: Tap; last: Tap }): boolean =>
  tap.press !== last.press &&
  (tap.control !== last.control || tap.state !== last.state) &&
  tap.at - last.at < DOUBLE_TAP_MS &&
  Math.hypot(tap.x - last.x, tap.y - last.y) < tap.reach;

const isAtOnce = ({ tap, last }: { tap: Tap; last: Tap }): boolean =>
  tap.control === last.control && tap.at - last.at < AT_ONCE_MS;
