import { expect, type Locator, type Page, test } from './test.ts';
import { PAUSES, tapTwice, watchWrites } from './double-tap.ts';
import { signUp } from './member.ts';

/** A button that writes, or a list whose rows disappear. It is tapped twice on the same spot. */
export type TappedTwice = {
  what: string;
  /** Prepares the rows for all pauses. The result is passed to `open`. */
  prepare?: (page: Page) => Promise<string | void>;
  open: (page: Page, address: string, at: number) => Promise<unknown>;
  /** Opens the confirmation of which `target` is the button. */
  target: (page: Page) => Locator;
  /** What a double tap changes. The default is one request. */
  changes?: 'row' | 'nothing';
  /** The path of the request of the control, if one tap is followed by other requests. */
  request?: RegExp;
  rows?: (page: Page) => Locator;
  /** The server does not answer, so that other stories keep what this one decides about. */
  isUnanswered?: boolean;
};

/** Closing a dialog goes back in the history, which can abort a navigation. */
export const visit = (page: Page, address: string) => expect(() => page.goto(address)).toPass();

/** Declares a story for each control. It tries every pause between the taps. */
export function tapEachTwice(tried: readonly TappedTwice[]): void {
  for (const { what, prepare, open, target, changes, request, rows, isUnanswered } of tried)
    test(`${what}: 두 번 눌러도 한 번이다`, async ({ page }) => {
      // A form with unsaved changes asks before the next pause opens the page again.
      page.on('dialog', (dialog) => void dialog.accept());
      await signUp(page);
      const address = (await prepare?.(page)) ?? '';
      if (isUnanswered)
        await page.route('**/api/**', (route) =>
          route.request().method() === 'GET' ? route.fallback() : undefined,
        );
      for (const [at, pause] of PAUSES.entries())
        await test.step(`${pause} ms`, async () => {
          await open(page, address, at);
          await expect(target(page)).toBeVisible();
          await page.waitForLoadState('networkidle');
          const before = await rows?.(page).count();
          const writes = watchWrites(page, request);
          await tapTwice(page, target(page), pause);
          if (changes === 'row') await expect(rows!(page)).toHaveCount(before! - 1);
          else if (changes === undefined) await expect.poll(() => writes.sent.length).toBeGreaterThan(0);
          if (!isUnanswered) await expect.poll(() => writes.answered()).toBe(true);
          if (changes === 'row') expect(await rows!(page).count()).toBe(before! - 1);
          else expect(writes.sent, `${pause} ms`).toHaveLength(changes === 'nothing' ? 0 : 1);
        });
    });
}
