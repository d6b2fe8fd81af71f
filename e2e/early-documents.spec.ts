import { expect, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { isKept } from './support/joint-collection.ts';
import { signUp } from './support/member.ts';
import { idsOf } from './support/pages.ts';

test('누구인지 늦게 알게 되어도, 먼저 받은 리스트는 그 사람의 것으로 기기에 남는다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { shareId } = await idsOf(page);
  const { title } = await (await page.request.get(`/api/shared-lists/${shareId}`)).json();
  await page.context().clearCookies();
  await signUp(page);
  const known = Promise.withResolvers<void>();
  await page.route('**/api/me', async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`/shared/${shareId}`);
  await expect(page.getByRole('list', { name: '공유받은 맛집' })).toBeVisible();
  // Longer than documents wait before they are stored.
  await page.clock.runFor(2_000);
  known.resolve();
  await page.clock.resume();
  await expect.poll(() => isKept(page, title)).toBe(true);
});
