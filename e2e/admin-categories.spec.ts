import { expect, originOf, test } from './support/test.ts';
import { signInAsAdmin } from './support/admin.ts';
import { productWithProvided } from './support/product-under-test.ts';

/* The stories change the categories of everyone, so they have a product of their own. */

const port = Number(process.env.E2E_PORT ?? 3210) + 70;
test.use({ baseURL: `http://localhost:${port}` });
test.describe.configure({ mode: 'serial' });
productWithProvided(port);

test.beforeEach(async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/app/admin/categories');
  await expect(page.getByLabel('카테고리 이름').first()).toBeVisible();
});

test('카테고리를 자판으로 옮기고 저장하면 새로 고쳐도 그대로이고, 기록에 남는다', async ({ page }) => {
  const names = page.getByLabel('카테고리 이름');
  const first = await names.first().inputValue();
  await page.getByRole('button', { name: `${first} 옮기기` }).press('ArrowDown');
  await expect(names.nth(1)).toHaveValue(first);
  await page.getByRole('button', { name: `${first} 옮기기` }).press('ArrowUp');
  await expect(names.first()).toHaveValue(first);
  await page.getByRole('button', { name: `${first} 옮기기` }).press('ArrowDown');
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page.getByText('저장했어요.')).toBeVisible();
  await page.reload();
  await expect(names.nth(1)).toHaveValue(first);

  await page.getByRole('link', { name: '기록', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '카테고리 수정' }).first()).toBeVisible();
});

test('카테고리를 고치는 동안 다른 창에서 저장해도 고치던 것이 남고, 덮어쓰지 않는다', async ({ page }) => {
  const names = page.getByLabel('카테고리 이름');
  const first = await names.first().inputValue();
  const { categories } = await (await page.request.get('/api/categories')).json();
  const before = categories.map(({ id, name }: { id: string; name: string }) => ({ id, name }));
  const putInOtherWindow = async (rows: unknown[]) => {
    const headers = { origin: originOf(page) };
    const answer = await page.request.put('/api/admin/categories', { headers, data: { categories: rows } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await page.getByRole('button', { name: `${first} 옮기기` }).press('ArrowDown');
  await putInOtherWindow([...before.slice(0, -2), before.at(-1), before.at(-2)]);
  // When the network is back, the app reads the categories again.
  const isRead = page.waitForResponse('**/api/categories');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await isRead;
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page.getByText('그사이 다른 창에서 바뀌었어요.')).toBeVisible();
  await expect(names.nth(1)).toHaveValue(first);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(names.first()).toHaveValue(first);
  await expect(names.last()).toHaveValue(before.at(-2).name);
});
