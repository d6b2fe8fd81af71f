import { expect, type Locator, type Page, test } from '@playwright/test';
import { signInAs } from './support/admin.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('화면이 바뀌면 포커스는 제목에 있고, 돌아오면 보던 자리다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  const menu = [
    '회원정보 수정',
    '회비 결제',
    '결제 내역',
    '모먹지 일지',
    '내 리스트 공유',
    'FAQ',
    '회사 소개',
  ];
  for (const name of menu) {
    await page.getByRole('button', { name: '메뉴 열기' }).click();
    await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
    await expect(page.locator('h1'), name).toBeFocused();
  }

  await test.step('목록에서 연 맛집의 이름에 포커스가 있고, 돌아오면 그 카드가 보인다', async () => {
    await page.goto('/app');
    const list = page.getByRole('region', { name: '맛집 목록' });
    const tickets = list.getByRole('listitem');
    await tickets.first().waitFor();
    await tickets.first().evaluate((ticket) => {
      let box = ticket.parentElement;
      while (box && box.scrollHeight <= box.clientHeight + 200) box = box.parentElement;
      box?.scrollTo({ top: 1500 });
    });
    const ticket = tickets.nth(8);
    const name = (await ticket.getByRole('heading').textContent()) ?? '';
    // By its name: rows are still coming and going while the list settles at its new place.
    await list
      .getByRole('link')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await page.goBack();
    await expect(list.getByRole('heading', { name, exact: true })).toBeInViewport();
  });

  await test.step('일지도 돌아오면 보던 자리다', async () => {
    const entry = await scrolledToEntry(page);
    await entry.click();
    await expect(page.locator('h1')).toBeFocused();
    await page.goBack();
    await expect(entry).toBeInViewport();
  });
});

test('다음 화면이 나오기 전에 돌아와도 보던 자리다', async ({ page }) => {
  await signInAs(page, 'paid');
  const entry = await scrolledToEntry(page);
  // The next screen's code never comes.
  await page.route('**/assets/*.js', () => {});
  await entry.click();
  await expect(entry).toBeHidden();
  await page.goBack();
  await expect(entry).toBeInViewport();
});

/** An entry some way down the journal, with the window there. */
async function scrolledToEntry(page: Page): Promise<Locator> {
  await page.goto('/app/momokzi-journal');
  await page.getByRole('article').first().waitFor();
  // The list settles while our typeface comes, and the browser keeps the place rather than the number.
  await page.evaluate(() => window.scrollTo({ top: 2000 }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1900);
  const name = await page.evaluate(
    () => document.elementFromPoint(200, 300)?.closest('article')?.querySelector('a')?.textContent ?? '',
  );
  return page.getByRole('link', { name }).first();
}
