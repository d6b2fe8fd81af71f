import { randomUUID } from 'node:crypto';
import { expect, test } from './support/test.ts';
import { newMember, signUp } from './support/member.ts';
import { continueWithNewGoogleAccount, inboxPage, mailsTo, mailTo } from './support/sandbox.ts';
import { openScreen } from './support/pages.ts';

test('Google로 가입하고, 취소해 보고, 다시 로그인한다', async ({ page, context }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/app/add');
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole('link', { name: '회원가입' }).click();

  await page.getByRole('button', { name: 'Google로 가입하기' }).click();
  await expect(page.getByRole('heading', { name: '테스트용 Google 계정' })).toBeVisible();
  await page.getByRole('button', { name: '취소' }).click();
  await expect(page).toHaveURL(/\/signup\?/);
  await expect(page.getByText('Google 로그인을 취소했어요.')).toBeVisible();

  await page.getByRole('button', { name: 'Google로 가입하기' }).click();
  await continueWithNewGoogleAccount(page, { name: '은조', email });
  await expect(page).toHaveURL(/\/app\/add$/);
  await expect(page.getByText('반가워요, 은조님.')).toBeVisible();

  await openScreen(page, '/app');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(page.getByText('Google 소셜 로그인 이용 중')).toBeVisible();

  const mail = await mailTo(page, email, '환영');
  await page.goto(inboxPage(mail));
  await expect(page.getByRole('heading', { name: '모먹지에 오신 걸 환영해요' }).first()).toBeVisible();
  await expect(
    page.frameLocator('iframe').getByRole('heading', { name: '모먹지에 오신 걸 환영해요' }),
  ).toBeVisible();
  expect(await mailsTo(page, email)).toHaveLength(1);

  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Google로 로그인' }).click();
  await page.getByRole('button', { name: email }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('비밀번호 계정의 메일을 확인하기 전에는 Google로 들어올 수 없고, 확인하면 이어진다', async ({
  page,
  context,
}) => {
  const { email } = await signUp(page, newMember());
  const { text } = await mailTo(page, email, '환영');
  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Google로 로그인' }).click();
  await continueWithNewGoogleAccount(page, { name: '은조', email });
  await expect(page.getByText('Google 로그인에 실패했습니다.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);

  await page.goto(/http:\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: '인증하기' }).click();
  await expect(page.getByText('이메일 인증을 마쳤어요.')).toBeVisible();

  await page.goto('/login');
  await page.getByRole('button', { name: 'Google로 로그인' }).click();
  const chooser = page.getByRole('button', { name: email });
  await expect(chooser.or(page.getByRole('heading', { name: '내 맛집' })).first()).toBeAttached();
  if (await chooser.isVisible()) await chooser.click();
  await expect(page).toHaveURL(/\/app$/);
});
