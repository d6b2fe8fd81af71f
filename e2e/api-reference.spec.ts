import { expect, test } from './support/test.ts';
import { signUp, viewports } from './support/member.ts';

test('API 문서는 오류 없이 열리고, 읽는 요청을 해 볼 수 있다', async ({ page }) => {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (page.url().endsWith('/docs/api')) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
  });
  page.on('pageerror', (error) => complain(error.message));
  page.on('requestfailed', (request) => complain(request.url()));
  await signUp(page);
  await page.goto('/app/settings/security');
  await page.getByRole('link', { name: 'API 안내 보기' }).click();
  await page.getByRole('textbox', { name: 'Filter by tag or path' }).fill('place-imports');
  const expand = page.getByRole('button', { name: 'Expand operation' });
  await expect(expand).toHaveCount(1);
  await expand.click();
  const summary = page.getByText(/Add the places of a list shared by/).first();
  await expect(summary).toBeVisible();
  const tag = page.getByRole('link', { name: 'place-imports', exact: true });
  await tag.click();
  await expect(summary).toBeHidden();
  await tag.click();
  await expect(summary).toBeVisible();

  const operation = page.locator('.opblock-get').filter({ hasText: '/api/place-imports' }).first();
  await operation.locator('.opblock-summary-control').click();
  const execute = operation.getByRole('button', { name: 'Execute' });
  // Swagger ignores presses until it has loaded the operation.
  await expect(async () => {
    if (!(await execute.isVisible())) await operation.getByRole('button', { name: 'Try it out' }).click();
    await expect(execute).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const viewport of Object.values(viewports)) {
    await page.setViewportSize(viewport);
    await execute.click();
    await expect(operation.locator('.live-responses-table').getByText('200').first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(viewport.width);
    await operation.getByRole('button', { name: 'Clear' }).click();
  }
  expect(complaints).toEqual([]);
  await page.getByRole('link', { name: '로그인·보안으로 돌아가기' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/security$/);
});
