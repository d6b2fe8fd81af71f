/** Number of rows that are stored. They fill the window. */
const ROWS = 24;

/**
 * Returns a text that identifies the build, language and window size for which a stored screen is valid. The name of
 * the stylesheet changes with the build.
 */
export function pageFingerprint(): string {
  const style = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.href;
  return [style, document.documentElement.lang, innerWidth, innerHeight].join(' ');
}

/** Whether the page shows a stored screen that the application has not replaced yet. */
export const isFirstScreenShown = (): boolean => document.querySelector('[data-first-screen]') !== null;

/** Returns the HTML of the list. Returns null if the list is scrolled, is not at its usual height, or has a dialog. */
export function htmlOfFirstScreen(app: HTMLElement): string | null {
  if (isFirstScreenShown() || document.body.matches('[data-sheet-full]')) return null;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return null;
  if (!app.querySelector('li[data-index="0"]')) return null;
  const copy = app.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('[data-not-stored="content"]')) element.replaceChildren();
  for (const element of copy.querySelectorAll<HTMLElement>('[data-not-stored="now"]'))
    element.style.visibility = 'hidden';
  for (const row of copy.querySelectorAll<HTMLElement>('li[data-index]'))
    if (ROWS <= Number(row.dataset.index)) row.remove();
  // The content security policy forbids style attributes in HTML. Scripts may set styles. Therefore the styles are
  // stored in `data-style`.
  for (const element of copy.querySelectorAll('[style]')) {
    element.setAttribute('data-style', element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  return copy.innerHTML;
}

export function showHtml(app: HTMLElement, html: string): HTMLElement {
  const screen = document.createElement('div');
  screen.dataset.firstScreen = '';
  screen.className = 'contents';
  screen.innerHTML = html;
  for (const element of screen.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
  app.replaceChildren(screen);
  return screen;
}
