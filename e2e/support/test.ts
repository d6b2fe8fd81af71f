import { test as base } from '@playwright/test';

export { chromium, devices, expect } from '@playwright/test';
export type * from '@playwright/test';

/**
 * Playwright's `test` with data saver mode in every context without a service worker. In this mode, screens load no
 * typeface and no files in advance, which saves about a tenth of the CPU time. Some stories check what is loaded in
 * advance, or check the layout, which depends on the typeface. These stories use `test.use({ hasDataSaver: false })`.
 */
export const test = base.extend<{ hasDataSaver: boolean; withDataSaver: void }>({
  hasDataSaver: [true, { option: true }],
  withDataSaver: [
    async ({ browser, serviceWorkers, hasDataSaver }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (hasDataSaver && (options?.serviceWorkers ?? serviceWorkers) === 'block')
          await context.addInitScript(turnOnDataSaver);
        return context;
      };
      await use();
      Reflect.deleteProperty(browser, 'newContext');
    },
    { auto: true },
  ],
});

/** Runs in the page. */
function turnOnDataSaver() {
  if ('connection' in navigator) Object.defineProperty(navigator.connection, 'saveData', { get: () => true });
}
