import { expect, originOf, type Page, test } from './support/test.ts';
import { appCode } from '../features/account/second-factor/server/authenticator-app.test-factory.ts';
import { violations } from './support/check-screen.ts';
import { logIn, newMember, signUp } from './support/member.ts';
import { mailTo } from './support/sandbox.ts';

const NEW_PASSWORD = 'a-new-bowl';

async function fitsInto320(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  if (size) await page.setViewportSize(size);
}

test('메일로 재설정한 뒤 내가 추가하지 않은 패스키를 지운다', async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const member = await signUp(page);
  await page.goto('/app/settings/security');
  await page.getByRole('button', { name: '패스키 만들기' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '비밀번호' }).fill(member.password);
  await dialog.getByRole('button', { name: '확인', exact: true }).click();
  await expect(page.getByText('패스키를 만들었어요.')).toBeVisible();

  await page.request.post('/api/account/password-reset', {
    data: { email: member.email },
    headers: { origin: originOf(page) },
  });
  const { text } = await mailTo(page, member.email, '비밀번호');
  await page.goto(/http:\S+\/password-reset\?token=\S+/.exec(text)?.[0] ?? '');
  await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: '비밀번호 바꾸기' }).click();
  const done = page.getByText('비밀번호를 바꿨어요', { exact: false });
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return (await done.isVisible()) && page.url().endsWith('/login');
    })
    .toBe(true);
  // A toast is visible for three seconds, so it must still be visible after two seconds.
  await page.clock.runFor(2_000);
  await expect(done).toBeVisible();
  await page.clock.resume();

  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await expect(page.getByText('새 비밀번호로 로그인해서 로그인 수단을 먼저 확인해 주세요.')).toBeVisible();
  await page.route('**/api/account/sign-in', (route) => route.abort());
  await logIn(page, { email: member.email, password: NEW_PASSWORD });
  await expect(
    page.getByText('로그인에 실패했습니다. 잠시 후 다시 시도해 주세요. 인터넷 연결을 확인해 주세요.'),
  ).toBeVisible();
  await page.unroute('**/api/account/sign-in');
  await logIn(page, { email: member.email, password: NEW_PASSWORD });
  await page.getByRole('link', { name: '확인하기' }).click();
  const review = page.getByRole('region', { name: '로그인 수단 확인' });
  await expect(review).toBeVisible();
  await fitsInto320(page);
  await review.getByRole('checkbox', { name: /내가 추가하지 않았어요/ }).check();
  expect(await violations(page)).toEqual([]);
  await review.getByRole('button', { name: '확인 마치기' }).click();
  await dialog.getByRole('textbox', { name: '비밀번호' }).fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: '확인 마치기' }).click();
  await expect(page.getByText('로그인 수단을 확인했어요.')).toBeVisible();
  await expect(review).toHaveCount(0);
  await expect(page.getByText('아직 만든 패스키가 없어요.')).toBeVisible();
});

test('앱도 복구 코드도 없으면 메일로 2단계 인증을 해제하고, 로그인된 기기에서 취소할 수 있다', async ({
  page,
  browser,
}) => {
  const member = newMember();
  await signUp(page, member);
  const headers = { origin: originOf(page) };
  const address = '/api/account/second-factor';
  const begun = await page.request.post(address, { data: { password: member.password }, headers });
  const { key } = await begun.json();
  const on = await page.request.put(address, { data: { code: appCode(key) }, headers });
  expect(on.status()).toBe(200);

  const other = await (await browser.newContext()).newPage();
  await logIn(other, member);
  await other.getByRole('button', { name: '인증 앱도 복구 코드도 없어요' }).click();
  expect(await violations(other)).toEqual([]);
  await fitsInto320(other);
  await other.getByRole('button', { name: '링크 받기' }).click();
  await expect(other.getByText('메일을 보냈어요.')).toBeVisible();
  const { text } = await mailTo(page, member.email, '2단계 인증 해제 요청을 확인해 주세요');
  await other.goto(/http:\S+\/second-factor-removal\?token=\S+/.exec(text)?.[0] ?? '');
  expect(await violations(other)).toEqual([]);
  await other.getByRole('button', { name: '24시간 뒤에 해제하기' }).click();
  await expect(other.getByText(/2단계 인증이 해제돼요. 그 뒤에 비밀번호로 로그인해 주세요./)).toBeVisible();

  await page.goto('/app');
  const banner = page.getByRole('complementary', { name: '계정 보안 알림' });
  await expect(banner).toContainText('2단계 인증이 해제돼요.');
  await fitsInto320(page);
  await banner.getByRole('button', { name: '요청 취소' }).click();
  await expect(page.getByText('요청을 취소했어요. 2단계 인증은 그대로예요.')).toBeVisible();
  await expect(banner).toHaveCount(0);

  const notice = await mailTo(page, member.email, '2단계 인증이 곧 해제돼요');
  await other.goto(/http:\S+\/second-factor-removal\?cancel=\S+/.exec(notice.text)?.[0] ?? '');
  await other.getByRole('button', { name: '요청 취소하기' }).click();
  await expect(other.getByText('이미 취소했거나 끝난 요청이에요.')).toBeVisible();
  await other.context().close();
});
