import { expect, test } from './support/test.ts';
import { grantPaidTier } from './support/database.ts';
import { signUp, viewports } from './support/member.ts';
import { mailTo } from './support/sandbox.ts';
import { storedOnDevice } from './support/stored-on-device.ts';
import { openScreen } from './support/pages.ts';

test('탈퇴를 부탁했다가 취소한다', async ({ page }) => {
  const { email, password } = await signUp(page);
  await page.goto('/app/user-deletion-request');
  await page.getByLabel('비밀번호', { exact: true }).fill(`${password}!`);
  await page.getByRole('button', { name: '7일 뒤 탈퇴하기' }).click();
  await expect(page.getByText('현재 비밀번호가 올바르지 않아요.')).toBeVisible();
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '7일 뒤 탈퇴하기' }).click();
  await expect(page.getByText('그 전에는 언제든 취소할 수 있어요.')).toBeVisible();
  await mailTo(page, email, '탈퇴 요청');

  await openScreen(page, '/app');
  // After the map has loaded, nothing may cover the button that cancels the deletion.
  await expect(page.getByText('하나만 먼저 담아 볼까요?')).toBeVisible();
  await expect(page.getByText(/계정이 삭제돼요/)).toBeVisible();
  for (const viewport of [viewports.desktop, viewports.phone]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: '탈퇴 취소' }).click({ trial: true });
  }
  await page.getByRole('button', { name: '탈퇴 취소' }).click();
  await expect(page.getByText('탈퇴를 취소했어요. 모두 그대로예요.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('하나만 먼저 담아 볼까요?')).toBeVisible();
  await expect(page.getByRole('button', { name: '탈퇴 취소' })).toBeHidden();
});

test('유료 회원은 탈퇴하면 남은 기간이 사라지고 환불을 먼저 신청해야 한다는 것을 읽는다', async ({
  page,
}) => {
  const { email } = await signUp(page);
  const warning = page.getByText(/유료 회원 기간도 사라져요.*환불을 원하면 먼저 신청해 주세요/);
  await page.goto('/app/user-deletion-request');
  await expect(page.getByText(/내가 만든 모음은 멤버 한 명이 이어받아요/)).toBeVisible();
  await expect(warning).toBeHidden();
  await grantPaidTier(email);
  await page.reload();
  await expect(warning).toBeVisible();
  await page.getByRole('link', { name: '결제 내역 보기' }).click();
  await expect(page).toHaveURL(/\/app\/payment-history$/);
});

test('문장을 적으면 바로 떠난다', async ({ page }) => {
  const { email, password } = await signUp(page);
  await page.goto('/app/user-deletion-request');
  await page.getByRole('button', { name: '지금 바로 탈퇴' }).click();
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '지금 탈퇴하기' }).click();
  await expect(page.getByText('표시된 문장을 그대로 입력해 주세요.')).toBeVisible();
  await page.getByLabel(/탈퇴합니다/).fill('탈퇴합니다');
  await page.getByRole('button', { name: '지금 탈퇴하기' }).click();
  await expect(page).toHaveURL(/\/$/);
  await mailTo(page, email, '탈퇴가 완료됐어요');

  await page.goto('/login');
  await page.getByLabel('이메일').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page.getByText('이메일 또는 비밀번호가 올바르지 않습니다.')).toBeVisible();
});

test('바로 떠나면 이 기기에 쓰던 것과 보내지 못한 것이 남지 않는다', async ({ page, context }) => {
  const { password } = await signUp(page);
  const { uid } = (await (await page.request.get('/api/me')).json()).me;
  const failed = /\/api\/(journal|photos)/;
  await context.route(failed, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('internetdisconnected'),
  );
  const write = async (text: string) => {
    await openScreen(page, '/app/momokzi-journal/write');
    await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('떠나는 국수');
    await page.getByLabel('무엇을 먹었어요?').fill(text);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: '국수.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await expect(page.getByRole('button', { name: '1번째 사진 삭제' })).toBeVisible();
  };
  await write('보내지 못한 글');
  await page.getByRole('button', { name: /저장/ }).click();
  await expect(page.getByText('대기 중').first()).toBeVisible();
  await write('쓰다 만 글');
  await openScreen(page, '/app/add');
  await page.evaluate(
    (owner) => localStorage.setItem(`momokzi.until-sign-out.paste-draft.${owner}`, '"붙여넣은 글"'),
    uid,
  );
  // Data that another account wrote on this device must not be deleted.
  await page.evaluate(() => localStorage.setItem('momokzi.add-draft.someone-else', '"다른 사람의 초안"'));
  const before = await storedOnDevice(page);
  for (const text of ['보내지 못한 글', '쓰다 만 글', '붙여넣은 글', `momokzi.waiting.${uid}`])
    expect(before).toContain(text);

  await openScreen(page, '/app/user-deletion-request');
  await page.getByRole('button', { name: '지금 바로 탈퇴' }).click();
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByLabel(/탈퇴합니다/).fill('탈퇴합니다');
  await page.getByRole('button', { name: '지금 탈퇴하기' }).click();
  await expect(page).toHaveURL(/\/$/);
  const after = await storedOnDevice(page);
  expect(after).toContain('다른 사람의 초안');
  for (const text of [uid, '보내지 못한 글', '쓰다 만 글', '붙여넣은 글']) expect(after).not.toContain(text);
});

test('탈퇴 화면을 불러오지 못하면 그렇다고 하고, 다시 시도할 수 있다', async ({ page }) => {
  await signUp(page);
  await page.route('**/api/account/deletion', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/app/user-deletion-request');
  const again = page.getByRole('button', { name: '다시 불러오기' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/account/deletion');
  await again.click();
  await expect(page.getByRole('textbox', { name: '비밀번호' })).toBeVisible();
});
