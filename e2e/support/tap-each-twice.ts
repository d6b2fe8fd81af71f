import { expect, type Locator, type Page, test } from './test.ts';
import { PAUSES, tapTwice, watchWrites } from './double-tap.ts';
import { signUp } from './member.ts';

/** A button that writes, or a list whose rows disappear. It is tapped twice on the same spot. */
export type TappedTwice = {
  what: string;
  /** Prepares the rows for all pauses. The result is passed to `open`. */
  prepare?: (page: Page) => Promise<string | void>;
  /**
   * Shows `target`, for example by opening the confirmation of which it is the button.
   * @param nth the number of the pause, from 0
   */
  open: (page: Page, address: string, nth: number) => Promise<unknown>;
  /** The control that is tapped twice. */
  target: (page: Page) => Locator;
  /** What must follow the double tap. Default: one request. */
  expects?: 'one request' | 'one row less' | 'nothing';
  /** The path of the request of the control, if one tap is followed by other requests. */
  request?: RegExp;
  /** The rows of which one disappears. Required for `one row less`. */
  rows?: (page: Page) => Locator;
  /** The server does not answer, so that other stories keep what this one decides about. */
  isUnanswered?: boolean;
};

/** Opens a page. Tries again, because closing a dialog goes back in the history, which can abort the navigation. */
export const visit = (page: Page, address: string) => expect(() => page.goto(address)).toPass();

/** Declares a story for each control. It tries every pause between the taps. */
export function tapEachTwice(tried: readonly TappedTwice[]): void {
  for (const { what, prepare, open, target, expects = 'one request', ...more } of tried)
    test(`${what}: 두 번 눌러도 한 번이다`, async ({ page }) => {
      const { request, rows, isUnanswered } = more;
      // A form with unsaved changes asks before the next pause opens the page again.
      page.on('dialog', (dialog) => void dialog.accept());
      await signUp(page);
      const address = (await prepare?.(page)) ?? '';
      if (isUnanswered)
        await page.route('**/api/**', async (route) => {
          // Writes get no answer.
          if (route.request().method() === 'GET') await route.fallback();
        });
      for (const [nth, pause] of PAUSES.entries())
        await test.step(`${pause} ms`, async () => {
          await open(page, address, nth);
          await expect(target(page)).toBeVisible();
          await page.waitForLoadState('networkidle');
          const rowsBefore = (await rows?.(page).count()) ?? 0;
          const writes = watchWrites(page, request);
          await tapTwice(page, target(page), pause);
          if (expects === 'one row less') await expect(rows!(page)).toHaveCount(rowsBefore - 1);
          if (expects === 'one request') await expect.poll(() => writes.sent.length).toBeGreaterThan(0);
          if (!isUnanswered) await expect.poll(() => writes.answered()).toBe(true);
          // Now that all requests are answered, the second tap would also have had its effect.
          if (expects === 'one row less') expect(await rows!(page).count()).toBe(rowsBefore - 1);
          else expect(writes.sent, `${pause} ms`).toHaveLength(expects === 'nothing' ? 0 : 1);
        });
    });
}
