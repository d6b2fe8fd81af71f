import { expect, test } from './support/test.ts';
import { signUp, viewports } from './support/member.ts';

for (const [device, viewport] of Object.entries(viewports))
  test(`API 문서는 오류 없이 열리고, 읽는 요청을 해 볼 수 있다: ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(request.url()));
    await signUp(page);
    await page.goto('/docs/api');
    await page.getByRole('textbox', { name: 'Filter by tag or path' }).fill('place-imports');
    const expand = page.getByRole('button', { name: 'Expand operation' });
    await expect(expand).toHaveCount(1);
    await expand.click();
    const operation = page.locator('.opblock-get').filter({ hasText: '/api/place-imports' }).first();
    await operation.locator('.opblock-summary-control').click();
    const execute = operation.getByRole('button', { name: 'Execute' });
    // Swagger ignores presses until it has loaded the operation.
    await expect(async () => {
      if (!(await execute.isVisible())) await operation.getByRole('button', { name: 'Try it out' }).click();
      await expect(execute).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await execute.click();
    await expect(operation.locator('.live-responses-table').getByText('200').first()).toBeVisible();
    expect(complaints).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(viewport.width);
  });
