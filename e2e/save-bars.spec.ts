import { collect } from './gallery/members.ts';
import { expect, type Locator, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { idsOf, openScreen } from './support/pages.ts';
import { coveredBy } from './support/uncovered.ts';

// The window is so low that the list of a collection is longer than the window.
test.use({ viewport: { width: 1280, height: 560 } });

/** Scrolls to the end of everything that scrolls. Then nothing may cover the last element above the buttons. */
async function expectUncovered(last: Locator) {
  await expect(last).toBeVisible();
  await last.evaluate((element) => {
    for (let box: Element | null = element; box; box = box.parentElement) box.scrollTop = box.scrollHeight;
  });
  await expect.poll(() => coveredBy(last)).toEqual([]);
}

test('데스크톱에서 단추 줄은 긴 목록의 마지막 줄과 양식의 마지막 칸을 가리지 않는다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { restaurantId = '', sourceId } = await idsOf(page);
  const { collectionId } = await collect(page);
  const main = page.getByRole('main');
  await page.goto('/app/collections/add');
  await main.getByRole('checkbox').first().check();
  await expectUncovered(main.getByRole('listitem').last());
  await openScreen(page, `/app/collections/${collectionId}`);
  await page.getByRole('button', { name: '순서·메모 편집' }).click();
  await expectUncovered(main.getByRole('listitem').last());
  await openScreen(page, `/app/sources/${sourceId}`);
  await expectUncovered(main.getByRole('listitem').last());
  for (const address of [
    `/app/edit/${encodeURIComponent(restaurantId)}`,
    '/app/add',
    '/app/momokzi-journal/write',
  ]) {
    await openScreen(page, address);
    if (address === '/app/add') {
      await page.getByRole('combobox').fill('뷁뷁식당');
      await page.getByRole('option', { name: /등록하기/ }).click();
    }
    await expectUncovered(main.getByRole('button').last());
  }
});

test('관리자의 긴 목록에서도, 필터에서도 그렇다', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/app/admin/categories');
  const add = page.getByRole('button', { name: '카테고리 추가' });
  await add.click();
  await expectUncovered(add);
  await signInAs(page, 'paid');
  await page.goto('/app');
  await page.getByRole('button', { name: /^필터/ }).click();
  await expectUncovered(page.getByRole('dialog').getByRole('textbox').last());
});
