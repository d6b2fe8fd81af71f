import { collect } from './gallery/members.ts';
import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';

test.use({ hasDataSaver: false });

/** Leaves the requests of a URL without an answer until the returned function is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('내 목록이 오기 전에도 모음에서 할 일을 누를 수 있다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { collectionId } = await collect(page);
  const show = await holdBack(page, '**/api/my-restaurants');
  await page.goto(`/app/collections/${collectionId}`);
  await expect(page.getByRole('link', { name: '맛집 담기' })).toBeVisible();
  await expect(page.getByRole('button', { name: '순서·한 줄' })).toBeVisible();
  await page.getByRole('button', { name: '오늘 뭐 먹지?' }).click();
  await expect(page.locator('.ticket:has(.skeleton)').first()).toBeVisible();
  show();
  await expect(page.getByRole('dialog', { name: '오늘 뭐 먹지?' })).toBeVisible();
});
