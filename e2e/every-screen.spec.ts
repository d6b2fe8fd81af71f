import { expect, test } from '@playwright/test';
import { signInAs } from './support/admin.ts';
import { checkScreen, violations } from './support/check-screen.ts';
import { signUp } from './support/member.ts';
import { everyPage, idsOf } from './support/pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(300_000);

test('손님이 보는 화면: axe가 찾는 것이 없고, 좁아도 글자가 커도 옆으로 밀리지 않는다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { visitor } = everyPage(await idsOf(page));
  await page.context().clearCookies();
  await checkScreen(page, [...visitor, '/shared/unknown']);
});

test('회원이 보는 화면도 그렇다', async ({ page }) => {
  await signInAs(page, 'paid');
  await checkScreen(page, everyPage(await idsOf(page)).member);
  await page.reload();
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page), 'menu').toEqual([]);
});

test('처음 온 회원과 관리자가 보는 화면도 그렇다', async ({ page }) => {
  await signUp(page);
  await checkScreen(page, [
    '/app',
    '/app/share-my-list',
    '/app/momokzi-journal',
    '/app/payment-history',
    '/app/data',
    '/app/add/tv',
  ]);
  await signInAs(page, 'admin');
  await checkScreen(page, everyPage({}).admin);
});
