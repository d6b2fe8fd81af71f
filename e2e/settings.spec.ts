import { expect, type Page, test } from './support/test.ts';
import { violations } from './support/check-screen.ts';
import { signUp, type TestMember } from './support/member.ts';

const openSettings = async (page: Page, row: '계정' | '로그인·보안'): Promise<TestMember> => {
  const member = await signUp(page);
  await page.goto('/app/settings');
  await page.getByRole('link', { name: row }).click();
  await expect(page.getByRole('heading', { name: row, level: 1 })).toBeVisible();
  return member;
};

test('설정에는 다섯 줄이 있고, 각 줄이 제 화면을 연다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/settings');
  await expect(page.getByRole('heading', { name: '회원정보 수정', level: 1 })).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(5);
  expect(await violations(page)).toEqual([]);
  const pages = [
    ['계정', '/app/settings/account', '닉네임과 이메일'],
    ['로그인·보안', '/app/settings/security', 'API 토큰'],
    ['알림·메일', '/app/settings/notifications', '소식 메일'],
    ['내 데이터 관리', '/app/data', '내 데이터'],
    ['앱', '/app/settings/app', '언어와 화면'],
  ] as const;
  for (const [row, address, content] of pages)
    await test.step(row, async () => {
      await page.goto('/app/settings');
      await rows.filter({ hasText: row }).getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      await expect(page.getByRole('heading', { name: content, exact: true })).toBeVisible();
    });
  await page
    .getByRole('link', { name: '뒤로' })
    .or(page.getByRole('button', { name: '뒤로' }))
    .click();
  await expect(page).toHaveURL(/\/app\/settings$/);
});

test('닉네임을 바꾸면 메뉴의 이름도 바로 바뀐다', async ({ page }) => {
  await openSettings(page, '계정');
  const nickname = page.getByRole('textbox', { name: '닉네임' });
  await nickname.fill('박');
  await page.getByRole('button', { name: '닉네임 바꾸기' }).click();
  await expect(page.getByText('닉네임을 2자 이상 입력해 주세요.')).toBeVisible();
  await expect(nickname).toHaveValue('박');
  await nickname.fill('박모먹');
  await page.getByRole('button', { name: '닉네임 바꾸기' }).click();
  await expect(page.getByText('닉네임을 바꿨어요.')).toBeVisible();
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(page.getByRole('dialog').getByText('박모먹님')).toBeVisible();
});

test('고치던 것을 두고 나가려 하면 먼저 묻는다', async ({ page }) => {
  await openSettings(page, '계정');
  await page.getByRole('textbox', { name: '닉네임' }).fill('고치던 이름');
  await page.getByRole('link', { name: '홈으로' }).click();
  await page.getByRole('button', { name: '계속 작성하기' }).click();
  await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue('고치던 이름');
  await page.getByRole('link', { name: '홈으로' }).click();
  await page.getByRole('button', { name: '나가기' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('비밀번호를 바꾸면 다른 기기는 로그아웃되고 여기는 그대로다', async ({ page, playwright, baseURL }) => {
  const { email, password } = await openSettings(page, '로그인·보안');
  const other = await playwright.request.newContext({ baseURL: baseURL as string });
  const signIn = await other.post('/api/account/sign-in', {
    headers: { origin: baseURL as string },
    data: { email, password },
  });
  expect(signIn.status()).toBe(200);

  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  await expect(page.getByText('비밀번호를 입력해 주세요.')).toHaveCount(2);
  await page.getByLabel('현재 비밀번호').fill('not-this-one');
  await page.getByLabel('새 비밀번호', { exact: true }).fill('new-password-2026');
  await page.getByLabel('새 비밀번호 확인').fill('new-password-2026');
  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  await expect(page.getByText('현재 비밀번호가 올바르지 않아요.')).toBeVisible();
  await expect(page.getByLabel('새 비밀번호', { exact: true })).toHaveValue('new-password-2026');
  await page.getByLabel('현재 비밀번호').fill(password);
  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  await expect(page.getByText('비밀번호를 바꿨어요. 다른 기기는 모두 로그아웃했어요.')).toBeVisible();
  expect((await other.get('/api/my-restaurants')).status()).toBe(401);
  expect((await page.request.get('/api/my-restaurants')).status()).toBe(200);
  await other.dispose();
});

test('다른 기기를 보고 로그아웃시킨다', async ({ page, playwright, baseURL }) => {
  const { email, password } = await signUp(page);
  const phone = await playwright.request.newContext({
    baseURL: baseURL as string,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  });
  await phone.post('/api/account/sign-in', {
    headers: { origin: baseURL as string },
    data: { email, password },
  });
  await page.goto('/app/settings/security');
  await expect(page.getByText('이 기기', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'iPhone · Safari 로그아웃' }).click();
  await expect(page.getByText('iPhone · Safari에서 로그아웃했어요.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'iPhone · Safari 로그아웃' })).toBeHidden();
  expect((await phone.get('/api/my-restaurants')).status()).toBe(401);
  await phone.dispose();
});

test('토큰은 한 번만 보이고, 없애면 바로 멈춘다', async ({ page, playwright, baseURL }) => {
  await openSettings(page, '로그인·보안');
  await page.getByLabel('토큰 이름').fill('노트북 백업');
  await page.getByRole('button', { name: '토큰 만들기' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('‘노트북 백업’ 토큰');
  const secret = await field.inputValue();
  // iOS enlarges the page when a field with smaller text gets the focus.
  await expect(field).toHaveCSS('font-size', '16px');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: '다 복사했어요' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  const program = await playwright.request.newContext({
    baseURL: baseURL as string,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  expect((await program.get('/api/my-restaurants')).status()).toBe(200);
  await page.reload();
  await expect(page.getByText('1시간 이내 생성 · 1시간 이내 사용')).toBeVisible();
  await page.getByRole('button', { name: '‘노트북 백업’ 토큰 삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('토큰을 삭제했어요.')).toBeVisible();
  expect((await program.get('/api/my-restaurants')).status()).toBe(401);
  await program.dispose();
});
