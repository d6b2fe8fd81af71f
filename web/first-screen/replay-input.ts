/** Attribute of the pressed link or button. It is present until the application runs. */
const PRESSED = 'data-pressed-early';

/**
 * Records presses, typing and scrolling on the stored first screen. After the application has replaced the screen,
 * repeats this input on the application. Only the last press is repeated.
 */
export function replayInput({ app, screen }: { app: HTMLElement; screen: HTMLElement }): void {
  const controller = new AbortController();
  const { signal } = controller;
  let pressed: Element | null = null;
  screen.addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof Element ? event.target.closest('a[href], button') : null;
      if (!target) return;
      // With one of these keys, the browser opens the link in a new tab or window. The running application is not
      // needed for this.
      if (target.matches('a') && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
      event.preventDefault();
      pressed?.removeAttribute(PRESSED);
      pressed = target;
      pressed.setAttribute(PRESSED, '');
    },
    { signal },
  );
  let scrolled: { top: number } | null = null;
  screen.addEventListener(
    'scroll',
    ({ target }) => {
      if (target === scrollerOf(screen)) scrolled = { top: (target as Element).scrollTop };
    },
    { signal, capture: true, passive: true },
  );

  const repeat = () => {
    if (scrolled) scrollerOf(app)?.scrollTo({ top: scrolled.top });
    const field = screen.querySelector('input');
    if (field && (field.value !== '' || focused === field))
      replayText(app.querySelector('input'), field.value);
    if (pressed) press(counterpartOf({ app, screen, pressed }), pressed);
  };
  let focused: EventTarget | null = null;
  screen.addEventListener('focusin', ({ target }) => void (focused = target), { signal });
  const observer = new MutationObserver(() => {
    if (screen.isConnected || !app.querySelector('li[data-index], main')) return;
    observer.disconnect();
    controller.abort();
    // The delay lets the effects of the first render run before the input is repeated.
    requestAnimationFrame(() => setTimeout(repeat));
  });
  observer.observe(app, { childList: true });
}

/**
 * Returns the same link or button in the running application. If several have the same address or label, their order
 * decides.
 */
function counterpartOf({
  app,
  screen,
  pressed,
}: {
  app: HTMLElement;
  screen: HTMLElement;
  pressed: Element;
}): HTMLElement | null {
  const name = nameOf(pressed);
  const named = (root: HTMLElement) =>
    [...root.querySelectorAll<HTMLElement>(pressed.tagName)].filter((each) => nameOf(each) === name);
  return named(app)[named(screen).indexOf(pressed as HTMLElement)] ?? null;
}

const nameOf = (element: Element): string =>
  element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent;

function press(counterpart: HTMLElement | null, pressed: Element): void {
  if (counterpart) counterpart.click();
  else if (pressed instanceof HTMLAnchorElement) location.assign(pressed.href);
}

/**
 * Sets the text of a field with the setter of the prototype. React replaces the setter of the element, and ignores an
 * `input` event if the value was set with its own setter.
 */
function replayText(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  field.focus();
  if (text === '') return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function scrollerOf(root: HTMLElement): Element | null {
  for (let at = root.querySelector('li[data-index]')?.parentElement; at && at !== root; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
