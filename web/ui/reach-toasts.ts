/** The focus guard after a dialog. It keeps the focus in the dialog. */
const GUARD_AFTER_DIALOG = '[role="dialog"] + [data-base-ui-focus-guard]';

/**
 * Adds the buttons of the toasts to the Tab order of an open dialog, after the last control of the dialog. Repeated calls
 * have no effect.
 */
export function reachFromDialogs(region: HTMLElement) {
  document.addEventListener('focusin', enterToasts, true);
  region.addEventListener('keydown', returnToDialog);
}

const buttonsOfToasts = () => [...document.querySelectorAll<HTMLElement>('.toast button')];

function enterToasts(event: FocusEvent) {
  const { target, relatedTarget } = event;
  const [first, ...others] = buttonsOfToasts();
  const isFromToasts = [first, ...others].some((button) => button === relatedTarget);
  if (!first || isFromToasts || !(target instanceof Element && target.matches(GUARD_AFTER_DIALOG))) return;
  // The handler of the guard would move the focus to the first control of the dialog.
  event.stopImmediatePropagation();
  first.focus();
}

function returnToDialog(event: KeyboardEvent) {
  const { key, shiftKey, target } = event;
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  if (key !== 'Tab' || !dialog || target !== buttonsOfToasts().at(shiftKey ? 0 : -1)) return;
  event.preventDefault();
  const guard = shiftKey ? dialog.previousElementSibling : dialog.nextElementSibling;
  if (guard instanceof HTMLElement) guard.focus();
}
