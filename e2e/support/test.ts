import { type BrowserContext, type Page, test as base } from '@playwright/test';

export { chromium, devices, expect } from '@playwright/test';
export type * from '@playwright/test';

const origins = new WeakMap<BrowserContext, string>();

/**
 * Returns the origin of the page. If the page is blank, returns the origin of the story's `baseURL`, or an empty string
 * if the context was created with its own `baseURL` or without `test`.
 */
export const originOf = (page: Page): string =>
  page.url().startsWith('http') ? new URL(page.url()).origin : (origins.get(page.context()) ?? '');

/**
 * Playwright's `test` with data saver mode in every context. In this mode, screens load no typeface and no files in
 * advance, which saves about a tenth of the CPU time. The service worker stores only the files of its precache, so it is
 * never busy when a new version takes over. Some stories check what is loaded in advance, or check the layout, which
 * depends on the typeface. These stories use `test.use({ hasDataSaver: false })`.
 *
 * Of the stories that run with WebGL (playwright.config.ts), those that do not look at the map use
 * `test.use({ hasMap: false })`.
 */
export const test = base.extend<{
  /** Whether a second tap within half a second is ignored. Stories press faster than fingers, so it is off. */
  ignoresSecondTaps: boolean;
  hasDataSaver: boolean;
  hasMap: boolean;
  withDefaults: void;
}>({
  ignoresSecondTaps: [false, { option: true }],
  hasDataSaver: [true, { option: true }],
  hasMap: [true, { option: true }],
  withDefaults: [
    async ({ browser, baseURL, ignoresSecondTaps, hasDataSaver, hasMap }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (!ignoresSecondTaps) await context.addInitScript(acceptEveryTap);
        if (hasDataSaver) await context.addInitScript(turnOnDataSaver);
        if (!hasMap) await context.addInitScript(turnOffWebGl);
        if (baseURL === undefined) return context;
        if (options?.baseURL === undefined) origins.set(context, new URL(baseURL).origin);
        return context;
      };
      await use();
      Reflect.deleteProperty(browser, 'newContext');
    },
    { auto: true },
  ],
});

/** Runs in the page. */
function acceptEveryTap() {
  document.addEventListener('DOMContentLoaded', () =>
    document.documentElement.setAttribute('data-every-tap', ''),
  );
}

/** Runs in the page. */
function turnOnDataSaver() {
  if ('connection' in navigator) Object.defineProperty(navigator.connection, 'saveData', { get: () => true });
}

/** Runs in the page. */
function turnOffWebGl() {
  HTMLCanvasElement.prototype.getContext = () => null;
}
