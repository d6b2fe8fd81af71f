import { liftOfToasts } from './clear-toasts.rules.ts';

/** Upper edge of the space for toasts. It is below the header of a page. */
const TOP = 64;
const BUTTONS = ':is(a, button, label).rounded-field, button.link';
/** Matches buttons with the looks `primary` and `pink`. */
const PRIMARY = '.bg-brand, .bg-todo';

let current = 0;
let release = () => {};

/**
 * Moves toasts so that they cover no button. The page may scroll or change below a toast. Therefore the position is
 * computed again whenever a button comes under the toasts or the content changes.
 */
export function keepButtonsClear(region: HTMLElement) {
  release();
  const buttons = [...document.querySelectorAll(BUTTONS)];
  place(region, buttons);
  if (region.offsetHeight === 0) return;
  let frame = 0;
  const again = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => keepButtonsClear(region));
  };
  const covering = observeUnder({ region, buttons, onCovered: again });
  const changing = new MutationObserver(again);
  changing.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-dialog'] });
  window.addEventListener('resize', again);
  region.addEventListener('focusout', again);
  release = () => {
    cancelAnimationFrame(frame);
    covering.disconnect();
    changing.disconnect();
    window.removeEventListener('resize', again);
    region.removeEventListener('focusout', again);
  };
}

function place(region: HTMLElement, buttons: readonly Element[]) {
  const toasts = [...region.querySelectorAll('.toast')].map(boxOf);
  // If a toast contains the focus, no toast moves.
  if (region.contains(document.activeElement)) return;
  // While a dialog is open, the toasts are at the top.
  current =
    toasts.length === 0 || document.body.hasAttribute('data-dialog')
      ? 0
      : liftOfToasts({
          toasts: {
            left: Math.min(...toasts.map(({ left }) => left)),
            right: Math.max(...toasts.map(({ right }) => right)),
            ...usualHeightOf(region),
          },
          current,
          top: TOP,
          buttons: buttons.map(boxOf),
          primary: buttons.filter((button) => button.matches(PRIMARY)).map(boxOf),
        });
  region.style.translate = current === 0 ? '' : `0 ${-current}px`;
}

function observeUnder({
  region,
  buttons,
  onCovered,
}: {
  region: HTMLElement;
  buttons: readonly Element[];
  onCovered: () => void;
}): IntersectionObserver {
  const { top, bottom } = usualHeightOf(region);
  // The first call reports the buttons as they are now.
  let isFirst = true;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!isFirst && entries.some(({ isIntersecting }) => isIntersecting)) onCovered();
      isFirst = false;
    },
    { rootMargin: `${current - top}px 0px ${bottom - current - window.innerHeight}px` },
  );
  for (const button of buttons) observer.observe(button);
  return observer;
}

/**
 * Returns the edges of the element at its usual place. A client rect is not used, because it contains `translate`,
 * which may be in transition.
 */
const usualHeightOf = ({ offsetTop, offsetHeight }: HTMLElement) => ({
  top: offsetTop,
  bottom: offsetTop + offsetHeight,
});

const boxOf = (element: Element) => element.getBoundingClientRect();
