import { expect, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { viewports } from './support/member.ts';

/* Chromium prints to a PDF file here, without the events `beforeprint` and `afterprint` of a printer. */

for (const [name, viewport] of Object.entries(viewports))
  test(`인쇄하면 모든 맛집이 나오고 바는 나오지 않는다: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signInAs(page, 'paid');
    await page.goto('/app');
    const list = page.getByRole('list', { name: '맛집 목록' });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    const event = (type: string) => page.evaluate((name) => void window.dispatchEvent(new Event(name)), type);
    await event('beforeprint');
    const rows = page.locator('[data-printed] > li');
    const wanted = async () => Number(await rows.first().getAttribute('aria-setsize'));
    await expect.poll(async () => (await rows.count()) - (await wanted())).toBe(0);
    const total = await rows.count();
    expect(total).toBeGreaterThan(40);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    const pdf = await page.pdf({ path: `test-results/list-${name}.pdf`, format: 'A4' });
    // A page of A4 has room for fewer than ten tickets.
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length).toBeGreaterThan(total / 12);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await event('afterprint');
    await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(total);
  });
