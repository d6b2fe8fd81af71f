import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './support/admin.ts';
import { everyPage, idsOf } from './support/pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What sticks out of the window to the right; empty where nothing can be pushed sideways. */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`)
      .slice(0, 4);
  });

test('어떤 화면도 320px에서, 그리고 글자를 두 배로 키워도 옆으로 밀리지 않는다', async ({ page }) => {
  test.setTimeout(300_000);
  await signInAs(page, 'paid');
  const { visitor, member, admin } = everyPage(await idsOf(page));
  const broken: Record<string, string[]> = {};
  const look = async (addresses: string[]) => {
    for (const address of addresses) {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      const narrow = await sticksOut(page);
      if (narrow.length > 0) broken[`${address} 320px`] = narrow;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const large = await sticksOut(page);
      if (large.length > 0) broken[`${address} 200%`] = large;
    }
  };
  await look([...member, ...visitor]);
  await signInAs(page, 'admin');
  await look(admin);
  expect(broken).toEqual({});
});
