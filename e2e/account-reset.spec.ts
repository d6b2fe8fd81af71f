import { expect, test } from './support/test.ts';
import { signUp } from './support/member.ts';
import { mailTo } from './support/sandbox.ts';

test('비밀번호를 잊었을 때 메일의 링크로 다시 정하고 들어온다', async ({ page, context }) => {
  const { email } = await signUp(page);
  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: '비밀번호를 잊으셨나요?' }).click();
  await expect(page.getByRole('heading', { name: '비밀번호 재설정' })).toBeVisible();
  await page.getByLabel('이메일').fill(email);
  await page.getByRole('button', { name: '링크 받기' }).click();
  await expect(page.getByText('가입한 주소라면 곧 메일이 도착해요.')).toBeVisible();

  const { text } = await mailTo(page, email, '비밀번호');
  const link = /http:\S+\/password-reset\?token=\S+/.exec(text)?.[0] ?? '';
  await page.clock.install();
  await page.goto(link);
  await page.getByLabel('새 비밀번호', { exact: true }).fill('a-new-bowl');
  await page.getByLabel('새 비밀번호 확인').fill('a-new-bow');
  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
  await page.getByLabel('새 비밀번호 확인').fill('a-new-bowl');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  // The pointer moves away, because a toast does not disappear while the pointer is on it.
  await page.mouse.move(0, 0);

  const toast = page.getByText('비밀번호를 바꿨어요. 새 비밀번호로 로그인해 주세요.');
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(toast).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.clock.runFor(2_800);
  await expect(toast).toBeVisible();
  await page.clock.resume();
  await expect(toast).toBeHidden();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('이메일').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill('a-new-bowl');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);

  await page.goto(link);
  await page.getByLabel('새 비밀번호', { exact: true }).fill('another-bowl');
  await page.getByLabel('새 비밀번호 확인').fill('another-bowl');
  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  await expect(page.getByText('만료됐거나 이미 사용한 링크예요.')).toBeVisible();
  await page.getByRole('link', { name: '링크 다시 받기' }).click();
  await expect(page.getByRole('button', { name: '링크 받기' })).toBeVisible();
});
