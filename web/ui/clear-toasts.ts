import { liftOfToasts } from './clear-toasts.rules.ts';

/** The upper edge of the space for toasts, below the header of a page. */
const TOP = 64;
const INTERVAL_MS = 150;
const BUTTONS = ':is(a, button, label).rounded-field, button.link';
/** The looks `primary` and `pink` of a button. */
const PRIMARY = '.bg-brand, .bg-todo';

let timer = 0;
let current = 0;

/**
 * Moves toasts up while they would cover a button. The page may scroll or change below a toast, so the position is
 * checked until no toast is left.
 */
export function keepButtonsClear(region: HTMLElement) {
  window.clearInterval(timer);
  place(region);
  timer = window.setInterval(() => place(region), INTERVAL_MS);
}

function place(region: HTMLElement) {
  const toasts = [...region.querySelectorAll('.toast')].map(boxOf);
  const isEmpty = toasts.length === 0;
  if (isEmpty) window.clearInterval(timer);
  // A toast under the focus does not move.
  if (region.contains(document.activeElement)) return;
  const buttons = [...document.querySelectorAll(BUTTONS)];
  // Above a dialog, toasts are at the top.
  current =
    isEmpty || document.body.hasAttribute('data-dialog')
      ? 0
      : liftOfToasts({
          toasts: {
            left: Math.min(...toasts.map(({ left }) => left)),
            right: Math.max(...toasts.map(({ right }) => right)),
            // Unlike a client rect, these offsets do not contain `translate`, which may be in transition.
            top: region.offsetTop,
            bottom: region.offsetTop + region.offsetHeight,
          },
          current,
          top: TOP,
          buttons: buttons.map(boxOf),
          primary: buttons.filter((button) => button.matches(PRIMARY)).map(boxOf),
        });
  region.style.translate = current === 0 ? '' : `0 ${-current}px`;
}

const boxOf = (element: Element) => element.getBoundingClientRect();
