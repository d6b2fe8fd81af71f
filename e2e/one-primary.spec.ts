import { expect, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { BLANK_PAGE, everyPage, idsOf, openScreen, watchNetwork } from './support/pages.ts';

test.setTimeout(240_000);

test('한 화면에는 가장 중요한 단추가 하나만 있다', async ({ page }) => {
  await signInAs(page, 'paid');
  const ids = await idsOf(page);
  const { member } = everyPage(ids);
  const networkIdle = watchNetwork(page);
  await page.goto(BLANK_PAGE);
  const crowded: string[] = [];
  for (const address of [...member, '/login', '/signup', `/shared/${ids.shareId}`]) {
    await openScreen(page, address);
    await expect(page.locator('h1'), address).toHaveCount(1);
    await networkIdle();
    const primary = await page
      .locator('main :is(a, button).bg-brand')
      .filter({ visible: true, hasText: /\S/ })
      .allInnerTexts();
    if (primary.length > 1) crowded.push(`${address}: ${primary.join(', ')}`);
  }
  expect(crowded).toEqual([]);
});
