import { expect, type Page, test } from './support/test.ts';
import {
  appCode,
  previousAppCode,
} from '../features/account/second-factor/server/authenticator-app.test-factory.ts';
import { violations } from './support/check-screen.ts';
import { logIn, signUp, type TestMember } from './support/member.ts';
import { continueWithNewGoogleAccount } from './support/sandbox.ts';
import { openScreen, watchNetwork } from './support/pages.ts';

async function openSettings(page: Page): Promise<TestMember> {
  const member = await signUp(page);
  await page.goto('/app/settings/security');
  await expect(page.getByRole('heading', { name: '로그인·보안', level: 1 })).toBeVisible();
  return member;
}

async function reauthenticate(page: Page, { password }: TestMember, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '비밀번호' }).fill(password);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

test('2단계 인증을 켜고, 앱의 코드와 복구 코드로 들어오고, 끈다', async ({ page, context }) => {
  const member = await openSettings(page);
  await page.getByRole('button', { name: '2단계 인증 켜기' }).click();
  await reauthenticate(page, { ...member, password: 'not-this-one' }, '확인');
  await expect(page.getByText('현재 비밀번호가 올바르지 않아요.')).toBeVisible();
  await reauthenticate(page, member, '확인');

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: '인증 앱에 등록하는 QR 코드' })).toBeVisible();
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('인증 코드').fill('000000');
  await dialog.getByRole('button', { name: '켜기' }).click();
  await expect(dialog.getByText('코드가 맞지 않아요.')).toBeVisible();
  await dialog.getByLabel('인증 코드').fill(await previousAppCode(key));
  await dialog.getByRole('button', { name: '켜기' }).click();

  const codes = dialog.getByRole('list', { name: '복구 코드' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await violations(page)).toEqual([]);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '다운로드' }).click();
  expect((await download).suggestedFilename()).toBe('모먹지 복구 코드.txt');
  await dialog.getByRole('button', { name: '보관했어요' }).click();
  await expect(page.getByText('복구 코드가 10개 남았어요.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('복구 코드가 10개 남았어요.')).toBeVisible();
  await expect(page.getByText(recoveryCode)).toHaveCount(0);

  await context.clearCookies();
  await logIn(page, member);
  await expect(page.getByRole('heading', { name: '2단계 인증' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // After a reload, the page is still at the second step.
  await page.reload();
  await page.getByLabel('인증 코드').fill('12');
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page.getByText('6자리 숫자를 입력해 주세요.')).toBeVisible();
  await page.getByLabel('인증 코드').fill(appCode(key));
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page).toHaveURL(/\/app$/);

  await context.clearCookies();
  await logIn(page, member);
  await page.getByRole('button', { name: '인증 앱을 쓸 수 없나요? 복구 코드로 로그인' }).click();
  await page.getByLabel('복구 코드').fill(recoveryCode.toUpperCase());
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page.getByText('복구 코드가 9개 남았어요.')).toBeVisible();

  await page.goto('/app/settings/security');
  await page.getByRole('button', { name: '끄기', exact: true }).click();
  await reauthenticate(page, member, '끄기');
  await expect(page.getByText('2단계 인증을 껐어요.')).toBeVisible();
  await expect(page.getByRole('button', { name: '2단계 인증 켜기' })).toBeVisible();
});

test('패스키를 만들고, 이름을 붙이고, 그것으로 로그인하고, 지운다', async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const member = await openSettings(page);
  await page.getByRole('button', { name: '패스키 만들기' }).click();
  await reauthenticate(page, member, '확인');
  await expect(page.getByText('패스키를 만들었어요.')).toBeVisible();
  await page.getByRole('button', { name: /패스키 이름 바꾸기/ }).click();
  await page.getByRole('textbox', { name: '패스키 이름' }).fill('내 노트북');
  await page.getByRole('dialog').getByRole('button', { name: '바꾸기' }).click();
  await expect(page.getByText('내 노트북')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // If the member cancels the passkey dialog, the page stays and shows a message.
  await context.clearCookies();
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto('/login');
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await expect(page.getByText('패스키 로그인을 취소했어요.')).toBeVisible();
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await expect(page).toHaveURL(/\/app$/);

  await page.goto('/app/settings/security');
  await expect(page.getByText(/1시간 이내 사용/).first()).toBeVisible();
  await page.getByRole('button', { name: '‘내 노트북’ 패스키 삭제' }).click();
  await reauthenticate(page, member, '삭제');
  await expect(page.getByText('아직 만든 패스키가 없어요.')).toBeVisible();
});

test('패스키를 쓸 수 없는 브라우저에서는 취소했다고 하지 않는다', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('no authenticator', 'NotSupportedError'));
    Object.assign(navigator.credentials, { get: refuse, create: refuse });
  });
  await page.goto('/login');
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await expect(
    page.getByText('이 브라우저에서는 패스키로 로그인할 수 없어요.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('패스키 로그인을 취소했어요.')).toBeHidden();
});

test('서버가 패스키 요청에 답하지 못해도, 누르기 전에는 로그인에 실패했다고 하지 않는다', async ({
  page,
}) => {
  await page.route('**/api/account/sign-in/passkey/options', (route) => route.fulfill({ status: 500 }));
  const networkIdle = watchNetwork(page);
  const answered = page.waitForResponse('**/api/account/sign-in/passkey/options');
  await page.goto('/login');
  await answered;
  await networkIdle();
  const byPasskey = page.getByRole('button', { name: '패스키로 로그인' });
  const problem = page.getByText('로그인에 실패했습니다. 잠시 후 다시 시도해 주세요.');
  await expect(byPasskey).toBeVisible();
  await expect(problem).toBeHidden();
  await byPasskey.click();
  await expect(problem).toBeVisible();
});

test('Google 계정을 잇고 끊는다', async ({ page }) => {
  const member = await openSettings(page);
  await page.getByRole('button', { name: 'Google 계정 연결' }).click();
  await reauthenticate(page, member, '연결');
  await expect(page.getByRole('heading', { name: '테스트용 Google 계정' })).toBeVisible();
  await continueWithNewGoogleAccount(page, { name: '다른', email: `other-${Date.now()}@example.com` });
  await expect(page).toHaveURL(/\/app\/settings\/security$/);
  await expect(page.getByText('Google 계정을 연결했어요.')).toBeVisible();
  await page.getByRole('button', { name: 'Google 계정 연결 해제' }).click();
  await reauthenticate(page, member, '해제');
  await expect(page.getByText('Google 계정 연결을 해제했어요.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Google 계정 연결', exact: true })).toBeVisible();
});

test('비밀번호 없이 Google로만 들어오는 사람은 마지막 길을 끊지 못한다', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Google로 로그인' }).click();
  await continueWithNewGoogleAccount(page, { name: '구글만', email: `only-${Date.now()}@example.com` });
  await expect(page).toHaveURL(/\/app$/);
  await openScreen(page, '/app/settings/security');
  await page.getByRole('button', { name: 'Google 계정 연결 해제' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '해제' }).click();
  await expect(page.getByText('마지막 남은 로그인 수단이에요.')).toBeVisible();
});

test('여러 곳을 고치다 나가려 하면 한 번만 묻는다', async ({ page }) => {
  await openSettings(page);
  await page.getByLabel('새 비밀번호', { exact: true }).fill('typed-something');
  await page.getByLabel('토큰 이름').fill('이름');
  await page.getByRole('link', { name: '홈으로' }).click();
  await page.getByRole('button', { name: '나가기' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('환영 메일 함수의 주소가 잘못되어 있으면 가입한 사람에게 알린다', async ({ page }) => {
  const options = await (await page.request.get('/api/account/sign-in-options')).json();
  await page.route('**/api/account/sign-in-options', (route) =>
    route.fulfill({ json: { ...options, isWelcomeMisconfigured: true } }),
  );
  await page.goto('/signup');
  await page.getByRole('button', { name: '이메일로 가입하기' }).click();
  await page.getByLabel('닉네임').fill('은조');
  await page.getByLabel('이메일').fill(`misconfigured-${Date.now()}@example.com`);
  await page.getByLabel('비밀번호', { exact: true }).fill('must-eat-2026');
  await page.getByLabel('비밀번호 확인').fill('must-eat-2026');
  await page.getByLabel('만 14세 이상이에요').check();
  await page.getByRole('button', { name: '가입하기', exact: true }).click();
  await expect(
    page.getByRole('alert').getByText('알림 설정 오류입니다. 관리자에게 문의해 주세요.'),
  ).toBeVisible();
});
