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

/** Playwright's `test`, and what a story can switch off. */
export const test = base.extend<{
  /** Whether a second tap within half a second is ignored. Stories press faster than fingers, so it is off. */
  ignoresSecondTaps: boolean;
  /**
   * Whether the browser can draw a map. Without a graphics card, a map takes two thirds of the CPU time of a page.
   * Stories that open pages with a map and do not look at it say `test.use({ hasMap: false })`.
   */
  hasMap: boolean;
  withOptions: void;
}>({
  ignoresSecondTaps: [false, { option: true }],
  hasMap: [true, { option: true }],
  withOptions: [
    async ({ browser, baseURL, ignoresSecondTaps, hasMap }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (!ignoresSecondTaps) await context.addInitScript(acceptEveryTap);
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
function turnOffWebGl() {
  const canvas = HTMLCanvasElement.prototype;
  const original = Object.getOwnPropertyDescriptor(canvas, 'getContext')?.value as (
    ...args: unknown[]
  ) => unknown;
  canvas.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
    return args[0] === 'webgl2' ? null : original.apply(this, args);
  } as typeof canvas.getContext;
}
